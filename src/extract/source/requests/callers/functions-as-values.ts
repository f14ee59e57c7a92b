import type { FunctionNode } from '../../evaluate/values.ts';
import { isModuleExports } from '../../syntax/commonjs.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import type { Declaration } from '../../syntax/scope.ts';
import { ts } from '../../syntax/tree.ts';
import { nameReferences } from '../../syntax/name-references.ts';
import type { FunctionsPassed } from './functions-passed.ts';

/** Declaration of a named function: `function f() {}`, `const f = () => {}`. */
const declarationOfFunction = (fn: FunctionNode): Declaration | undefined => {
  if (ts.isFunctionDeclaration(fn)) return fn;
  const { parent } = fn;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name : undefined;
};

const PARTIAL: ReadonlySet<string> = new Set(['bind', 'call', 'apply']);

/** `module.exports = { f }`, `exports.f = f`: its importers are known, or outside the tree. */
const isExported = (reference: ts.Node): boolean => {
  const { parent } = reference;
  if (ts.isExportSpecifier(parent) || ts.isExportAssignment(parent)) return true;
  const value =
    ts.isShorthandPropertyAssignment(parent) || ts.isPropertyAssignment(parent) ? parent.parent : reference;
  const assigned = value.parent;
  if (!ts.isBinaryExpression(assigned) || assigned.right !== value) return false;
  const { left } = assigned;
  if (isModuleExports(left)) return true;
  return ts.isPropertyAccessExpression(left) && /^(?:module\.)?exports$/.test(left.expression.getText());
};

/** True for a reference that calls the function, or does nothing with it. */
const isHarmless = (reference: ts.Identifier): boolean => {
  const { parent } = reference;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression === reference;
  if (ts.isPropertyAccessExpression(parent)) return !PARTIAL.has(parent.name.text);
  return ts.isTypeNode(parent) || ts.isExpressionStatement(parent) || isExported(reference);
};

const isKept = oncePerNode((fn: FunctionNode): boolean => {
  const declaration = declarationOfFunction(fn);
  return declaration === undefined || nameReferences(declaration).every(isHarmless);
});

/** True for a function that is used as a value and may be called with unknown arguments: `useSWR(url, fetcher)`. */
export const isUsedAsValue = (fn: FunctionNode, functionsPassed: FunctionsPassed): boolean =>
  !isKept(fn) || functionsPassed.of(fn).length > 0 || functionsPassed.isNamed(fn);
