import type { Dialect } from '../syntax/dialect.ts';

/**
 * Dialect of languages whose requests are built by calls and initializers; these mark where one more header
 * can be inserted.
 */
export const builtByCalls = (name: string): Dialect => ({
  name,
  comment: /\/\/|\/\*/,
  expression: 'java-expression',
  builds: true,
  insertion: {
    bareKeys: false,
    padding: '',
    assigns: ': ',
    brackets: ['{', '}'],
    separators: { onLine: ', ', betweenLines: ',' },
    keywords: { behind: ', ', opens: () => '', closes: '' },
    opensMember: (quotedName) => `${quotedName}: {`,
    around: () => undefined,
  },
});
