import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import type { Chain } from './chain.ts';
import { isTypeOf, type Lowering, textIn, typeOfName } from './lowering.ts';
import { nameOf } from './names.ts';
import { mergedInto } from './requests.ts';
import { entryNamed } from '../../../model/index.ts';

/** Types of objects that are filled member by member: maps and headers. */
interface Holder {
  readonly library: string;
  readonly type: RegExp;
  /** Method that a fix calls to add a header, where it holds headers. */
  readonly writes: string;
}

const HOLDERS: readonly Holder[] = [
  { library: 'org.springframework.http', type: /^HttpHeaders$/, writes: 'set' },
  { library: 'java.util', type: /^(?:Linked|Tree|Concurrent)?(?:Hash)?Map$/, writes: 'put' },
];

const holderOf = (ctx: Lowering, type: string): Holder | undefined =>
  HOLDERS.find((holder) => holder.type.test(type) && isTypeOf(ctx, type, holder.library));

/** True for a type of objects that are filled member by member. */
export const isHolder = (ctx: Lowering, type: string): boolean => holderOf(ctx, type) !== undefined;

/** True for a type of objects that hold headers. */
export const isHeaders = (ctx: Lowering, type: string): boolean => holderOf(ctx, type)?.writes === 'set';

export const headerMethodOf = (ctx: Lowering, type: string): string => holderOf(ctx, type)?.writes ?? 'put';

/** Methods of headers that do not change Accept. */
const LEAVES_ACCEPT =
  /^(?:get|contains|is|size$|forEach$|to|set(?:Content|Cache|Connection|Date|ETag|Host|If|Origin|Pragma|Range|Upgrade|Last|Expires|Location))/;

const PUTS = new Set(['put', 'set', 'add', 'putIfAbsent', 'addIfAbsent']);
const NAMED: Readonly<Record<string, string>> = {
  setAccept: 'Accept',
  setContentType: 'Content-Type',
  setBearerAuth: 'Authorization',
  setBasicAuth: 'Authorization',
};

/** The only item of a list literal: `List.of(MediaType.APPLICATION_JSON)`. */
const onlyItem = (value: ts.Expression): ts.Expression => {
  const items = (value as Partial<ts.ArrayLiteralExpression>).elements;
  return items?.length === 1 ? items[0]! : value;
};

/** Lowers a statement that changes the object in a variable: `headers.set(name, value);`, `map.putAll(other);`. */
export const changeOfHolder = (
  ctx: Lowering,
  { root, made, links }: Chain,
  span: Span,
): readonly ts.Statement[] | undefined => {
  const [link, ...more] = links;
  if (!root || made || !link || more.length > 0) return undefined;
  const variable = textIn(ctx, root);
  const type = /^\w+$/.test(variable) ? typeOfName(ctx, variable) : undefined;
  if (type === undefined || !isHolder(ctx, type)) return undefined;
  const [first, second] = link.args.map((arg) => ctx.expression(arg));
  const target = nameOf(ctx, variable, root);
  const set = (name: ts.Expression, value: ts.Expression): readonly ts.Statement[] => [
    build.asStatement(build.assignTo(build.element(target, name, root), value, span), span),
  ];
  if (PUTS.has(link.name) && first && second) return set(first, second);
  const header = entryNamed(NAMED, link.name);
  if (header !== undefined && first) {
    const value = header === 'Authorization' ? build.opaque(span, [first]) : onlyItem(first);
    return set(build.textAt(header, build.nowhere(link.at.start)), value);
  }
  if ((link.name === 'putAll' || link.name === 'addAll') && first && !second)
    return [build.asStatement(mergedInto(target, first, span), span)];
  if (!isHeaders(ctx, type) || LEAVES_ACCEPT.test(link.name)) return undefined;
  const given = build.opaque(
    span,
    [first, second].flatMap((each) => each ?? []),
  );
  return [build.asStatement(mergedInto(target, given, span), span)];
};
