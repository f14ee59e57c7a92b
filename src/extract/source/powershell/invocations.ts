import * as build from '../languages/build.ts';
import { ts } from '../syntax/tree.ts';
import { type Cst, namedIn } from '../languages/tree-sitter.ts';
import { constructed } from './commands.ts';
import { type Lowering, textIn } from './lowering.ts';
import { entryNamed } from '../../../model/index.ts';

const typeIn = (ctx: Lowering, node: Cst): string => textIn(ctx, node).replaceAll(/[[\]\s]/g, '');

const argumentsOf = (ctx: Lowering, node: Cst): readonly ts.Expression[] =>
  node.children
    .filter(({ type }) => type === 'argument_list')
    .flatMap(namedIn)
    .flatMap((each) => (each.type === 'argument_expression_list' ? namedIn(each) : [each]))
    .map((each) => ctx.expression(each));

/** Static methods that return a text, by lower-case type and name, as functions of the common syntax tree. */
const ESCAPES =
  /^(?:system\.)?(?:uri|web\.httputility|net\.webutility)::(?:escapedatastring|urlencode|escapeuristring)$/;

const staticCall = (ctx: Lowering, node: Cst, type: string, name: string): ts.Expression => {
  const args = argumentsOf(ctx, node);
  const full = `${type}::${name}`.toLowerCase();
  const [first, ...others] = args;
  if (full.endsWith('::new')) return constructed(type, args, node);
  if (full === 'string::format' && first)
    return build.call(
      build.member(first, build.nameAt('format', build.nowhere(first.end)), {
        start: first.pos,
        end: first.end,
      }),
      others,
      node,
    );
  if (ESCAPES.test(full) && first)
    return build.call(build.nameAt('encodeURIComponent', build.nowhere(node.start)), [first], node);
  if (/^(?:system\.)?environment::getenvironmentvariable$/.test(full) && first) {
    const at = build.nowhere(node.start);
    return build.element(build.member(build.nameAt('process', at), build.nameAt('env', at), at), first, node);
  }
  return build.opaque(node, args);
};

/** String methods by their names in the common syntax tree. */
const METHODS: Readonly<Record<string, string>> = {
  trimend: 'rstrip',
  trimstart: 'lstrip',
  trim: 'trim',
  replace: 'replace',
  tolower: 'toLowerCase',
  toupper: 'toUpperCase',
  tostring: 'toString',
};

/** `DefaultRequestHeaders.Accept.Add(x)`: the owner, and the header that is added to. */
const headerOwner = (
  ctx: Lowering,
  owner: Cst,
): { readonly client: Cst; readonly header: Cst | undefined } | undefined => {
  const [outer, name] = owner.type === 'member_access' ? namedIn(owner) : [];
  if (!outer || !name) return undefined;
  if (/^DefaultRequestHeaders$/i.test(textIn(ctx, name))) return { client: outer, header: undefined };
  const above = headerOwner(ctx, outer);
  return above && !above.header ? { ...above, header: name } : undefined;
};

/** Lowers a call that adds a header to a .NET client. */
const headerAdded = (
  ctx: Lowering,
  node: Cst,
  owner: Cst,
  args: readonly ts.Expression[],
): ts.Expression | undefined => {
  const found = headerOwner(ctx, owner);
  if (!found) return undefined;
  const headers = build.member(ctx.expression(found.client), build.nameAt('headers', owner), owner);
  const [first, second] = args;
  if (found.header && first) {
    const [value = first] = ts.isNewExpression(first) ? (first.arguments ?? []) : [first];
    return build.assignTo(
      build.member(headers, build.nameAt(textIn(ctx, found.header), found.header), owner),
      value,
      node,
    );
  }
  return first && second
    ? build.assignTo(build.element(headers, first, owner), second, node)
    : build.opaque(node, [headers, ...args]);
};

/** `$x.Method(a, b)`, `[Type]::Method(a)`. */
export const invocation = (ctx: Lowering, node: Cst): ts.Expression => {
  const [owner, name] = namedIn(node);
  if (!owner || !name) return build.opaque(node);
  const written = textIn(ctx, name);
  if (owner.type === 'type_literal') return staticCall(ctx, node, typeIn(ctx, owner), written);
  const args = argumentsOf(ctx, node);
  const lower = written.toLowerCase();
  if (/^(?:add|tryaddwithoutvalidation)$/.test(lower)) {
    const added = headerAdded(ctx, node, owner, args);
    if (added) return added;
    // `$headers.Add('Accept', '…')` changes a hashtable.
    const [key, value, ...others] = args;
    if (key && value && others.length === 0)
      return build.assignTo(
        build.element(ctx.expression(owner), key, { start: owner.start, end: key.end }),
        value,
        node,
      );
  }
  if (lower === 'remove' && args[0] && args.length === 1)
    return ts.setTextRange(
      ts.factory.createDeleteExpression(build.element(ctx.expression(owner), args[0], owner)),
      { pos: node.start, end: node.end },
    );
  const method = entryNamed(METHODS, lower) ?? written;
  return build.call(
    build.member(ctx.expression(owner), build.nameAt(method, name), { start: owner.start, end: name.end }),
    args,
    node,
  );
};
