import type { Dialect } from '../syntax/dialect.ts';

/** How Go writes what is added to its files: `"Accept": "…"` in a map, `{"…"}` as a list of values. */
export const GO: Dialect = {
  name: 'Go',
  comment: /\/\/|\/\*/,
  expression: 'go-expression',
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
