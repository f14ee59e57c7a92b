import * as build from '../languages/build.ts';
import { insertionPoint, pairMember } from '../../insertion.ts';
import { markRequest, markInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, packageOf, textIn } from './lowering.ts';

/** One call of a chain: `.SetHeader("Accept", "…")`. */
interface Link {
  readonly name: string;
  readonly args: readonly Cst[];
  readonly node: Cst;
}

/** Splits `a.B().C(x)` into its root and its calls, in order. */
const chainOf = (ctx: Lowering, node: Cst): { root: Cst; links: readonly Link[] } => {
  const links: Link[] = [];
  let at = node;
  for (;;) {
    const callee = at.type === 'call_expression' ? childIn(at, 'function') : undefined;
    const [owner, name] =
      callee?.type === 'selector_expression' ? [childIn(callee, 'operand'), childIn(callee, 'field')] : [];
    if (!owner || !name) return { root: at, links: links.toReversed() };
    const args = namedIn(childIn(at, 'arguments') ?? { children: [] });
    links.push({ name: textIn(ctx, name), args, node: at });
    at = owner;
  }
};

const VERB = /^(?:Get|Post|Put|Patch|Delete|Head|Options)$/;

/** `SetHeader(name, value)`, `SetHeaders(map)`, `Set(name, value)`. */
const headerOf = (
  ctx: Lowering,
  { name, args: [first, second], node }: Link,
): readonly ts.ObjectLiteralElementLike[] => {
  if (!/^(?:SetHeaders?|SetHeaderVerbatim|Set|Add)$/.test(name) || !first) return [];
  const key = ctx.expression(first);
  if (!second) return name === 'SetHeaders' ? [build.spreadMember(key, node)] : [];
  return [
    build.property(ts.isStringLiteral(key) ? key : build.computed(key), ctx.expression(second), {
      start: first.start,
      end: second.end,
    }),
  ];
};

const isBody = ({ name }: Link): boolean => /^(?:SetBody|BodyJSON|Body)$/.test(name);

/** Headers that the calls set, with an insertion point after the first call. */
const headersIn = (
  ctx: Lowering,
  links: readonly Link[],
  behind: Link,
  setter: string,
): ts.ObjectLiteralExpression =>
  markInsertionPoint(
    build.object(
      links.flatMap((link) => headerOf(ctx, link)),
      behind.node,
    ),
    insertionPoint(
      ctx.path,
      { at: behind.node.end, before: `.${setter}(`, after: ')' },
      pairMember('double'),
    ),
  );

const others = (ctx: Lowering, links: readonly Link[], node: Cst): readonly ts.ObjectLiteralElementLike[] => {
  const left = links.filter(
    (link) =>
      !isBody(link) &&
      !VERB.test(link.name) &&
      !/^(?:SetHeader|Set$|Add$|Execute|Base$|Path$)/.test(link.name),
  );
  const given = left.flatMap(({ args }) => args.map((each) => ctx.expression(each)));
  return given.length > 0 ? [build.namedProperty('more', build.array(given, node))] : [];
};

const bodyOf = (ctx: Lowering, links: readonly Link[]): readonly ts.ObjectLiteralElementLike[] => {
  const body = links.findLast(isBody)?.args[0];
  return body ? [build.namedProperty('json', ctx.expression(body))] : [];
};

/** `client.R().SetHeader(…).Get(url)` of resty. */
const restySent = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const { links } = chainOf(ctx, node);
  const start = links.findIndex(({ name, args }) => name === 'R' && args.length === 0);
  const [begin, last] = [links[start], links.at(-1)];
  if (!begin || !last || begin === last) return undefined;
  const isVerb = VERB.test(last.name) && last.args.length === 1;
  if (!isVerb && !(last.name === 'Execute' && last.args.length === 2)) return undefined;
  const method = isVerb
    ? build.textAt(last.name.toUpperCase(), build.nowhere(last.node.end))
    : ctx.expression(last.args[0]!);
  const own = links.slice(start + 1);
  const request = markRequest(
    build.object(
      [
        build.namedProperty('method', method),
        build.namedProperty('url', ctx.expression(last.args.at(-1)!)),
        ...bodyOf(ctx, own),
        ...others(ctx, own, node),
        build.namedProperty('headers', headersIn(ctx, own, begin, 'SetHeader')),
      ],
      node,
    ),
  );
  const client = childIn(childIn(begin.node, 'function')!, 'operand')!;
  return build.call(
    build.member(ctx.expression(client), build.nameAt('Do', build.nowhere(node.end)), node),
    [request],
    node,
  );
};

const RESTY = /(?:\/resty(?:\/v\d+)?|resty\.v\d+)$/;

/** `resty.New().SetBaseURL(base).SetHeader(…)` as the client and its defaults. */
const restyMade = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const { root, links } = chainOf(ctx, node);
  const [begin, ...more] = links;
  const path = packageOf(ctx, root);
  if (!begin || path === undefined || !RESTY.test(path) || !begin.name.startsWith('New')) return undefined;
  const base = more.findLast(({ name }) => /^Set(?:BaseURL|HostURL)$/.test(name))?.args[0];
  const made = build.member(ctx.expression(root), build.nameAt('New', build.nowhere(root.end)), begin.node);
  const defaults = [
    ...(base ? [build.namedProperty('baseURL', ctx.expression(base))] : []),
    build.namedProperty('headers', headersIn(ctx, more, begin, 'SetHeader')),
  ];
  return build.construct(made, [build.object(defaults, node)], node);
};

/** `sling.New().Base(base).Get(path).Set(…).Receive(…)`. */
const slingSent = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const { root, links } = chainOf(ctx, node);
  const [begin, ...more] = links;
  const path = packageOf(ctx, root);
  const last = more.at(-1);
  if (!begin || !last || path === undefined || !path.endsWith('/sling')) return undefined;
  if (!/^(?:Receive|ReceiveSuccess|Do|Request)$/.test(last.name)) return undefined;
  const verb = more.findLast(({ name }) => VERB.test(name));
  const pieces = more.filter(
    ({ name, args }) => args.length === 1 && (VERB.test(name) || /^(?:Base|Path)$/.test(name)),
  );
  const [first, ...rest] = pieces.map(({ args }) => ctx.expression(args[0]!));
  if (!first) return undefined;
  const url = rest.reduce(
    (base, each) =>
      build.construct(build.nameAt('URL', build.nowhere(each.pos)), [each, base], {
        start: base.pos,
        end: each.end,
      }),
    first,
  );
  const request = markRequest(
    build.object(
      [
        build.namedProperty(
          'method',
          build.textAt(verb?.name.toUpperCase() ?? 'GET', build.nowhere(node.end)),
        ),
        build.namedProperty('url', url),
        ...bodyOf(ctx, more),
        ...others(ctx, more, node),
        build.namedProperty('headers', headersIn(ctx, more, begin, 'Set')),
      ],
      node,
    ),
  );
  if (last.name === 'Request') return request;
  return build.call(
    build.member(ctx.expression(root), build.nameAt('Do', build.nowhere(node.end)), node),
    [request],
    node,
  );
};

/** Lowers requests and clients that are built by a chain of calls. */
export const builderSent = (ctx: Lowering, node: Cst): ts.Expression | undefined =>
  restySent(ctx, node) ?? restyMade(ctx, node) ?? slingSent(ctx, node);
