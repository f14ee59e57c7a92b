import type { Dialect } from '../syntax/dialect.ts';

/** Dialect of a language whose requests are built by calls and initializers, which say themselves where one more header fits. */
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
