import { removeMembers } from '../edit/members.ts';
import { rewriteSlot } from '../edit/spelling.ts';
import { isInside } from '../model/index.ts';
import type { Edit, Member, ObjectTree, Span } from '../model/index.ts';
import type { Remarks } from './outcome.ts';
import { memberText, printValue } from './print.ts';
import type { Printer } from './print.ts';
import type { ObjectShape, Shape, ShapeMember } from './shape.ts';
import { indentAt, isMultiline } from './style.ts';

/** Where the edits of one payload are collected. */
export interface Emission {
  readonly printer: Printer;
  readonly edits: Edit[];
  /** Why an edit cannot be written, by pointer. */
  readonly refusals: Remarks;
  readonly pointerOf: (shape: Shape) => string;
}

/** A member as a new line of, or next to its neighbours in, the object that holds it. */
const inserted = (part: ShapeMember, at: Span, oneLine: boolean, { printer }: Emission): string => {
  const { style, text } = printer;
  const indent = indentAt(text, at.start);
  return (oneLine ? style.comma : `,${style.eol}${indent}`) + memberText(part, indent, printer, oneLine);
};

const isSame = (after: Shape, before: Member): boolean =>
  after.tree !== undefined && after.tree === before.value;

const isLeaf = ({ kind }: Shape): boolean => kind === 'scalar' || kind === 'opaque';

const rename = (part: ShapeMember, before: Member, emission: Emission): void => {
  if (part.key === before.key.value) return;
  const edit = rewriteSlot(before.key, part.key, emission.printer.text);
  if (edit === undefined)
    emission.refusals.add(emission.pointerOf(part.value), 'its name cannot be rewritten here.');
  else emission.edits.push(edit);
};

/** The value in the place of the written one: nothing where it is the same, edits inside where it only changed. */
const replace = (part: ShapeMember, before: Member, owner: ObjectTree, emission: Emission): void => {
  const { value } = part;
  if (isSame(value, before) && (isLeaf(value) || descend(value, emission))) return;
  const { printer, edits, refusals } = emission;
  if (!isInside(before.place, before.value) || before.key.spelling === 'js-shorthand') {
    refusals.add(emission.pointerOf(value), 'the value is written elsewhere and cannot be replaced here.');
    return;
  }
  const { span } = before.value;
  const oneLine = !isMultiline(owner, printer.text);
  edits.push({
    span,
    text: printValue(value, indentAt(printer.text, before.place.span.start), printer, oneLine),
  });
};

const descendList = (after: readonly Shape[], emission: Emission): void => {
  for (const item of after) if (!isLeaf(item)) descend(item, emission);
};

/** Edits inside a container that still stands where it stood; false where it has to be printed as a whole. */
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
    emission.refusals.add('', `${gone.map(({ key }) => key.value).join(', ')} cannot be taken away here.`);
  const edits = removals.length < gone.length ? [] : removeMembers(removals, emission.printer.text);
  emission.edits.push(...edits);
  for (const member of gone)
    emission.printer.comments.leave(
      member,
      edits.map(({ span }) => span),
    );
};

/** The new members that follow `anchor`, in one edit: two insertions at one place would have no order. */
const insert = (parts: readonly ShapeMember[], anchor: Span, oneLine: boolean, emission: Emission): void => {
  if (parts.length === 0) return;
  const text = parts.map((part) => inserted(part, anchor, oneLine, emission)).join('');
  emission.edits.push({ span: { start: anchor.end, end: anchor.end }, text });
};

const emitMembers = (after: ObjectShape, tree: ObjectTree, emission: Emission): void => {
  const oneLine = !isMultiline(tree, emission.printer.text);
  after.members.forEach((part, at) => {
    const { from } = part;
    if (from === undefined) return;
    rename(part, from, emission);
    replace(part, from, tree, emission);
    const next = after.members.findIndex((other, index) => index > at && other.from !== undefined);
    insert(after.members.slice(at + 1, next < 0 ? undefined : next), from.place.span, oneLine, emission);
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
