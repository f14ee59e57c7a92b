import type { Dialect } from '../syntax/dialect.ts';

/** Go syntax for inserted code: `"Accept": "…"` in a map, `{"…"}` as a list of values. */
export const GO: Dialect = {
  name: 'Go',
  loops: 'values',
  refusesUnused: true,
  comment: /\/\/|\/\*/,
  expression: 'go-expression',
  copies: 'structs',
  insertion: {
    bareKeys: false,
    padding: '',
    list: ['{', '}'],
    aligns: true,
    assigns: ': ',
    brackets: ['{', '}'],
    separators: { onLine: ', ', betweenLines: ',' },
    keywords: { behind: ', ', opens: () => '', closes: '' },
    opensMember: (quotedName) => `${quotedName}: {`,
    around: () => undefined,
  },
};
