import type { Span } from '../../../model/index.ts';
import { insertionPoint, PLAIN_MEMBER } from '../../insertion.ts';
import { eolOf, indentAt, startsLine } from '../../lines.ts';
import * as build from '../languages/build.ts';
import { markClosed, markLines, markInsertionPoint } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { optionSet } from './curl-options.ts';
import { type Lowering, textIn } from './lowering.ts';
import { entryNamed } from '../../../model/index.ts';

// Lowers a curl handle to an object of its URL, method, headers and body, which each option changes.

const MADE = /^(\$(?:this->)?\w+)\s*=\s*@?\\?curl_init\b/;

/** Headers of a new handle: one more can be inserted after the statement that makes it. */
const noHeaders = (ctx: Lowering, span: Span): ts.Expression => {
  const { statement, text } = ctx;
  const headers = markLines(build.object([], build.nowhere(span.end)));
  const target = MADE.exec(text.slice(statement.start, statement.end))?.[1];
  if (target === undefined || !startsLine(text, statement.start) || text[statement.end - 1] !== ';')
    return markClosed(headers);
  const lead = `${eolOf(text)}${indentAt(text, statement.start)}`;
  const room = {
    at: statement.end,
    before: `${lead}curl_setopt(${target}, CURLOPT_HTTPHEADER, ['`,
    after: "']);",
  };
  return markInsertionPoint(headers, insertionPoint(ctx.path, room, PLAIN_MEMBER));
};

/** `curl_init($url)`. */
export const handleMade = (ctx: Lowering, args: readonly ts.Expression[], node: Cst): ts.Expression => {
  const [url] = args;
  const at = build.nowhere(node.end);
  return build.object(
    [
      ...(url ? [build.property(build.nameAt('url', at), url, { start: url.pos, end: url.end })] : []),
      build.property(build.nameAt('headers', at), noHeaders(ctx, node), at),
    ],
    node,
  );
};

/** `curl_exec($ch)`: sends the request; its response is text. */
export const handleSent = (handle: ts.Expression, node: Cst): ts.Expression => {
  const at = build.nowhere(node.start);
  const sent = build.call(
    build.member(build.nameAt('Curl', at), build.nameAt('exec', at), at),
    [handle],
    node,
  );
  return build.call(build.member(sent, build.nameAt('text', at), at), [], node);
};

const set = (ctx: Lowering, handle: Cst, name: string, value: ts.Expression, node: Cst): ts.Statement => {
  const at = build.nowhere(node.start);
  return build.asStatement(
    build.assignTo(build.member(ctx.expression(handle), build.nameAt(name, at), handle), value, node),
    node,
  );
};

const merged = (ctx: Lowering, handle: Cst, value: ts.Expression, node: Cst): ts.Statement => {
  const at = build.nowhere(node.start);
  const assign = build.member(build.nameAt('Object', at), build.nameAt('assign', at), at);
  return build.asStatement(build.call(assign, [ctx.expression(handle), value], node), node);
};

/** Lowers statements that change a handle: `curl_setopt($ch, CURLOPT_URL, $url);`; `undefined` for all other calls. */
export const handleChanged = (ctx: Lowering, node: Cst): readonly ts.Statement[] | undefined => {
  const callee = childIn(node, 'function');
  const name = callee ? textIn(ctx, callee).replace(/^\\/, '') : '';
  const [handle, option, value] = namedIn(childIn(node, 'arguments') ?? node).map(
    (each) => namedIn(each).at(-1) ?? each,
  );
  if (!/^curl_(?:setopt(?:_array)?|reset)$/.test(name) || !handle) return undefined;
  if (name === 'curl_setopt_array' && option) return [merged(ctx, handle, ctx.expression(option), node)];
  const sets = name === 'curl_setopt' && option && value ? optionSet(ctx, option, value) : undefined;
  if (sets) return sets.map((each) => set(ctx, handle, each.name, each.value, node));
  return [merged(ctx, handle, build.opaque(node, value ? [ctx.expression(value)] : []), node)];
};

/** Lowers `$options[CURLOPT_URL] = $url;`; `undefined` for all other keys. */
export const optionAssigned = (
  ctx: Lowering,
  owner: Cst,
  key: Cst,
  value: Cst,
  node: Cst,
): readonly ts.Statement[] | undefined => {
  if (!/^\\?CURLOPT_/.test(textIn(ctx, key))) return undefined;
  const sets = optionSet(ctx, key, value);
  return sets?.map((each) => set(ctx, owner, each.name, each.value, node));
};

/** Reads `$options[CURLOPT_URL]`. */
export const optionRead = (ctx: Lowering, owner: Cst, key: Cst, node: Cst): ts.Expression | undefined => {
  const name = /^\\?CURLOPT_(URL|HTTPHEADER|POSTFIELDS)$/.exec(textIn(ctx, key))?.[1];
  if (name === undefined) return undefined;
  const as = entryNamed({ URL: 'url', HTTPHEADER: 'headers', POSTFIELDS: 'body' }, name)!;
  return build.member(ctx.expression(owner), build.nameAt(as, key), node);
};
