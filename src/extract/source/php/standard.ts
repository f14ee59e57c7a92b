import * as build from '../languages/build.ts';
import { HAS, OR_ABSENT } from '../languages/operators.ts';
import { isLines, markLines } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { handleMade, handleSent } from './curl.ts';
import type { Lowering } from './lowering.ts';

// Built-in functions of PHP, lowered to the common syntax tree.

type Args = readonly ts.Expression[];
type Make = (args: Args, node: Cst, ctx: Lowering) => ts.Expression | undefined;

const global = (owner: string, name: string, node: Cst): ts.Expression => {
  const at = build.nowhere(node.start);
  return build.member(build.nameAt(owner, at), build.nameAt(name, at), at);
};

const of =
  (owner: string, name: string, most = Infinity): Make =>
  (args, node) =>
    args.length === 0 ? undefined : build.call(global(owner, name, node), args.slice(0, most), node);

/** `strtolower($x)` as a method of its first argument. */
const method =
  (name: string, ...rest: readonly string[]): Make =>
  ([first, ...others], node) => {
    if (!first) return undefined;
    const at = build.nowhere(node.start);
    const given = others.length > 0 ? others : rest.map((each) => build.textAt(each, at));
    return build.call(build.member(first, build.nameAt(name, at), at), given, node);
  };

const environment: Make = ([name, fallback], node) => {
  if (!name) return undefined;
  const read = build.element(global('process', 'env', node), name, {
    start: node.start,
    end: fallback ? name.end : node.end,
  });
  return fallback ? build.binary(read, OR_ABSENT, fallback, node) : read;
};

const spanOf = ({ pos, end }: ts.Node): { start: number; end: number } => ({ start: pos, end });

/** Merged members of all arguments; later ones win. */
const merged: Make = (args, node) => {
  if (args.length === 0) return undefined;
  if (args.every((arg) => ts.isArrayLiteralExpression(arg))) return build.opaque(node, args);
  const members = args.map((arg) => build.spreadMember(arg, spanOf(arg)));
  const literal = build.object(members, node);
  return args.some(isLines) ? markLines(literal) : literal;
};

/** `compact('url', 'headers')`. */
const shorthand: Make = (args, node) =>
  args.every((arg) => ts.isStringLiteral(arg))
    ? build.object(
        args.map((arg) => build.property(arg, build.nameAt(`$${arg.text}`, spanOf(arg)), spanOf(arg))),
        node,
      )
    : undefined;

/** `isset($x['a'])`, `array_key_exists('a', $x)`: tests for a member. */
const has: Make = (args, node) => {
  const tests = args.map((arg) =>
    ts.isElementAccessExpression(arg)
      ? build.binary(arg.argumentExpression, HAS, arg.expression, node)
      : ts.isPropertyAccessExpression(arg)
        ? build.binary(build.textAt(arg.name.text, node), HAS, arg.expression, node)
        : arg,
  );
  return build.opaque(node, tests);
};

const joined: Make = ([separator, list], node) => {
  if (!separator || !list) return undefined;
  if (ts.isObjectLiteralExpression(list) && isLines(list)) return list;
  const at = build.nowhere(node.start);
  return build.call(build.member(list, build.nameAt('join', at), at), [separator], node);
};

const replaced: Make = ([from, to, subject], node) => {
  if (!from || !to || !subject) return undefined;
  const at = build.nowhere(node.start);
  return build.call(build.member(subject, build.nameAt('replaceAll', at), at), [from, to], node);
};

const callback =
  (name: string, isFirst: boolean): Make =>
  ([first, second], node) => {
    const [list, fn] = isFirst ? [second, first] : [first, second];
    const at = build.nowhere(node.start);
    return list && fn ? build.call(build.member(list, build.nameAt(name, at), at), [fn], node) : undefined;
  };

/** `file_get_contents($url, false, $context)`: the request options are the context's member `http`. */
const opened: Make = (args, node) => {
  const [url] = args;
  const context = args.at(-1);
  const at = build.nowhere(node.start);
  if (!url) return undefined;
  if (args.length < 3 || !context)
    return asText(build.call(global('Stream', 'open', node), [url], node), node);
  const given = build.call(
    global('Stream', 'get', node),
    [url, build.member(context, build.nameAt('http', at), at)],
    node,
  );
  return asText(given, node);
};

