import { flatten, type Slot, slotsOf } from '../../../model/index.ts';
import type { Ctx, ObjMember, Value } from '../evaluate/values.ts';
import { nameReferences } from '../syntax/name-references.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';

const KEYED = /^(?:get|has|set|add|delete)$/;

/** Key of a table, with the expression it comes from if that is not its own literal. */
export interface Key {
  readonly text: string;
  readonly slots: readonly Slot[];
}

const keyOfLiteral = (node: ts.Node): readonly Key[] =>
  (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) && !ts.isComputedPropertyName(node.parent)
    ? [{ text: node.text, slots: [] }]
    : [];

/** Key written at its member; a computed one moves with its text. */
const keyOfMember = ({ nameNode }: ObjMember): readonly Key[] =>
  ts.isIdentifier(nameNode) && ts.isElementAccessExpression(nameNode.parent) ? [] : keyOfLiteral(nameNode);

/** Keys that texts may be. */
export const keysOfTexts = (vals: readonly Value[]): readonly Key[] =>
  vals.flatMap((val): readonly Key[] => {
    if (val.kind !== 'text') return [];
    return [{ text: flatten(val.text), slots: slotsOf(val.text) }];
  });

/** Elements of `new Set([…])`. */
const keysOfSet = (ctx: Ctx, val: Value): readonly Key[] => {
  const made = val.kind === 'external' && val.module === '' ? val.made.at(-1) : undefined;
  const given = made?.call.arguments?.[0];
  if (!made || !given) return [];
  return ctx
    .evaluate(given, made.env)
    .flatMap((list) => (list.kind === 'list' ? list.items.flatMap((item) => keysOfTexts(item())) : []));
};

/** Keys in a table's definition. */
export const keysWritten = (ctx: Ctx, vals: readonly Value[]): readonly Key[] =>
  vals.flatMap((val) => (val.kind === 'object' ? val.members.flatMap(keyOfMember) : keysOfSet(ctx, val)));

/** References to a table: its variable, or a field of its name in the file. */
export const placesOf = (
  table: ts.Expression,
  fieldsNamed: (name: string, file: ts.SourceFile) => readonly ts.Node[],
): readonly ts.Node[] => {
  if (ts.isPropertyAccessExpression(table)) return fieldsNamed(table.name.text, table.getSourceFile());
  const declared = ts.isIdentifier(table) ? declarationOf(table.text, table) : undefined;
  return declared ? nameReferences(declared) : [];
};

/** Literal lookup key: `table.get('v1')`, `table['v1']`. */
export const literalAt = ({ parent }: ts.Node): readonly Key[] => {
  if (ts.isElementAccessExpression(parent)) return literal(parent.argumentExpression);
  if (!ts.isPropertyAccessExpression(parent) || !KEYED.test(parent.name.text)) return [];
  const call = parent.parent;
  return ts.isCallExpression(call) && call.expression === parent ? literal(call.arguments[0]) : [];
};

const literal = (node: ts.Node | undefined): readonly Key[] =>
  node && ts.isStringLiteralLike(node) ? [{ text: node.text, slots: [] }] : [];
