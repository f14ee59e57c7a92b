/** Properties and methods of a response object that return its whole body. */
export const BODIES = new Set([
  'body',
  'pipe',
  'pipeTo',
  'pipeThrough',
  'arrayBuffer',
  'blob',
  'buffer',
  'bytes',
  'clone',
]);
/** Methods that add their arguments to a list. */
export const GROWS = /^(?:push|unshift)$/;
/** Calls that test whether something is present, or how long it is. */
export const MEASURES =
  /^(?:Boolean|Array\.isArray|Buffer\.byteLength|Number|isNaN|typeof|len|bool|isinstance|type|any|all)$/;
/** Methods that call a function for each element, and discard its result. */
export const VISITS = new Set([
  'forEach',
  'some',
  'every',
  'filter',
  'find',
  'findLast',
  'findIndex',
  'sort',
  'toSorted',
  'on',
  'once',
  'end',
]);
/** Functions whose output other programs read. */
export const WRITES_OUT = /^(?:console\.(?:log|info|table|dir)|process\.stdout\.write)$/;
