import { dottedName, loweredFile } from '../syntax/dialect.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import { accessPath, isAssignment } from './paths/access-paths.ts';
import { type Alias, aliasesOf } from './paths/aliases.ts';

/** Change of a variable after its declaration, in source order. */
export type VariableChange =
  | { readonly kind: 'assign'; readonly node: ts.BinaryExpression; readonly path: readonly ts.Node[] }
  | { readonly kind: 'set'; readonly node: ts.CallExpression; readonly path: readonly ts.Node[] }
  /** `list.push(x)`. */
  | { readonly kind: 'push'; readonly node: ts.CallExpression; readonly path: readonly ts.Node[] }
  | { readonly kind: 'merge'; readonly node: ts.CallExpression; readonly path: readonly ts.Node[] }
  /** `delete x.name`, `x.delete(name)`: the path leads to the deleted member, its last step is the name. */
  | {
      readonly kind: 'delete';
      readonly node: ts.DeleteExpression | ts.CallExpression;
      readonly path: readonly ts.Node[];
    }
  /** Passed to a function in a separate statement, which may change it: `sign(options);`, `sign(options.headers);`. */
  | {
      readonly kind: 'passed';
      readonly node: ts.CallExpression;
      readonly path: readonly ts.Node[];
      readonly index: number;
    };

const SETTERS = new Set(['set', 'append', 'setHeader']);
const GROWERS = new Set(['push', 'unshift']);

interface Rooted {
  readonly root: ts.Identifier;
  readonly change: VariableChange;
}

const at = (
  expression: ts.Expression,
  make: (path: readonly ts.Node[]) => VariableChange | undefined,
): readonly Rooted[] => {
  const target = accessPath(expression);
  const change = target && make(target.path);
  return target && change ? [{ root: target.root, change }] : [];
};

const isStatement = (node: ts.CallExpression): boolean =>
  ts.isExpressionStatement(ts.isAwaitExpression(node.parent) ? node.parent.parent : node.parent);

const changesByCall = (node: ts.CallExpression): readonly Rooted[] => {
  const { expression: callee, arguments: given } = node;
  if (ts.isPropertyAccessExpression(callee)) {
    if (SETTERS.has(callee.name.text) && given.length === 2)
      return at(callee.expression, (path) => ({ kind: 'set', node, path }));
    if (callee.name.text === 'delete' && given.length === 1)
      return at(callee.expression, (path) => ({ kind: 'delete', node, path: [...path, given[0]!] }));
    const adds = callee.name.text === 'add' && given.length === 1 && !loweredFile(node);
    if (adds || (GROWERS.has(callee.name.text) && given.length > 0))
      return at(callee.expression, (path) => ({ kind: 'push', node, path }));
    if (callee.name.text === 'assign' && given[0] && dottedName(callee.expression) === 'Object')
      return at(given[0], (path) => ({ kind: 'merge', node, path }));
  }
  if (!isStatement(node)) return [];
  return given.flatMap((argument, index) => at(argument, (path) => ({ kind: 'passed', node, path, index })));
};

const changesAt = (node: ts.Node): readonly Rooted[] => {
  if (ts.isBinaryExpression(node) && isAssignment(node))
    return at(node.left as ts.Expression, (path) => ({ kind: 'assign', node, path }));
  if (ts.isDeleteExpression(node))
    return at(node.expression, (path) => (path.length > 0 ? { kind: 'delete', node, path } : undefined));
  return ts.isCallExpression(node) ? changesByCall(node) : [];
};

const changesIn = oncePerNode((file: ts.SourceFile): ReadonlyMap<string, readonly Rooted[]> => {
  const found = new Map<string, Rooted[]>();
  for (const node of nodesOf(file).changing)
    for (const { root, change } of changesAt(node))
      (found.get(root.text) ?? found.set(root.text, []).get(root.text)!).push({ root, change });
  return found;
});

/** Changes of the variable declared by `name` itself. */
const ownChanges = (name: ts.Identifier): readonly VariableChange[] =>
  (changesIn(name.getSourceFile()).get(name.text) ?? []).flatMap(({ root, change }) =>
    declarationOf(name.text, root) === name ? [change] : [],
  );

/** Maximum number of other names of one object that are followed. */
const MAX_NAMES = 200;

/** Changes by other variables for the object or a member of it; none by those that get another value. */
const changesThrough = (name: ts.Identifier): readonly VariableChange[] => {
  const open: Alias[] = [...aliasesOf(name)];
  const found: VariableChange[] = [];
  for (let at = 0; at < Math.min(open.length, MAX_NAMES); at++) {
    const { name: other, path } = open[at]!;
    const changes = ownChanges(other);
    if (changes.some((change) => change.kind === 'assign' && change.path.length === 0)) continue;
    found.push(...changes.map((change) => ({ ...change, path: [...path, ...change.path] })));
    open.push(...aliasesOf(other).map((alias) => ({ ...alias, path: [...path, ...alias.path] })));
  }
  return found;
};

/** Changes of the variable declared by `name`, in source order, by any name that the code has for its object. */
export const changesOf = oncePerNode((name: ts.Identifier): readonly VariableChange[] => {
  const others = changesThrough(name);
  const own = ownChanges(name);
  return others.length === 0
    ? own
    : [...own, ...others].toSorted((a, b) => a.node.getEnd() - b.node.getEnd());
});

/** Values that the file assigns to an undeclared name (`url = '…'` in a script). */
export const assignedGlobally = (name: ts.Identifier): readonly ts.Expression[] =>
  (changesIn(name.getSourceFile()).get(name.text) ?? []).flatMap(({ root, change }) =>
    change.kind === 'assign' &&
    change.path.length === 0 &&
    change.node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    declarationOf(root.text, root) === undefined
      ? [change.node.right]
      : [],
  );

const blockOf = (node: ts.Node): ts.Node | undefined =>
  ts.findAncestor(node.parent, (at) => ts.isBlock(at) || ts.isSourceFile(at));

/** True when the change happens whenever the declaration does: it is a statement of the same block. */
export const isUnconditional = (change: VariableChange, name: ts.Identifier): boolean => {
  const { parent } = change.node;
  const statement = ts.isAwaitExpression(parent) ? parent.parent : parent;
  // `if (body) headers = { … };` has no block of its own.
  return (
    ts.isExpressionStatement(statement) &&
    (ts.isBlock(statement.parent) || ts.isSourceFile(statement.parent)) &&
    statement.parent === (blockOfParameter(name) ?? blockOf(name))
  );
};

const blockOfParameter = (name: ts.Identifier): ts.Node | undefined => {
  const fn = ts.isParameter(name.parent) ? name.parent.parent : undefined;
  return fn && 'body' in fn ? fn.body : undefined;
};

/** `x = …` and `x += …` after the declaration. */
export const reassignmentsOf = oncePerNode((name: ts.Identifier): readonly ts.BinaryExpression[] =>
  changesOf(name).flatMap((change) =>
    change.kind === 'assign' && change.path.length === 0 ? [change.node] : [],
  ),
);

/** True for a change inside the value of a variable, which another value does not replace. */
export const isInner = (change: VariableChange): boolean =>
  change.kind !== 'assign' || change.path.length > 0;

/** True where the code changes the value of a variable, by any name that it has for it. */
export const isChangedInside = oncePerNode((name: ts.Identifier): boolean => changesOf(name).some(isInner));
