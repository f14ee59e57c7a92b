import type { Dialect } from '../syntax/dialect.ts';

/** Python syntax for inserted code: `headers={"Accept": "…"}`, `{**headers, "Accept": "…"}`. */
export const PYTHON: Dialect = {
  name: 'Python',
  loops: 'keys',
  comment: /#/,
  expression: 'py-expression',
  insertion: {
    bareKeys: false,
    padding: '',
    assigns: ': ',
    brackets: ['{', '}'],
    separators: { onLine: ', ', betweenLines: ',' },
    keywords: { behind: ', ', opens: (name) => `${name}={`, closes: '}', unique: true },
    opensMember: (quotedName) => `${quotedName}: {`,
    around: (expression) => [`{**${expression}, `, '}'],
    beneath: (expression) => ['{', `, **${expression}}`],
    orEmpty: (expression) => `(${expression} or {})`,
  },
};
