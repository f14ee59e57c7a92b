import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import { isRelated } from './class-members.ts';
import type { Flow } from './flow.ts';
import { NOTHING, other, type Path, type StateStep, TEXT, to, value } from './state.ts';

/** Methods that the language calls where an object becomes a text. */
const CONVERTS = /^(?:toString|valueOf|toJSON|\[Symbol\.toPrimitive\])$/;

/** `this` in a class, as a value: what is called on it is seen by its name. */
const selvesIn = (owner: ts.ClassLikeDeclaration): readonly ts.Node[] => {
  const found: ts.Node[] = [];
  walk(owner, (node) => {
    const isValue =
      node.kind === ts.SyntaxKind.ThisKeyword &&
      !ts.isPropertyAccessExpression(node.parent) &&
      !ts.isReturnStatement(node.parent);
    if (isValue) found.push(node);
    return node === owner || !ts.isClassLike(node);
  });
  return found;
};

/** The places where objects of a class are made, or stand for themselves. */
const objectsOf = (flow: Flow, owner: ts.ClassLikeDeclaration): readonly ts.Node[] => [
  ...flow.ctx.program
    .loaded()
    .flatMap(({ file }) =>
      nodesOf(file).calls.filter(
        (call) =>
          ts.isNewExpression(call) &&
          flow.ctx
            .evaluate(call.expression, undefined)
            .some((val) => val.kind === 'class' && isRelated(flow.ctx, val.node, owner)),
      ),
    ),
  ...selvesIn(owner),
];

/** Step from what a method gives to the texts that objects with it become: `${path}`, `String(path)`. */
export const converted = (
  flow: Flow,
  method: ts.MethodDeclaration | ts.PropertyAssignment,
  path: Path,
): StateStep => {
  if (!CONVERTS.test(method.name.getText())) return NOTHING;
  const owner = method.parent;
  const objects = ts.isClassLike(owner) ? objectsOf(flow, owner) : [owner];
  return objects.length === 0
    ? other(method, 'in texts that objects become which are made elsewhere')
    : to(...objects.map((node) => value(node, [TEXT, ...path])));
};
