import type { Dialect } from '../syntax/dialect.ts';

/** How PHP writes what is added: `['headers' => ['Accept' => '…']]`, `array_merge($headers, ['Accept' => '…'])`. */
export const PHP: Dialect = {
  name: 'PHP',
  comment: /\/\/|\/\*|#/,
  expression: 'fixed',
  insertion: {
    bareKeys: false,
    padding: '',
    assigns: ' => ',
    brackets: ['[', ']'],
    opensToo: 'array(',
    separators: { onLine: ', ', betweenLines: ',' },
    keywords: { behind: ', ', opens: (name) => `['${name}' => [`, closes: ']]' },
    opensMember: (quotedName) => `${quotedName} => [`,
    around: (expression) => [`array_merge(${expression}, [`, '])'],
  },
};
