import { dottedName } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import { nameReferences } from '../syntax/name-references.ts';
import { ANY, type Path, propertyName } from '../types/member-path.ts';
import { NOTHING, other, type StateStep, to, value } from './state.ts';

/** `module.exports`, `exports`. */
const isExports = (node: ts.Expression): boolean =>
  (ts.isIdentifier(node) && node.text === 'exports' && !declarationOf('exports', node)) ||
  (ts.isPropertyAccessExpression(node) &&
    node.name.text === 'exports' &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'module');

const GLOBALS = /^(?:globalThis|global|window|self)$/;

/** `globalThis`, `window`. */
export const isGlobalObject = (node: ts.Node): boolean =>
  ts.isIdentifier(node) && GLOBALS.test(node.text) && !declarationOf(node.text, node);

/**
 * Parameter whose member is assigned the text, where its function does nothing else with it: holders of the
 * same object read `ctx.base = BASE`.
 */
export const parameterWritten = (target: ts.Expression): ts.Identifier | undefined => {
  let owner: ts.Expression = target;
  while (ts.isPropertyAccessExpression(owner) || ts.isElementAccessExpression(owner))
    owner = owner.expression;
  if (owner === target || !ts.isIdentifier(owner)) return undefined;
  const declared = declarationOf(owner.text, owner);
  const isParameter = declared !== undefined && ts.isParameter(declared.parent);
  return isParameter && nameReferences(declared).length === 1 ? owner : undefined;
};

const ownerOf = (node: ts.Node): ts.Node => ts.findAncestor(node, ts.isClassLike) ?? node.getSourceFile();

/** Step into the `target` of an assignment: a variable, a member, an export of a module. */
export const intoTarget = (target: ts.Expression, path: Path): StateStep => {
  const file = target.getSourceFile().fileName;
  if (isExports(target)) return to({ kind: 'export', module: file, name: '', path });
  if (ts.isIdentifier(target)) {
    const declaration = declarationOf(target.text, target);
    return to(
      declaration
        ? { kind: 'name', node: declaration, path }
        : { kind: 'global', name: target.text, path, at: target },
    );
  }
  if (ts.isParenthesizedExpression(target) || ts.isNonNullExpression(target) || ts.isAsExpression(target))
    return intoTarget(target.expression, path);
  if (ts.isPropertyAccessExpression(target)) return intoMember(target.expression, target.name.text, path);
  if (ts.isElementAccessExpression(target))
    return intoMember(target.expression, propertyName(target.argumentExpression) ?? ANY, path);
  return other(target, 'in an assignment that cannot be followed');
};

const intoMember = (owner: ts.Expression, name: string, path: Path): StateStep => {
  const file = owner.getSourceFile().fileName;
  if (isExports(owner)) return to({ kind: 'export', module: file, name, path });
  if (owner.kind === ts.SyntaxKind.ThisKeyword)
    return to({ kind: 'member', owner: ownerOf(owner), name, path });
  if (isGlobalObject(owner)) return to({ kind: 'global', name, path, at: owner });
  if (/^process\.env$|^import\.meta\.env$|^(?:Bun|Deno)\.env$/.test(dottedName(owner)))
    return other(owner, 'in the environment of the process');
  return intoTarget(owner, [name, ...path]);
};

/** Members that `this.name` may be in the methods of an object literal. */
export const thisMembersIn = (
  literal: ts.ObjectLiteralExpression,
  accesses: readonly ts.Node[],
  rest: Path,
): StateStep => {
  const inside = accesses.filter(
    (node) =>
      node.pos >= literal.pos &&
      node.end <= literal.end &&
      (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) &&
      node.expression.kind === ts.SyntaxKind.ThisKeyword,
  );
  return inside.length === 0 ? NOTHING : to(...inside.map((node) => value(node, rest)));
};
