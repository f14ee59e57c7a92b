import { removeMembers } from '../fix/edits/members.ts';
import { lineEnd } from '../fix/edits/trivia.ts';
import { rewriteSlot } from '../fix/edits/spelling.ts';
import { isInside } from '../model/index.ts';
import type { Edit, Member, ObjectTree } from '../model/index.ts';
import { closeOf, columnIndent, isBlock, leadOf } from './block.ts';
import type { Remarks } from './outcome.ts';
import { blockMember, printBlock } from './print-block.ts';
import { memberText, printValue } from './print.ts';
import type { Printer } from './print.ts';
import type { ObjectShape, OpaqueShape, ScalarShape, Shape, ShapeMember } from './shape.ts';
import { valueSpan } from './source-text.ts';
import { indentNear, isMultiline } from './lines.ts';

/** Collector of the edits of one payload. */
export interface Emission {
  readonly printer: Printer;
  readonly edits: Edit[];
  /** Reasons why edits cannot be written, by pointer. */
  readonly refusals: Remarks;
  readonly pointerOf: (shape: Shape) => string;
}

const isLeaf = (shape: Shape): shape is ScalarShape | OpaqueShape =>
  shape.kind === 'scalar' || shape.kind === 'opaque';

const rename = (part: ShapeMember, before: Member, emission: Emission): void => {
  if (part.key === before.key.value) return;
  const edit = rewriteSlot(before.key, part.key, emission.printer.text);
  if (edit === undefined)
    emission.refusals.add(emission.pointerOf(part.value), 'its name cannot be rewritten here.');
  else emission.edits.push(edit);
};

const replacement = (value: Shape, before: Member, owner: ObjectTree, printer: Printer): Edit => {
  const { text } = printer;
  const { start, end } = valueSpan(before, text);
  if (isInside(before.place, before.value) && isBlock(before.value, text) && !isLeaf(value)) {
    const indent = columnIndent(text, start);
    const lead = leadOf(before, text);
    const block = (lead < start ? indent : '') + printBlock(value, indent, printer);
    return { span: { start: lead, end: closeOf(before.value, text) }, text: block };
  }
  const indent = indentNear(text, before.place.span.start);
  return { span: { start, end }, text: printValue(value, indent, printer, !isMultiline(owner, text)) };
};

/** True where the written value can stay: edits inside it say what changed in it. */
const stays = (value: Shape, before: Member, emission: Emission): boolean => {
  if (value.tree === undefined || value.tree !== before.value) return false;
  const isReference = value.kind === 'object' && value.reference !== undefined;
  return isReference || isLeaf(value) || descend(value, emission);
};

/** The member that replaces the written one. */
const emitMember = (part: ShapeMember, before: Member, owner: ObjectTree, emission: Emission): void => {
  const { printer, edits } = emission;
  if (stays(part.value, before, emission)) return rename(part, before, emission);
  if (before.key.spelling !== 'js-shorthand') {
    rename(part, before, emission);
    edits.push(replacement(part.value, before, owner, printer));
    return;
  }
  const { span } = before.place;
  const text = memberText(
    part,
    indentNear(printer.text, span.start),
    printer,
    !isMultiline(owner, printer.text),
  );
  edits.push({ span, text });
};

const descendList = (after: readonly Shape[], emission: Emission): void => {
  for (const item of after) if (!isLeaf(item)) descend(item, emission);
};

/** Edits inside a container that keeps its position; false where it has to be printed as a whole. */
const descend = (after: Shape, emission: Emission): boolean => {
  if (after.kind === 'list') {
    const { tree, items } = after;
    const lined =
      tree?.items.length === items.length && items.every(({ tree: item }, at) => item === tree.items[at]);
    if (lined) descendList(items, emission);
    return lined;
  }
  if (after.kind !== 'object' || after.tree === undefined) return false;
  const before = new Set(after.tree.members);
  if (!after.members.some(({ from }) => from !== undefined && before.has(from))) return false;
  emitObject(after, after.tree, emission);
  return true;
};

const remove = (gone: readonly Member[], tree: ObjectTree, emission: Emission): void => {
  const here = gone.filter(({ place }) => isInside(tree, place));
  const removals = here.map(({ removal }) => removal).filter((removal) => removal !== undefined);
  if (removals.length < gone.length)
    emission.refusals.add('', `${gone.map(({ key }) => key.value).join(', ')} cannot be removed here.`);
  const { text } = emission.printer;
  const removed = removals.length < gone.length ? [] : removeMembers(removals, text);
  // An edit that changes nothing keeps other fixes away from a neighbor; here all edits are one fix.
  const edits = removed.filter(({ span, text: made }) => text.slice(span.start, span.end) !== made);
  emission.edits.push(...edits);
  for (const member of gone)
    emission.printer.comments.leave(
      member,
      edits.map(({ span }) => span),
    );
};

/** New members of a block start on the line after the anchor and its comments. */
const insertLines = (parts: readonly ShapeMember[], anchor: Member, { printer, edits }: Emission): void => {
  const { text, style } = printer;
  const indent = columnIndent(text, anchor.place.span.start);
  const at = lineEnd(text, Math.max(anchor.place.span.end, closeOf(anchor.value, text)));
  const lines = parts.map((part) => style.eol + indent + blockMember(part, indent, printer));
  edits.push({ span: { start: at, end: at }, text: lines.join('') });
};

/** New members follow the anchor on its line, or each on a line of its own. */
const insertBehind = (
  parts: readonly ShapeMember[],
  anchor: Member,
  oneLine: boolean,
  { printer, edits }: Emission,
): void => {
  const { text, style } = printer;
  const { start, end } = anchor.place.span;
  const indent = indentNear(text, start);
  const lead = oneLine ? style.comma : `,${style.eol}${indent}`;
  const members = parts.map((part) => lead + memberText(part, indent, printer, oneLine));
  edits.push({ span: { start: end, end }, text: members.join('') });
};

/** The new members that follow `anchor`, in one edit: two insertions at one position would have no order. */
const insert = (
  parts: readonly ShapeMember[],
  anchor: Member,
  owner: ObjectTree,
  emission: Emission,
): void => {
  const { text } = emission.printer;
  if (parts.length === 0) return;
  if (isBlock(owner, text)) insertLines(parts, anchor, emission);
  else insertBehind(parts, anchor, !isMultiline(owner, text), emission);
};

const emitMembers = (after: ObjectShape, tree: ObjectTree, emission: Emission): void => {
  after.members.forEach((part, at) => {
    const { from } = part;
    if (from === undefined) return;
    emitMember(part, from, tree, emission);
    const next = after.members.findIndex((other, index) => index > at && other.from !== undefined);
    insert(after.members.slice(at + 1, next < 0 ? undefined : next), from, tree, emission);
  });
};

/** Edits that turn the written object into the new one; members that did not change keep their bytes. */
export const emitObject = (after: ObjectShape, tree: ObjectTree, emission: Emission): void => {
  const kept = new Set(after.members.map(({ from }) => from));
  for (const member of tree.members) if (kept.has(member)) emission.printer.comments.keep(member);
  const gone = tree.members.filter((member) => !kept.has(member));
  if (gone.length > 0) remove(gone, tree, emission);
  emitMembers(after, tree, emission);
};
