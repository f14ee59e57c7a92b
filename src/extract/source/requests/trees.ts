import type { Member, OpaqueTree, Removal, Span, Tree } from '../../../model/index.ts';
import { exactValue } from '../../../model/index.ts';
import { gapInObject, isCall } from '../syntax/insertion-points.ts';
import { isClosed } from '../syntax/dialect.ts';
import { localUsesOf } from './local-uses.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { ts } from '../syntax/tree.ts';
import { fixedSlot, placeOf, slotOfName, slotOfString } from '../syntax/slots.ts';
import { typeOfShape } from '../types/index.ts';
import type {
  Ctx,
  Env,
  InstanceValue,
  ListValue,
  ObjectValue,
  ObjMember,
  Value,
} from '../evaluate/values.ts';

/** True when evaluating the expression twice has the same effect as once: names, property paths, literals. */
const isPure = (node: ts.Node): boolean => {
  if (ts.isIdentifier(node) || ts.isLiteralExpression(node) || node.kind === ts.SyntaxKind.ThisKeyword)
    return true;
  if (
    ts.isPropertyAccessExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isParenthesizedExpression(node)
  )
    return isPure(node.expression);
  if (ts.isElementAccessExpression(node)) return isPure(node.expression) && isPure(node.argumentExpression);
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind !== ts.SyntaxKind.EqualsToken && isPure(node.left) && isPure(node.right);
  if (ts.isTemplateExpression(node)) return node.templateSpans.every((span) => isPure(span.expression));
  if (ts.isConditionalExpression(node))
    return isPure(node.condition) && isPure(node.whenTrue) && isPure(node.whenFalse);
  return ts.isAsExpression(node) && isPure(node.expression);
};

/** Maximum nesting of a payload before it is opaque: hostile nesting must not end the run. */
const MAX_DEPTH = 60;
/** Maximum number of literals that are visited again in a payload; beyond that they are opaque. */
const MAX_REPEATS = 2000;
/** Maximum number of literals that are visited inside of themselves: an object that holds itself has no end. */
const MAX_INSIDE = 50;

/** Progress of building a tree. */
interface Growth {
  readonly depth: number;
  readonly met: Set<ts.Node>;
  /** Literals around the present one. */
  readonly around: readonly ts.Node[];
  /** Number of times a literal was visited again, and inside of itself. */
  readonly repeats: { count: number; inside: number };
}

const started = (): Growth => ({ depth: 0, met: new Set(), around: [], repeats: { count: 0, inside: 0 } });

const deeper = (growth: Growth, within: ts.Node): Growth => ({
  ...growth,
  depth: growth.depth + 1,
  around: [...growth.around, within],
});

/** True when literals were visited again too often. */
const isSpent = ({ met, around, repeats }: Growth, node: ts.Node): boolean => {
  if (met.has(node)) repeats.count++;
  else met.add(node);
  if (around.includes(node)) repeats.inside++;
  return repeats.count > MAX_REPEATS || repeats.inside > MAX_INSIDE;
};

const opaque = (node: ts.Node): OpaqueTree => ({ kind: 'opaque', ...placeOf(node), pure: isPure(node) });

/** Positions in a literal, shared by all of its members. */
interface Layout {
  readonly container: Span;
  readonly siblings: readonly Span[];
  readonly index: ReadonlyMap<ts.Node, number>;
}

const layoutOf = oncePerNode((literal: ts.ObjectLiteralExpression): Layout => ({
  container: placeOf(literal).span,
  siblings: literal.properties.map((property) => placeOf(property).span),
  index: new Map(literal.properties.map((property, at) => [property, at])),
}));

/** How a member can be removed from its literal, or its statement from its block. */
const removalOf = ({ node }: ObjMember): Removal | undefined => {
  if (ts.isObjectLiteralElementLike(node) && ts.isObjectLiteralExpression(node.parent)) {
    const { parent } = node;
    if (isClosed(parent)) return undefined;
    const { container, siblings, index } = layoutOf(parent);
    return { kind: 'member', container, siblings, index: index.get(node)! };
  }
  return ts.isExpressionStatement(node.parent)
    ? { kind: 'statement', statement: placeOf(node.parent).span }
    : undefined;
};

