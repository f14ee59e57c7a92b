import type { InsertionPoint, Span, Spelling } from '../../../model/index.ts';
import { insertionPoint, PLAIN_MEMBER } from '../../insertion.ts';
import { eolOf, indentAt } from '../../lines.ts';
import * as build from '../languages/build.ts';
import { markInsertionPoint, markRequest } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { type Chain, upTo } from './chain.ts';
import { spanOf } from './chain-kinds.ts';
import { type DeclaredKind, DECLARED_KINDS } from './declared-kinds.ts';
import { isImported, type Lowering, textIn } from './lowering.ts';
import { callLibrary, newObject } from './names.ts';
import { transportOf } from './client-chains.ts';

// Requests that the methods of an interface declare: `@GET("groups/{id}") Call<Group> group(@Path("id") String id);`.

const spellingIn = (file: string): Spelling => (/\.kts?$/.test(file) ? 'kotlin-double' : 'java-double');

const CLIENT = '$client';

/** Kind of the requests that a file declares, if any. */
const kindIn = (ctx: Lowering): DeclaredKind | undefined =>
  DECLARED_KINDS.find(({ library, written }) => written.test(ctx.text) && isImported(ctx, library));

const textAt = (ctx: Lowering, start: number, length: number): ts.StringLiteral => {
  const span = { start, end: start + length };
  return build.textAt(ctx.text.slice(start, span.end), span, { span, spelling: spellingIn(ctx.file) });
};

/** Literals of an annotation: `"Accept: application/json", "X: y"`. */
interface Lines {
  readonly literals: readonly Span[];
  /** True where the literals are in braces, or are arguments of their own. */
  readonly isList: boolean;
}

const linesIn = (text: string, { headers }: DeclaredKind, { start, end }: Span): Lines | undefined => {
  const found = headers.exec(text.slice(start, end));
  if (!found) return undefined;
  const from = start + found.index + found[0].indexOf('(');
  const literals = [...text.slice(from, start + found.index + found[0].length).matchAll(/"[^"\\]*"/g)].map(
    (match) => ({ start: from + match.index, end: from + match.index + match[0].length }),
  );
  return { literals, isList: found[0].includes('{') };
};

