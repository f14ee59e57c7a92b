import type { Dialect } from '../syntax/dialect.ts';

/** PHP syntax for inserted code: `['headers' => ['Accept' => '…']]`, `array_merge($headers, ['Accept' => '…'])`. */
export const PHP: Dialect = {
  name: 'PHP',
  loops: 'values',
  comment: /\/\/|\/\*|#/,
  expression: 'fixed',
  copies: 'values',
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
    beneath: (expression) => ['array_merge([', `], ${expression})`],
    orEmpty: (expression) => `${expression} ?? []`,
  },
};
