import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import { isRelated } from './class-members.ts';
import type { Flow } from './flow.ts';
import { type Path, TEXT } from '../types/member-path.ts';
import { NOTHING, other, type StateStep, to, value } from './state.ts';

/** Methods that the language calls to convert an object to text. */
const CONVERTS = /^(?:toString|valueOf|toJSON|\[Symbol\.toPrimitive\])$/;

/** `this` as a value in a class; calls on it are resolved by name. */
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

/** Expressions that construct objects of a class, or represent them. */
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

/** Step from a method's result to the texts that its objects are converted to: `${path}`, `String(path)`. */
export const converted = (
  flow: Flow,
  method: ts.MethodDeclaration | ts.PropertyAssignment,
  path: Path,
): StateStep => {
  if (!CONVERTS.test(method.name.getText())) return NOTHING;
  const owner = method.parent;
  const objects = ts.isClassLike(owner) ? objectsOf(flow, owner) : [owner];
  return objects.length === 0
    ? other(method, 'in the text form of objects that are created elsewhere')
    : to(...objects.map((node) => value(node, [TEXT, ...path])));
};