const asText = (sent: ts.Expression, node: Cst): ts.Expression => {
  const at = build.nowhere(node.start);
  return build.call(build.member(sent, build.nameAt('text', at), at), [], node);
};

/** Function that takes a handle and sends nothing. */
const unread: Make = (_args, node) => build.opaque(node);

const first: Make = ([given]) => given;

const SLASHES = ' \t\n\r\0\u000b';

const FUNCTIONS: Readonly<Record<string, Make>> = {
  sprintf: of('Php', 'sprintf'),
  vsprintf: of('Php', 'vsprintf'),
  json_encode: of('JSON', 'stringify', 1),
  json_decode: of('JSON', 'parse', 1),
  getenv: environment,
  env: environment,
  rtrim: method('rstrip', SLASHES),
  chop: method('rstrip', SLASHES),
  ltrim: method('lstrip', SLASHES),
  trim: method('strip', SLASHES),
  strtolower: method('toLowerCase'),
  strtoupper: method('toUpperCase'),
  strval: first,
  iterator_to_array: first,
  array_values: first,
  array_filter: first,
  collect: first,
  str_replace: replaced,
  implode: joined,
  join: joined,
  urlencode: (args, node) =>
    args[0] && build.call(build.nameAt('encodeURIComponent', build.nowhere(node.start)), [args[0]], node),
  rawurlencode: (args, node) =>
    args[0] && build.call(build.nameAt('encodeURIComponent', build.nowhere(node.start)), [args[0]], node),
  compact: shorthand,
  array_merge: merged,
  array_replace: merged,
  isset: has,
  array_key_exists: ([key, list], node) => (key && list ? build.binary(key, HAS, list, node) : undefined),
  array_map: callback('map', true),
  array_walk: callback('forEach', false),
  error_log: of('console', 'log'),
  printf: of('console', 'log'),
  print_r: of('console', 'log'),
  var_dump: of('console', 'log'),
  trigger_error: of('console', 'log'),
  curl_init: (args, node, ctx) => handleMade(ctx, args, node),
  curl_exec: ([handle], node) => handle && handleSent(handle, node),
  curl_close: unread,
  curl_errno: unread,
  curl_error: unread,
  curl_getinfo: unread,
  curl_multi_remove_handle: unread,
  curl_multi_getcontent: unread,
  curl_share_setopt: unread,
  curl_multi_add_handle: ([, handle], node) => handle && handleSent(handle, node),
  stream_context_create: first,
  file_get_contents: opened,
  fopen: ([url, mode, path, context], node, ctx) =>
    url && opened(mode && path && context ? [url, path, context] : [url], node, ctx),
  exec: of('Shell', 'exec', 1),
  shell_exec: of('Shell', 'shell_exec', 1),
  passthru: of('Shell', 'run', 1),
  system: of('Shell', 'run', 1),
  popen: of('Shell', 'run', 1),
  proc_open: of('Shell', 'run', 1),
  escapeshellarg: of('Shell', 'escapeshellarg', 1),
  wp_remote_get: of('WordPress', 'get'),
  wp_remote_post: of('WordPress', 'post'),
  wp_remote_head: of('WordPress', 'head'),
  wp_remote_request: of('WordPress', 'request'),
  wp_safe_remote_get: of('WordPress', 'get'),
  wp_safe_remote_post: of('WordPress', 'post'),
  wp_remote_retrieve_body: ([answer], node) => answer && asText(answer, node),
};

/** True for spread arguments, of which nothing is known. */
const isSpread = (args: Args): boolean => args.some((arg) => ts.isSpreadElement(arg));

/** Lowers a call of a built-in PHP function; `undefined` for all others. */
export const offered = (ctx: Lowering, name: string, args: Args, node: Cst): ts.Expression | undefined => {
  const make = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!make || isSpread(args) || (args.length === 0 && name !== 'curl_init')) return undefined;
  return make(args, node, ctx);
};
