import type { CallOrNew } from '../syntax/calls-by-name.ts';
import { dottedName } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ANY, asWritten, CLIENT, NEW, NEW_ITEM, type Path } from '../types/member-path.ts';
import { both, NOTHING, type StateStep, to, value } from './state.ts';
import { intoTarget } from './targets.ts';

/** Name of a called global function, or of one of a global object; `undefined` for all others. */
const globalName = (call: CallOrNew): string | undefined => {
  let root: ts.Expression = call.expression;
  while (ts.isPropertyAccessExpression(root)) root = root.expression;
  if (!ts.isIdentifier(root) || declarationOf(root.text, root)) return undefined;
  return dottedName(call.expression);
};

/** Functions that return their argument: the same text, or an object with the same members. */
const SAME =
  /^(?:Headers|URLSearchParams|Object\.(?:freeze|seal|create)|Promise\.\w+|Array\.(?:from|of)|Set|structuredClone|JSON\.parse|Buffer\.from)$/;
/** Functions that return the text of their argument. */
const WRITES = /^(?:String|encodeURI|encodeURIComponent|decodeURI|decodeURIComponent|URL|JSON\.stringify)$/;
/** Functions whose result does not depend on the text. */
const FORGETS = /^(?:Boolean|Object\.(?:keys|is)|Array\.isArray|Number|isNaN|WeakMap|WeakSet)$/;

/** Functions that list the members of an object: one more member is one more element. */
const LISTED: Readonly<Record<string, Path>> = {
  'Object.keys': [NEW_ITEM],
  'Object.getOwnPropertyNames': [NEW_ITEM],
  'Object.values': [NEW_ITEM],
  'Object.entries': [NEW_ITEM, ANY],
};

const MADE: Readonly<Record<string, (path: Path) => Path>> = {
  Request: () => [CLIENT],
  Map: (path) => (path[0] === NEW_ITEM ? [NEW_ITEM] : [ANY, ...path.slice(2)]),
  'Object.entries': (path) => [ANY, ANY, ...path.slice(1)],
  'Object.values': (path) => [ANY, ...path.slice(1)],
  'Object.fromEntries': (path) => (path[0] === NEW_ITEM ? [NEW] : [ANY, ...path.slice(2)]),
};

const isTarget = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);

/** `Object.assign(target, { base: BASE })`: flows to the result and the target. */
const assigned = (call: CallOrNew, index: number, path: Path): StateStep => {
  const [target] = call.arguments ?? [];
  const changed = index > 0 && target && isTarget(target) ? intoTarget(target, path) : NOTHING;
  return both(to(value(call, path)), changed);
};

/** Step into a built-in function: its use of an argument; `undefined` for every other function. */
export const givenToLanguage = (call: CallOrNew, index: number, path: Path): StateStep | undefined => {
  const name = globalName(call);
  if (name === undefined) return undefined;
  if (path[0] === NEW && Object.hasOwn(LISTED, name)) return to(value(call, LISTED[name]!));
  if (FORGETS.test(name)) return NOTHING;
  if (name === 'Object.assign') return assigned(call, index, path);
  if (Object.hasOwn(MADE, name)) return to(value(call, MADE[name]!(path)));
  if (WRITES.test(name)) return to(value(call, asWritten(path)));
  return SAME.test(name) ? to(value(call, path)) : undefined;
};
