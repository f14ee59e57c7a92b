import type { Dialect } from '../syntax/dialect.ts';

/** How Java writes what is added to its files: calls only, which say themselves where one more fits. */
export const JAVA: Dialect = {
  name: 'Java',
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
