import { ts } from '../syntax/tree.ts';
import type { Access, Flow } from './flow.ts';
import { intoPattern } from './patterns.ts';
import type { Path } from '../types/member-path.ts';
import { type StateStep, to, value } from './state.ts';
import { superclassOf } from '../evaluate/classes.ts';
import type { Ctx } from '../evaluate/values.ts';

const FARTHEST = 20;

const isBelow = (ctx: Ctx, lower: ts.ClassLikeDeclaration, upper: ts.ClassLikeDeclaration): boolean => {
  let at: ts.ClassLikeDeclaration | undefined = lower;
  for (let steps = 0; at && steps < FARTHEST; steps++) {
    if (at === upper) return true;
    at = superclassOf(ctx, at);
  }
  return false;
};

/** True where an object of one class may be an instance of the other. */
export const isRelated = (ctx: Ctx, a: ts.ClassLikeDeclaration, b: ts.ClassLikeDeclaration): boolean =>
  isBelow(ctx, a, b) || isBelow(ctx, b, a);

/** Step from a class member to its uses: by name, on objects that are or may be of the class. */
export const stepOfMember = (flow: Flow, owner: ts.Node, name: string, path: Path): StateStep =>
  to(
    ...flow.accesses(name).flatMap((access) => {
      if (!mayBeOf(flow, owner, access)) return [];
      return ts.isBindingElement(access) ? intoPattern(access.name, path) : [value(access, path)];
    }),
  );

const receiverOf = (access: ts.Node): ts.Expression | undefined => {
  if (!ts.isBindingElement(access)) return (access as Access).expression;
  const holder = access.parent.parent;
  return ts.isVariableDeclaration(holder) ? holder.initializer : undefined;
};

const mayBeOf = (flow: Flow, owner: ts.Node, access: ts.Node): boolean => {
  const receiver = receiverOf(access);
  if (!receiver) return false;
  const home = owner.getSourceFile();
  const vals = flow.ctx.evaluate(receiver, undefined);
  return vals.some((val) => {
    if (val.kind === 'instance' || val.kind === 'class')
      return ts.isClassLike(owner) ? isRelated(flow.ctx, owner, val.node) : val.node.getSourceFile() === home;
    if (receiver.kind === ts.SyntaxKind.ThisKeyword)
      return !ts.isClassLike(owner) && access.getSourceFile() === home;
    return val.kind === 'unknown' && knows(flow, access.getSourceFile(), home);
  });
};

/** True for the file itself, and for its importers. */
const knows = ({ importers }: Flow, file: ts.SourceFile, home: ts.SourceFile): boolean =>
  file === home || importers.imports(file.fileName, home.fileName);
