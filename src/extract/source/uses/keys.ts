import type { Slot } from '../../../model/index.ts';
import { strip } from '../evaluate/arguments.ts';
import type { Value } from '../evaluate/values.ts';
import { nameReferences } from '../syntax/name-references.ts';
import { ts } from '../syntax/tree.ts';
import { isCacheName } from '../requests/collection-calls.ts';
import type { Flow } from './flow.ts';
import { keysOfTexts, keysWritten, literalAt, placesOf } from './table-keys.ts';
import { compared, inert, type StateStep } from './state.ts';

/** Matches texts that differ between versions of the API: its URLs and media types. */
const VERSIONED = /api|atlas|\bv\d|vnd\.|json|https?:/i;
const startOf = ({ file, span }: Slot): string => `${file}:${span.start}`;

/** True for a known object, a map or a set. */
const isTable = (val: Value): boolean =>
  val.kind === 'object' || (val.kind === 'external' && val.module === '');

/**
 * Step from a text used as a lookup key, which is compared with every key of the table: where a key is
 * written separately from the text and may be one of its versions, an edit makes the two differ.
 */
export const lookedUp = (flow: Flow, receiver: ts.Expression, node: ts.Node): StateStep => {
  const table = strip(receiver);
  const vals = flow.ctx.evaluate(table, undefined);
  const own = new Set(
    keysOfTexts(flow.ctx.evaluate(node, undefined)).flatMap(({ slots }) => slots.map(startOf)),
  );
  const keys = [...keysWritten(flow.ctx, vals), ...placesOf(table, flow.accesses).flatMap(literalAt)];
  const differs = keys.some(
    ({ text, slots }) => VERSIONED.test(text) && !slots.some((slot) => own.has(startOf(slot))),
  );
  const isSeen = vals.some(isTable) || isCacheName(table);
  return differs || !isSeen ? compared(node, 'as a key') : inert(node, 'as a key');
};

/** Step from a text that is a key of a table: a lookup by another text compares the two. */
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

/** True for an index that cannot be a version of the key, or is the same text. */
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