const headerIn = (ctx: Lowering, { start, end }: Span): ts.ObjectLiteralElementLike => {
  const [, before = '', name = '', between = '', value = ''] =
    /^("\s*)([\w-]+)(:\s*)(.*)"$/.exec(ctx.text.slice(start, end)) ?? [];
  if (name === '') return build.spreadMember(build.opaque({ start, end }), { start, end });
  const at = start + before.length;
  return build.property(
    textAt(ctx, at, name.length),
    textAt(ctx, at + name.length + between.length, value.length),
    { start, end },
  );
};

/** Header lines that an interface gives to all its methods. */
const linesOfOwner = (ctx: Lowering, kind: DeclaredKind): Lines | undefined => {
  const name = ctx.scope.owner?.name ?? '';
  const end = ctx.text.search(new RegExp(String.raw`\binterface\s+${name}\b`));
  const before = Math.max(...['}', ';'].map((sign) => ctx.text.lastIndexOf(sign, Math.max(0, end))));
  return end < 0 ? undefined : linesIn(ctx.text, kind, { start: before + 1, end });
};

/** Insertion point for one more header line: in the annotation, or in a new one. */
const pointFor = (
  ctx: Lowering,
  kind: DeclaredKind,
  lines: Lines | undefined,
  at: number,
): InsertionPoint => {
  const { text, file } = ctx;
  const last = lines?.literals.at(-1);
  if (lines && last && (lines.isList || !kind.bracesLists || !file.endsWith('.java')))
    return insertionPoint(file, { at: last.end, before: ', "', after: '"' }, PLAIN_MEMBER);
  if (last) {
    const before = `{${text.slice(last.start, last.end)}, "`;
    return insertionPoint(file, { at: last.start, until: last.end, before, after: '"}' }, PLAIN_MEMBER);
  }
  const [open, close] = kind.annotation(isImported(ctx, kind.headersType));
  const after = `"${close}${eolOf(text)}${indentAt(text, at)}`;
  return insertionPoint(file, { at, before: `${open}"`, after }, PLAIN_MEMBER);
};

/** Body of a method that declares a request: the client of its object sends it; `undefined` for other methods. */
export const declaredBody = (
  ctx: Lowering,
  node: Cst,
  name: Cst | undefined,
  given: readonly ts.ParameterDeclaration[],
): ts.Block | undefined => {
  const kind = name && kindIn(ctx);
  const head = kind && { start: node.start, end: name.start };
  const verb = head && kind.verb.exec(ctx.text.slice(head.start, head.end));
  const [whole = '', method = '', url = ''] = verb ?? [];
  if (!kind || !head || !verb) return undefined;
  const start = head.start + verb.index;
  const lines = linesIn(ctx.text, kind, head);
  const here = build.nowhere(name.end);
  const headers = markInsertionPoint(
    build.object(
      [linesOfOwner(ctx, kind), lines]
        .flatMap((each) => each?.literals ?? [])
        .map((each) => headerIn(ctx, each)),
      here,
    ),
    pointFor(ctx, kind, lines, start),
  );
  const urlAt = start + whole.lastIndexOf(url);
  const member = (key: string, value: ts.Expression): ts.PropertyAssignment =>
    build.property(build.nameAt(key, here), value, { start: value.pos, end: value.end });
  const bodies = given.filter((each) => kind.body.test(ctx.text.slice(each.pos, each.end)));
  const request = markRequest(
    build.object(
      [
        member('method', build.textAt(method.toUpperCase(), here)),
        member('url', textAt(ctx, urlAt, url.length)),
        ...bodies.map((each) => member('body', build.opaque({ start: each.pos, end: each.end }))),
        member('headers', headers),
      ],
      { start, end: name.end },
    ),
  );
  const client = build.member(build.thisAt(here), build.nameAt(CLIENT, here), here);
  const sent = build.call(build.member(client, build.nameAt('send', here), here), [request], {
    start,
    end: name.end,
  });
  return build.block([build.giveBack(sent, here)], here);
};

/** Constructor that keeps the client which sends what the methods of an interface declare. */
export const clientConstructor = (
  ctx: Lowering,
  methods: readonly { readonly node: Cst; readonly name: Cst | undefined }[],
): readonly ts.ClassElement[] => {
  const kind = kindIn(ctx);
  const first = methods.find(
    ({ node, name }) => kind && name && kind.verb.test(ctx.text.slice(node.start, name.start)),
  );
  if (!first) return [];
  const here = build.nowhere(first.node.start);
  const name = (): ts.Identifier => build.nameAt(CLIENT, here);
  const keeps = build.assignTo(build.member(build.thisAt(here), name(), here), name(), here);
  return [
    build.constructorWith(
      [build.parameter({ name: name() }, here)],
      build.block([build.asStatement(keeps, here)], here),
      here,
    ),
  ];
};

const CLASS = /^(\w+)(?:\.class|::class\.java|::class)$/;

/** Object of an interface that a library makes: `retrofit.create(AtlasApi.class)`. */
export const declaredClient = (
  ctx: Lowering,
  chain: Chain,
  lower: (chain: Chain) => ts.Expression,
): ts.Expression | undefined => {
  const link = chain.links.at(-1);
  const kind = link && DECLARED_KINDS.find(({ makes }) => makes.includes(link.name));
  if (!link || !kind || !isImported(ctx, kind.library)) return undefined;
  const [first, second] = link.args;
  const type = link.types ?? CLASS.exec(first ? textIn(ctx, first) : '')?.[1];
  const base = link.types === undefined ? second : first;
  const before = upTo(chain, chain.links.length - 1);
  if (type === undefined || !/^[A-Z]\w*$/.test(type)) return undefined;
  const span = spanOf(chain);
  const changing = before.links.find(({ name }) => /intercept|client/i.test(name));
  const from = changing && { start: changing.at.start, end: changing.end };
  const client = base
    ? callLibrary(
        ctx,
        kind.library,
        'client',
        [
          build.object(
            [build.property(build.nameAt('base', build.nowhere(base.start)), ctx.expression(base), base)],
            span,
          ),
          transportOf(from, span),
        ],
        span,
      )
    : lower(before);
  return newObject(ctx, type, link.at, [client], span);
};
