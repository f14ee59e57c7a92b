import type { Dialect } from '../syntax/dialect.ts';

/** How Python writes what is added to its files: `headers={"Accept": "…"}`, `{**headers, "Accept": "…"}`. */
export const PYTHON: Dialect = {
  name: 'Python',
  comment: /#/,
  expression: 'py-expression',
  insertion: {
    bareKeys: false,
    padding: '',
    opensMember: (name, quotedName, keyword) => (keyword ? `${name}={` : `${quotedName}: {`),
    spread: (expression) => `**${expression}`,
  },
};
