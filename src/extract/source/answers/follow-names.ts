/** Properties and methods of a response object that give its body as a whole. */
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
/** Calls that say whether something is there, or how long it is. */
export const MEASURES =
  /^(?:Boolean|Array\.isArray|Buffer\.byteLength|Number|isNaN|typeof|len|bool|isinstance|type|any|all)$/;
/** Methods that call a function once for each element, and give nothing of what it gives. */
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
/** Printers whose text other programs read. */
export const WRITES_OUT = /^(?:console\.(?:log|info|table|dir)|process\.stdout\.write)$/;
