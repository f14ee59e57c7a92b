import type { Slot } from '../../../model/index.ts';
import { strip } from '../evaluate/arguments.ts';
import type { Val } from '../evaluate/values.ts';
import { nameReferences } from '../syntax/name-references.ts';
import { ts } from '../syntax/tree.ts';
import { calleeName } from '../requests/unseen-callee.ts';
import type { Flow } from './flow.ts';
import { keysOfTexts, keysWritten, literalAt, placesOf } from './table-keys.ts';
import { compared, inert, type StateStep } from './state.ts';

/** Texts that differ between versions of the API: its addresses, and media types. */
const VERSIONED = /api|atlas|\bv\d|vnd\.|json|https?:/i;
/** Names of what is filled under the keys that it is read by. */
const IS_KEPT = /^(?:(?:weak)?map|set|cache\w*|\w+cache|seen|visited|memo|inflight|pending)$/i;

/** True for what its name says to be a cache or the like: `this.cache`. */
export const isCacheName = (table: ts.Expression): boolean =>
  IS_KEPT.test(calleeName({ expression: table } as ts.CallExpression).replace(/^.*\./, ''));

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
  const keys = [...keysWritten(flow.ctx, vals), ...placesOf(table, flow.accesses).flatMap(literalAt)];
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