/** True for a name that is written literally, false for a computed one: `[REGION]`, `body[key]`. */
const isWrittenName = ({ nameNode }: ObjMember): boolean => {
  const isArgument =
    ts.isElementAccessExpression(nameNode.parent) && nameNode.parent.argumentExpression === nameNode;
  const given = ts.isComputedPropertyName(nameNode) ? nameNode.expression : isArgument && nameNode;
  return !given || ts.isStringLiteralLike(given) || ts.isNumericLiteral(given);
};

const memberOf = (ctx: Ctx, member: ObjMember, growth: Growth): Member => ({
  key: isWrittenName(member) ? slotOfName(member.nameNode) : fixedSlot(member.nameNode, member.name),
  value: treeOf(ctx, member.value(), member.expression ?? member.node, growth),
  place: placeOf(member.node),
  removal: removalOf(member),
  certain: member.certain,
});

/** True for a literal inside a literal, which is used with the outer one. */
const isNested = ({ parent }: ts.Node): boolean =>
  ts.isPropertyAssignment(parent) || ts.isArrayLiteralExpression(parent);

const objectTree = (ctx: Ctx, val: ObjectValue, growth: Growth): Tree => {
  const written = val.literal && ts.isObjectLiteralExpression(val.literal) ? val.literal : undefined;
  const literal = written && !isCall(written) ? written : undefined;
  const isWhole = literal !== undefined && !isNested(literal);
  const reads = isWhole ? localUsesOf(ctx, literal) : [];
  const typed = isWhole ? typeOfShape(ctx, literal) : undefined;
  const inside = deeper(growth, val.node);
  return {
    kind: 'object',
    ...placeOf(literal ?? val.node),
    // A member set to undefined is not sent; one that may be undefined is uncertain.
    members: val.members.map((member) => memberOf(ctx, member, inside)),
    complete: val.complete && val.members.every(isWrittenName),
    gap: literal && gapInObject(literal, false),
    ...(typed && { typed }),
    ...(reads.length > 0 && { reads }),
  };
};

const listTree = (ctx: Ctx, val: ListValue, growth: Growth): Tree => ({
  kind: 'list',
  ...placeOf(val.node),
  items: val.items.map((item, index) => {
    const elements = ts.isArrayLiteralExpression(val.node) ? val.node.elements : undefined;
    return treeOf(ctx, item(), elements?.[index] ?? val.node, deeper(growth, val.node));
  }),
  complete: val.complete,
});

/** Result of a class's `toJSON`. */
const serialised = (ctx: Ctx, val: InstanceValue, node: ts.Node, growth: Growth): Tree => {
  const vals = ctx
    .property(val, 'toJSON', node, false)
    .flatMap((method) =>
      method.kind === 'function' ? ctx.call(method, undefined, () => undefined, val.env) : [],
    );
  return vals.length > 0 ? treeOf(ctx, vals, node, deeper(growth, val.node)) : opaque(node);
};

/**
 * Payload of an expression. Only one alternative can be resolved; an object that may also be something
 * unknown is opaque.
 */
export const treeOf = (ctx: Ctx, vals: readonly Value[], node: ts.Node, growth: Growth = started()): Tree => {
  const present = vals.filter((val) => val.kind !== 'primitive' || val.value !== undefined);
  const [only] = present;
  if (present.length !== 1 || !only || growth.depth > MAX_DEPTH) return opaque(node);
  if (only.kind === 'json') return treeOf(ctx, only.of, node, growth);
  if ((only.kind === 'object' || only.kind === 'list') && isSpent(growth, only.node)) return opaque(node);
  if (only.kind === 'object') return objectTree(ctx, only, growth);
  if (only.kind === 'list') return listTree(ctx, only, growth);
  if (only.kind === 'primitive')
    return { kind: 'scalar', ...placeOf(only.node), value: only.value ?? null, slot: undefined };
  if (only.kind === 'instance') return serialised(ctx, only, node, growth);
  if (only.kind === 'unknown' && only.document) {
    const { path, node: load } = only.document;
    return { ...opaque(node), document: path, reads: localUsesOf(ctx, load) };
  }
  if (only.kind !== 'text') return opaque(node);
  const value = exactValue(only.text);
  if (value === undefined) return { ...opaque(node), text: only.text };
  const slot = ts.isStringLiteralLike(only.node) ? slotOfString(only.node) : undefined;
  return { kind: 'scalar', ...placeOf(slot ? only.node : node), value, slot };
};

/** Payload of an expression, evaluated in an environment. */
export const treeOfExpression = (ctx: Ctx, node: ts.Expression, env: Env | undefined): Tree =>
  treeOf(ctx, ctx.evaluate(node, env), node);
