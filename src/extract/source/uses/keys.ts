import { flatten, type Slot } from '../../../model/index.ts';
import { strip } from '../evaluate/arguments.ts';
import type { ObjMember, Val } from '../evaluate/values.ts';
import { declarationOf } from '../syntax/scope.ts';
import { nameReferences } from '../syntax/name-references.ts';
import { ts } from '../syntax/tree.ts';
import { calleeName } from '../requests/unseen-callee.ts';
import type { Flow } from './flow.ts';
import { compared, inert, type StateStep } from './state.ts';

/** Texts that differ between versions of the API: its addresses, and media types. */
const VERSIONED = /api|atlas|\bv\d|vnd\.|json|https?:/i;
/** Names of what is filled under the keys that it is read by. */
const IS_KEPT = /^(?:(?:weak)?map|set|cache\w*|\w+cache|seen|visited|memo|inflight|pending)$/i;
const KEYED = /^(?:get|has|set|add|delete)$/;

/** The last name of what is looked into: `this.cache`. */
const nameOf = (table: ts.Expression): string =>
  calleeName({ expression: table } as ts.CallExpression)
    .split('.')
    .at(-1)!;

/** True for what its name says to be a cache or the like. */
export const isCacheName = (table: ts.Expression): boolean => IS_KEPT.test(nameOf(table));

interface Key {
  readonly text: string;
  readonly slots: readonly Slot[];
}

const keyOfLiteral = (node: ts.Node): readonly Key[] =>
  (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) && !ts.isComputedPropertyName(node.parent)
    ? [{ text: node.text, slots: [] }]
    : [];

/** A key that is written where the member is; one that is computed moves with its text. */
const keyOfMember = ({ nameNode }: ObjMember): readonly Key[] =>
  ts.isIdentifier(nameNode) && ts.isElementAccessExpression(nameNode.parent) ? [] : keyOfLiteral(nameNode);

const keysOfTexts = (vals: readonly Val[]): readonly Key[] =>
  vals.flatMap((val): readonly Key[] => {
    if (val.kind !== 'text') return [];
    const slots = val.text.parts.flatMap((part) => (part.kind === 'known' ? [part.slot] : []));
    return [{ text: flatten(val.text), slots }];
  });

/** The elements of `new Set([…])`. */
const keysOfSet = (flow: Flow, val: Val): readonly Key[] => {
  const made = val.kind === 'external' && val.module === '' ? val.made.at(-1) : undefined;
  const given = made?.call.arguments?.[0];
  if (!made || !given) return [];
  return flow.ctx
    .evaluate(given, made.env)
    .flatMap((list) => (list.kind === 'list' ? list.items.flatMap((item) => keysOfTexts(item())) : []));
};

const keysWritten = (flow: Flow, vals: readonly Val[]): readonly Key[] =>
  vals.flatMap((val) => (val.kind === 'object' ? val.members.flatMap(keyOfMember) : keysOfSet(flow, val)));

/** Places that name the table: its variable, or a field of its name in the file. */
const placesOf = (flow: Flow, table: ts.Expression): readonly ts.Node[] => {
  if (ts.isPropertyAccessExpression(table)) return flow.accesses(table.name.text, table.getSourceFile());
  const declared = ts.isIdentifier(table) ? declarationOf(table.text, table) : undefined;
  return declared ? nameReferences(declared) : [];
};

/** `table.get('v1')`, `table['v1']`: a literal by which a place looks into the table. */
const literalAt = ({ parent }: ts.Node): readonly Key[] => {
  if (ts.isElementAccessExpression(parent)) return literal(parent.argumentExpression);
  if (!ts.isPropertyAccessExpression(parent) || !KEYED.test(parent.name.text)) return [];
  const call = parent.parent;
  return ts.isCallExpression(call) && call.expression === parent ? literal(call.arguments[0]) : [];
};

const literal = (node: ts.Node | undefined): readonly Key[] =>
  node && ts.isStringLiteralLike(node) ? [{ text: node.text, slots: [] }] : [];

const startOf = ({ file, span }: Slot): string => `${file}:${span.start}`;

/** True for an object that is seen, a map or a set. */
const isTable = (val: Val): boolean =>
  val.kind === 'object' || (val.kind === 'external' && val.module === '');

/**
 * Step from a text that a table is looked into by. That compares it with every key of the table: where one is written
 * apart from the text and may be one of its versions, the two are no longer equal after an edit.
 */
export const lookedUp = (flow: Flow, receiver: ts.Expression, node: ts.Node): StateStep => {
  const table = strip(receiver);
  const vals = flow.ctx.evaluate(table, undefined);
  const own = new Set(
    keysOfTexts(flow.ctx.evaluate(node, undefined)).flatMap(({ slots }) => slots.map(startOf)),
  );
  const keys = [...keysWritten(flow, vals), ...placesOf(flow, table).flatMap(literalAt)];
  const differs = keys.some(
    ({ text, slots }) => VERSIONED.test(text) && !slots.some((slot) => own.has(startOf(slot))),
  );
  const isSeen = vals.some(isTable) || isCacheName(table);
  return differs || !isSeen ? compared(node, 'as a key') : inert(node, 'as a key');
};

/** Step from a text that is a key of a table itself: whoever looks into it by another text compares the two. */
export const asKey = (flow: Flow, object: ts.Node, node: ts.Node): StateStep => {
  const variable = ts.isVariableDeclaration(object.parent) ? object.parent.name : undefined;
  const isLookedInto =
    variable !== undefined &&
    ts.isIdentifier(variable) &&
    nameReferences(variable).some(({ parent }) => {
      const index = ts.isElementAccessExpression(parent) ? parent.argumentExpression : undefined;
      return index !== undefined && !isSameText(flow, index, node);
    });
  return isLookedInto ? compared(node, 'as a key') : inert(node, 'as a key');
};

/** True for an index that can be no version of the key, or is the same text. */
const isSameText = (flow: Flow, index: ts.Expression, node: ts.Node): boolean => {
  const own = new Set(
    keysOfTexts(flow.ctx.evaluate(node, undefined)).flatMap(({ slots }) => slots.map(startOf)),
  );
  const vals = flow.ctx.evaluate(index, undefined);
  const keys = keysOfTexts(vals);
  return (
    keys.length === vals.length &&
    keys.every(({ text, slots }) => slots.some((slot) => own.has(startOf(slot))) || !VERSIONED.test(text))
  );
};
