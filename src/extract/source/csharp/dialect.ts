import type { Dialect } from '../syntax/dialect.ts';

/** How C# writes what is added to its files: calls and initializers, which say themselves where one more fits. */
export const CSHARP: Dialect = {
  name: 'C#',
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
};
