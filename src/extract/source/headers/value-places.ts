import type { Slot } from '../../../model/index.ts';
import type { Value } from '../evaluate/values.ts';
import { declarationOf } from '../syntax/scope.ts';
import { slotOfExpression } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';

const namesByExpression = (node: ts.Node): boolean =>
  ts.isComputedPropertyName(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node);

/** True for a name that is a parameter, `headers[name] = value`: the statement sets other headers as well. */
const isNamedByCaller = (node: ts.Node): boolean => {
  const name = ts.isComputedPropertyName(node) ? node.expression : node;
  if (!ts.isIdentifier(name) || !namesByExpression(name.parent)) return false;
  const declared = declarationOf(name.text, name);
  return declared !== undefined && ts.findAncestor(declared as ts.Node, ts.isParameter) !== undefined;
};

/** Where a caller writes the value of a header that it names; a place that cannot be edited if it is not one literal. */
const placeAtCaller = (node: ts.Node, [val, ...others]: readonly Value[]): Slot =>
  val?.kind === 'text' && others.length === 0 && ts.isStringLiteralLike(val.node)
    ? slotOfExpression(val.node, '')
    : { ...slotOfExpression(node, ''), spelling: 'fixed' };

/** Where the value of a header is written, so that an edit there changes no other header. */
export const placeOfValue = (name: ts.Node, value: ts.Node, vals: readonly Value[]): Slot =>
  isNamedByCaller(name) ? placeAtCaller(value, vals) : slotOfExpression(value, '');
