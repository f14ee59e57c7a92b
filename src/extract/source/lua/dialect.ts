import type { Dialect } from '../syntax/dialect.ts';

/** Lua syntax for inserted code: `headers = { Accept = "…" }`. */
export const LUA: Dialect = {
  name: 'Lua',
  loops: 'values',
  comment: /--/,
  expression: 'fixed',
  insertion: {
    bareKeys: 'always',
    padding: ' ',
    list: ['{ ', ' }'],
    assigns: ' = ',
    brackets: ['{', '}'],
    separators: { onLine: ', ', betweenLines: ',' },
    keywords: { behind: ', ', opens: (name) => `{ ${name} = { `, closes: ' } }' },
    opensMember: (name) => `${name} = { `,
    around: () => undefined,
  },
};
