import { fieldTypeIn, writtenTypeOf } from '../types/contexts.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx } from '../evaluate/values.ts';
import { choosersOf, type ListedText } from '../types/listed-texts.ts';
import type { Ending, State } from './state.ts';

const isConst = (type: ts.TypeNode): boolean =>
  ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'const';

const ofValue = (node: ts.Node): ts.TypeNode | undefined => {
  const { parent } = node;
  if (ts.isSatisfiesExpression(parent)) return parent.type;
  if (ts.isAsExpression(parent) || ts.isTypeAssertionExpression(parent))
    return isConst(parent.type) ? undefined : parent.type;
  if (ts.isReturnStatement(parent)) return ts.findAncestor(parent, ts.isFunctionLike)?.type;
  return ts.isArrowFunction(parent) && parent.body === node ? parent.type : undefined;
};

/** Declared type of what holds a text: of a variable, parameter, field or result, or in an assertion. */
export const typeOfHolder = (state: State): ts.TypeNode | undefined => {
  if (state.kind === 'value') return ofValue(state.node);
  if (state.kind === 'name') return ts.isIdentifier(state.node) ? writtenTypeOf(state.node) : undefined;
  return state.kind === 'member' && ts.isClassLike(state.owner)
    ? fieldTypeIn(state.owner, state.name)
    : undefined;
};

/** Texts of a type that may change with a literal: the same, or any that a template is made of, at both places. */
const changingWith = (literal: ts.Node | undefined, listed: readonly ListedText[]): readonly ListedText[] => {
  if (!literal || ts.isTemplateExpression(literal)) return literal ? listed : [];
  const text = ts.isStringLiteralLike(literal) ? literal.text : undefined;
  const same = listed.filter((one) => one.text === text);
  const isMade = listed.every((one) => !ts.isIdentifier(one) && !ts.isStringLiteralLike(one));
  return same.length > 0 || !isMade ? same : listed;
};

/**
 * The ending with the texts of its type that change with the literal; nothing where the type is derived from the
 * literal.
 */
export const withSameTexts = (ctx: Ctx, ending: Ending, literal: ts.Node | undefined): readonly Ending[] => {
  if (ending.as !== 'typed') return [ending];
  const listed = changingWith(literal, ending.listed ?? []);
  if (listed.some((one) => one === literal)) return [];
  return [{ ...ending, listed: [...listed, ...listed.flatMap((one) => choosersOf(ctx, one))] }];
};
