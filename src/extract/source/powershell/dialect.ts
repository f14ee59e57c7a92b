import type { Dialect } from '../syntax/dialect.ts';

/** PowerShell syntax for inserted code: `-Headers @{ Accept = '…' }`, `@{ Accept = '…'; 'X-Y' = '…' }`. */
export const POWERSHELL: Dialect = {
  name: 'PowerShell',
  loops: 'whole',
  comment: /#/,
  expression: 'fixed',
  insertion: {
    bareKeys: true,
    padding: ' ',
    assigns: ' = ',
    brackets: ['@{', '}'],
    separators: { onLine: '; ', betweenLines: '' },
    keywords: { behind: ' ', opens: (name) => `-${name} @{ `, closes: ' }' },
    opensMember: (name) => `${name} = @{ `,
    around: () => undefined,
  },
};
