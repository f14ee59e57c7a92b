import type { InsertionPoint } from '../../../model/index.ts';
import { insertionPoint } from '../../insertion.ts';
import { dialectOf, loweredFile } from '../syntax/dialect.ts';
import { quoteStyle } from '../syntax/layout.ts';
import {
  gapBehindOpening,
  gapForHeadersIn,
  gapForOptions,
  gapInChain,
  gapInObject,
} from '../syntax/insertion-points.ts';
import { hasHeaders, headersOption } from './options.ts';
import { spreadText } from '../evaluate/written/spread-text.ts';
import { writtenName } from '../syntax/member-names.ts';
import { ts } from '../syntax/tree.ts';
import type { Sending } from './sending.ts';
import type { Ctx, Env, Value } from '../evaluate/values.ts';

/** True for a value that can be spread into an object: not `Headers`, and not a list of pairs. */
const isPlain = (val: Value): boolean =>
  val.kind === 'primitive' ||
  (val.kind === 'object' &&
    !ts.isNewExpression(val.node) &&
    !(val.literal && ts.isNewExpression(val.literal)));

/** True where the headers of options that a variable holds can be spread: `...options.headers`. */
export const holdsPlainHeaders = ({ ctx, env, match, args: { options }, call }: Sending): boolean =>
  options !== undefined &&
  (options.object ? [options.object] : ctx.evaluate(options.node, env)).every(
    (val) => val.kind !== 'object' || headersOption(val, match.row, call).every(isPlain),
  );

const around = (node: ts.Node, list: boolean, [before, after]: readonly [string, string]): InsertionPoint => {
  const { assigns, bareKeys } = dialectOf(node).insertion;
  const quote = quoteStyle(node);
  return insertionPoint(
    node.getSourceFile().fileName,
    { at: node.getStart(), until: node.getEnd(), before, after },
    { separator: assigns, key: bareKeys ? 'bare' : quote, value: quote, list },
  );
};

/** Where a header is written into options, and how its client takes it. */
interface Into {
  readonly ctx: Ctx;
  readonly env: Env | undefined;
  readonly list: boolean;
  readonly name: string;
}

/** `HEADERS` → `{ ...HEADERS, … }`. */
export const spreadInsertionPoint = (
  { ctx, env, list }: Into,
  headers: ts.Expression,
): InsertionPoint | undefined => {
  const vals = ctx.evaluate(headers, env);
  const pieces = dialectOf(headers).insertion.around(spreadText(headers, vals));
  return pieces && vals.every(isPlain) ? around(headers, list, pieces) : undefined;
};

/** `headers: HEADERS` → `headers: { ...HEADERS, … }`. */
export const insertionPointInOptions = (
  { ctx, env, list, name }: Into,
  options: ts.ObjectLiteralExpression,
): InsertionPoint | undefined => {
  const own = options.properties.findLast((property) => writtenName(property) === name);
  if (!own)
    return options.properties.some(ts.isSpreadAssignment) ? undefined : gapForHeadersIn(options, list, name);
  if (ts.isShorthandPropertyAssignment(own))
    return ctx.evaluate(own.name, env).every(isPlain)
      ? around(own, list, [`${name}: { ...${name}, `, ' }'])
      : undefined;
  if (!ts.isPropertyAssignment(own)) return undefined;
  const { initializer } = own;
  if (ts.isObjectLiteralExpression(initializer)) return gapInObject(initializer, list);
  return spreadInsertionPoint({ ctx, env, list, name }, initializer);
};

/** `send(url, options)` → `send(url, { ...options, headers: { ...options.headers, … } })`. */
const aroundOptions = (sending: Sending, node: ts.Expression): InsertionPoint | undefined => {
  const { match, args } = sending;
  const object = args.options?.object;
  const [name] = match.row.options.headers;
  if (!object || name === undefined || !ts.isIdentifier(node) || loweredFile(node)) return undefined;
  if (!holdsPlainHeaders(sending)) return undefined;
  const own = object.complete && !hasHeaders(object, match.row) ? '' : `...${node.text}.${name}, `;
  return around(node, match.row.listValues, [`{ ...${node.text}, ${name}: { ${own}`, ' } }']);
};

/**
 * Insertion point in options that a call is not given yet. Those of `fetch(request, options)` would replace all headers of
 * the request: they are given to `new Request(url)`.
 */
export const insertionPointForOptions = (
  { args, match, call }: Sending,
  callback: ts.Expression | undefined,
): { gap: InsertionPoint | undefined; literal: ts.Node | undefined } => {
  const [name] = match.row.options.headers;
  const [sender, missing] = args.request ? [args.request.call, 0] : [args.writtenIn ?? call, args.missing];
  return missing === undefined || sender.arguments?.some((argument) => ts.isSpreadElement(argument)) === true
    ? { gap: undefined, literal: undefined }
    : { gap: gapForOptions(sender, missing, match.row.listValues, name, callback), literal: sender };
};

/**
 * Insertion point for a header of this call alone, over everything that it shares with other calls; none
 * where inserting it needs unknown values.
 */
export const insertionPointAtCall = (sending: Sending): InsertionPoint | undefined => {
  const { args, match, call } = sending;
  if (match.row.heuristic || match.row.configured || match.row.byRequest || args.headers) return undefined;
  if (match.row.opened) return gapBehindOpening(call);
  if (match.row.chained) return gapInChain(call);
  const [name] = match.row.options.headers;
  if (name === undefined) return undefined;
  const { options } = args;
  if (options)
    return ts.isObjectLiteralExpression(options.node)
      ? insertionPointInOptions({ ...sending, list: match.row.listValues, name }, options.node)
      : aroundOptions(sending, options.node);
  return insertionPointForOptions(sending, undefined).gap;
};
