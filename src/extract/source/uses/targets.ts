import { dottedName } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import { propertyName } from './patterns.ts';
import { ANY, NOTHING, other, type Path, type Step, to, value } from './state.ts';

/** `module.exports`, `exports`. */
const isExports = (node: ts.Expression): boolean =>
  (ts.isIdentifier(node) && node.text === 'exports' && !declarationOf('exports', node)) ||
  (ts.isPropertyAccessExpression(node) &&
    node.name.text === 'exports' &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'module');

const GLOBALS = /^(?:globalThis|global|window|self)$/;

const ownerOf = (node: ts.Node): ts.Node => ts.findAncestor(node, ts.isClassLike) ?? node.getSourceFile();

/** What gets the text by an assignment to `target`: a variable, a member, what a module exports. */
export const intoTarget = (target: ts.Expression, path: Path): Step => {
  const file = target.getSourceFile().fileName;
  if (isExports(target)) return to({ kind: 'export', module: file, name: '', path });
  if (ts.isIdentifier(target)) {
    const declaration = declarationOf(target.text, target);
    return to(
      declaration ? { kind: 'name', node: declaration, path } : { kind: 'global', name: target.text, path },
    );
  }
  if (ts.isParenthesizedExpression(target) || ts.isNonNullExpression(target) || ts.isAsExpression(target))
    return intoTarget(target.expression, path);
  if (ts.isPropertyAccessExpression(target)) return intoMember(target.expression, target.name.text, path);
  if (ts.isElementAccessExpression(target))
    return intoMember(target.expression, propertyName(target.argumentExpression) ?? ANY, path);
  return other(target, 'in an assignment that cannot be followed');
};

const intoMember = (owner: ts.Expression, name: string, path: Path): Step => {
  const file = owner.getSourceFile().fileName;
  if (isExports(owner)) return to({ kind: 'export', module: file, name, path });
  if (owner.kind === ts.SyntaxKind.ThisKeyword)
    return to({ kind: 'member', owner: ownerOf(owner), name, path });
  if (ts.isIdentifier(owner) && !declarationOf(owner.text, owner) && GLOBALS.test(owner.text))
    return to({ kind: 'global', name, path });
  if (/^process\.env$|^import\.meta\.env$|^(?:Bun|Deno)\.env$/.test(dottedName(owner)))
    return other(owner, 'in the environment of the process');
  return intoTarget(owner, [name, ...path]);
};

/** What `this.name` may be in the methods of an object literal. */
export const thisMembersIn = (
  literal: ts.ObjectLiteralExpression,
  accesses: readonly ts.Node[],
  rest: Path,
): Step => {
  const inside = accesses.filter(
    (node) =>
      node.pos >= literal.pos &&
      node.end <= literal.end &&
      (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) &&
      node.expression.kind === ts.SyntaxKind.ThisKeyword,
  );
  return inside.length === 0 ? NOTHING : to(...inside.map((node) => value(node, rest)));
};
