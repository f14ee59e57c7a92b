import { topBy } from '../../syntax/climb.ts';
import { nodesOf } from '../../syntax/nodes.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';
import { propertyOfObject } from '../objects.ts';
import type { Ctx, Env, FunctionNode, InstanceValue, ObjectValue, Value } from '../values.ts';

/** Instance with the members that code outside of its class sets: `client.base = OTHER`. */
export const withFields = (instance: InstanceValue, seen: ObjectValue): InstanceValue => ({
  ...instance,
  env: {
    fn: undefined,
    call: undefined,
    argument: () => undefined,
    fields: { of: instance.node, seen },
    next: instance.env,
  },
});

/** Values that code outside of the class assigns to a field, and whether they certainly replace those of the class. */
export const fieldGiven = (
  instance: InstanceValue,
  name: string,
  isOf: (of: ts.ClassLikeDeclaration) => boolean,
): { readonly vals: readonly Value[]; readonly certain: boolean } => {
  for (let at: Env | undefined = instance.env; at; at = at.next) {
    if (!at.fields || !isOf(at.fields.of)) continue;
    const { seen } = at.fields;
    const members = seen.members.filter((member) => member.name === name);
    if (members.length === 0 && seen.complete) continue;
    const certain = members.some((member) => member.certain);
    return { vals: propertyOfObject(seen, name, seen.node), certain };
  }
  return { vals: [], certain: false };
};

const nameSet = (node: ts.Node): string | undefined =>
  ts.isBinaryExpression(node) &&
  ts.isPropertyAccessExpression(node.left) &&
  node.left.expression.kind !== ts.SyntaxKind.ThisKeyword
    ? node.left.name.text
    : undefined;

/** Names that `Object.assign(new Client(), { base })` sets on the instance. */
const namesMerged = (node: ts.Node): readonly string[] => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: owner, name } = node.expression;
  if (name.text !== 'assign' || !ts.isIdentifier(owner) || owner.text !== 'Object') return [];
  return node.arguments
    .slice(1)
    .filter(ts.isObjectLiteralExpression)
    .flatMap(({ properties }) => properties)
    .flatMap(({ name: key }) => (key && ts.isIdentifier(key) ? [key.text] : []));
};

const namesGivenIn = oncePerNode(
  (file: ts.SourceFile): ReadonlySet<string> =>
    new Set(nodesOf(file).changing.flatMap((node) => [nameSet(node) ?? [], namesMerged(node)].flat())),
);

/** Names of fields that the loaded files set from outside of a class, by the list of files. */
const namesGiven = new WeakMap<ReturnType<Ctx['program']['loaded']>, ReadonlySet<string>>();

/** True where some code may set a field of that name on an instance from outside of its class. */
export const isGivenOutside = (ctx: Ctx, name: string): boolean => {
  const loaded = ctx.program.loaded();
  const names = namesGiven.get(loaded) ?? new Set(loaded.flatMap(({ file }) => [...namesGivenIn(file)]));
  namesGiven.set(loaded, names);
  return names.has(name);
};

const functionOrClassAt = topBy((node) =>
  ts.isFunctionLike(node) || ts.isClassLike(node) ? undefined : (node.parent as ts.Node | undefined),
);

/** Enclosing method, or function in a field, of the class that `this` refers to. */
export const methodAround = (node: ts.Node): FunctionNode | undefined => {
  let found: ts.Node | undefined;
  for (let at = functionOrClassAt(node.parent); ts.isFunctionLike(at); at = functionOrClassAt(at.parent))
    found = at;
  return found as FunctionNode | undefined;
};
