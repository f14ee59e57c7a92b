import type { Dialect } from '../syntax/dialect.ts';

/** Ruby syntax for inserted code: `headers: { 'Accept' => '…' }`, `headers.merge('Accept' => '…')`. */
export const RUBY: Dialect = {
  name: 'Ruby',
  callsBare: true,
  pairsAreArgument: true,
  comment: /#/,
  expression: 'fixed',
  insertion: {
    bareKeys: false,
    padding: ' ',
    assigns: ' => ',
    brackets: ['{', '}'],
    separators: { onLine: ', ', betweenLines: ',' },
    keywords: { behind: ', ', opens: (name) => `${name}: { `, closes: ' }' },
    opensMember: (quotedName) => `${quotedName.replaceAll(/['"]/g, '')}: { `,
    around: (expression) => [`${expression}.merge(`, ')'],
    beneath: (expression) => ['{ ', ` }.merge(${expression})`],
    orEmpty: (expression) => `(${expression} || {})`,
  },
};
