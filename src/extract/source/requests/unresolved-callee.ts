import { strip } from '../evaluate/arguments.ts';
import type { Caller } from './callers/call-graph.ts';
import { isUndescribed } from '../clients/client-lookup.ts';
import { isOfCache, isOfCollection } from './collection-calls.ts';
import { rootOf } from './test-addresses.ts';
import { statesSettings } from '../evaluate/settings.ts';
import { makesTexts } from '../evaluate/text-functions.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import type { Ctx, Env, Value } from '../evaluate/values.ts';

/** Globals of the language and its hosts, which send nothing. */
const BUILT_IN =
  /^(Object|Array|JSON|String|Number|Boolean|Symbol|Promise|Reflect|Proxy|Map|Set|WeakMap|WeakSet|URL|URLSearchParams|RegExp|Date|Math|Buffer|TextEncoder|Blob|FormData|Headers|Response|structuredClone|encodeURI|encodeURIComponent|decodeURI|decodeURIComponent|process|console|module|exports|require|import|btoa|atob)$/;
/** Packages that compare, print and parse texts. */
const PURE_MODULES =
  /^(?:node:)?(path|url|util|querystring|assert|os|crypto|buffer|qs|chai|chalk|picocolors|colors|kleur|debug|lodash(?:[./].*)?|underscore|ms|semver|zod|joi)$/;
/** Python packages that compare, print and parse texts. */
const PURE_PYTHON =
  /^py:(?:__future__|abc|argparse|base64|click|collections|configparser|copy|csv|dataclasses|datetime|decimal|enum|functools|hashlib|io|itertools|json|logging|math|operator|os|pathlib|pprint|pytest|random|re|shutil|six|string|sys|textwrap|time|traceback|typing|unittest|urllib\.parse|urlparse|uuid|warnings|yaml)(?:\.|$)/;
const TESTS = /^(expect|assert|should|sinon|t|chai|jest|vi|nock|describe|it|test)\b/;

const isUnknown = ({ clients }: Ctx, val: Value): boolean =>
  val.kind === 'unknown' ||
  (val.kind === 'external' &&
    val.module !== '' &&
    !PURE_MODULES.test(val.module) &&
    !PURE_PYTHON.test(val.module) &&
    !statesSettings(val.module) &&
    !makesTexts(val.module) &&
    clients.rowsOf(val.module).length === 0);

const isOfLanguage = (callee: ts.Expression): boolean => {
  if (callee.kind === ts.SyntaxKind.SuperKeyword || callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  const root = rootOf(callee);
  if (TESTS.test(root.getText())) return true;
  return ts.isIdentifier(root) && BUILT_IN.test(root.text) && !declarationOf(root.text, root);
};

/** True for a call of something that cannot be resolved, and may send its arguments. */
export const isUnresolved = (ctx: Ctx, call: Caller): boolean => {
  const { expression: callee } = call;
  if (isOfLanguage(callee) || isOfCollection(call) || isOfCache(call)) return false;
  const subject = ts.isPropertyAccessExpression(callee) ? callee.expression : callee;
  const vals = ctx.evaluate(subject, undefined);
  return vals.length > 0 && vals.every((val) => isUnknown(ctx, val));
};

const isGlobal = (val: Value): boolean =>
  val.kind === 'external' && val.module === '' && val.made.length === 0;

/** Maximum number of names printed; longer names are shortened to the last ones. */
const MAX_NAMES = 4;

/** Values with methods named like those of clients that are not clients. */
const NO_SUBJECT: ReadonlySet<Value['kind']> = new Set([
  'text',
  'list',
  'json',
  'primitive',
  'response',
  'module',
]);

/** True for a call, in an environment, of something unknown: of a class, an object, a global or a client. */
export const isUnresolvedCallee = (
  ctx: Ctx,
  { expression: callee }: Caller,
  env: Env | undefined,
): boolean => {
  if (isOfLanguage(callee)) return false;
  const subjects = ts.isPropertyAccessExpression(callee) ? ctx.evaluate(callee.expression, env) : [];
  if (subjects.some(({ kind }) => NO_SUBJECT.has(kind))) return false;
  return ctx
    .evaluate(callee, env)
    .every(
      (val) =>
        isUnknown(ctx, val) || isGlobal(val) || (val.kind === 'external' && isUndescribed(ctx.clients, val)),
    );
};

/** Name of a callee, shortened to its last parts: `this.http.get`. */
export const calleeName = (call: Caller): string => {
  const names: string[] = [];
  let at = strip(call.expression);
  while (ts.isPropertyAccessExpression(at) && names.length < MAX_NAMES) {
    names.unshift(at.name.text);
    at = strip(at.expression);
  }
  // Name that a lowered file gives to a library: `$RestTemplate`, `$java_lang_Process`.
  const root = ts.isIdentifier(at)
    ? at.text.replace(/^\$(?:\w*_)?(?=[A-Z])/, '')
    : at.kind === ts.SyntaxKind.ThisKeyword
      ? at.getText() || 'this'
      : '…';
  return [root, ...names].join('.');
};
