import { removeMember } from '../../../fix/edits/members.ts';
import { rewriteSlot } from '../../../fix/edits/spelling.ts';
import { judgedFix } from '../../../model/index.ts';
import type {
  Edit,
  Fix,
  FixBase,
  Member,
  Note,
  ObjectTree,
  Place,
  Tree,
  TreeRead,
} from '../../../model/index.ts';
import type { PayloadUse } from '../../../payload/mapping.ts';
import type { Remark, Reshaped } from '../../../payload/outcome.ts';
import type { Selected } from '../../load/jsonpath.ts';
import type { CheckContext } from '../check.ts';
import { because, message } from '../message.ts';
import { ownName } from './options.ts';
import type { Property } from './options.ts';

/** Member to be removed, with its object. */
export type RemovedMember = Selected & {
  readonly member: Member;
  /** Index of the hit among those of its property in the payload. */
  readonly nth: number;
};

/** Complete payload, with what is known about it. */
export interface SentPayload {
  readonly tree: ObjectTree;
  /** Path of the payload in the body. */
  readonly pointer: string;
  readonly use: PayloadUse | undefined;
  /** The resource version that it is sent to. */
  readonly version: string;
  /** Edits of the version header that go with those of the payload; `undefined` where they cannot be made. */
  readonly header: readonly Edit[] | undefined;
  readonly editable: boolean;
  /** Reasons against a fix of it other than its own edits. */
  readonly doubt: Note | undefined;
}

/** Edits that fix a hit, and remarks in addition to the rule's message. */
export interface SentFix {
  readonly fix: Fix | undefined;
  readonly remarks: readonly string[];
}

const outcomes = new WeakMap<CheckContext, WeakMap<ObjectTree, Map<string, Reshaped>>>();

const outcomesOf = (tree: ObjectTree, context: CheckContext): Map<string, Reshaped> => {
  const ofRun = outcomes.get(context) ?? new WeakMap<ObjectTree, Map<string, Reshaped>>();
  outcomes.set(context, ofRun);
  const known = ofRun.get(tree) ?? new Map<string, Reshaped>();
  ofRun.set(tree, known);
  return known;
};

/** Merges adjacent edits, so that their order does not matter. */
const joined = (edits: readonly Edit[]): readonly Edit[] => {
  const result: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)) {
    const last = result.at(-1);
    if (last === undefined || last.span.end < edit.span.start) result.push(edit);
    else {
      const span = { start: last.span.start, end: edit.span.end };
      result[result.length - 1] = { span, text: last.text + edit.text };
    }
  }
  return result;
};

const withJoinedEdits = (result: Reshaped): Reshaped =>
  result.kind === 'edits' ? { ...result, edits: joined(result.edits) } : result;

/** The payload as a whole at its version: worked out once for all rules that ask. */
const reshaped = ({ tree, use, version }: SentPayload, context: CheckContext): Reshaped => {
  const text = context.text(tree.file);
  if (context.reshape === undefined || use === undefined || text === undefined) return { kind: 'unchanged' };
  const known = outcomesOf(tree, context);
  const key = `${use} ${version}`;
  const result = known.get(key) ?? withJoinedEdits(context.reshape(tree, text, use, version));
  known.set(key, result);
  return result;
};

const touches = (edits: readonly Edit[], file: string, place: Place): boolean =>
  place.file === file && edits.some(({ span }) => span.start < place.span.end && place.span.start < span.end);

/** First position where other code reads a member that the edits change, at any depth. */
const disturbed = (edits: readonly Edit[], file: string, tree: Tree): TreeRead | undefined => {
  if (tree.kind === 'list')
    return tree.items.map((item) => disturbed(edits, file, item)).find((read) => read !== undefined);
  if (tree.kind !== 'object') return undefined;
  const changed = tree.members.filter(({ place }) => touches(edits, file, place));
  const own = tree.reads?.find(({ name }) => name === '*' || changed.some(({ key }) => key.value === name));
  if (own !== undefined && changed.length > 0) return own;
  return tree.members.map(({ value }) => disturbed(edits, file, value)).find((read) => read !== undefined);
};

/** The written type of an object of the payload that the edits change. */
const typeAround = (edits: readonly Edit[], file: string, tree: Tree): Place | undefined => {
  if (tree.kind === 'list')
    return tree.items.map((item) => typeAround(edits, file, item)).find((type) => type !== undefined);
  if (tree.kind !== 'object') return undefined;
  if (tree.typed && tree.members.some(({ place }) => touches(edits, file, place))) return tree.typed;
  return tree.members.map(({ value }) => typeAround(edits, file, value)).find((type) => type !== undefined);
};

const twinsOf = ({ member, parent }: RemovedMember): number =>
  parent?.members.filter(({ key }) => key.value === member.key.value).length ?? 1;

const ownEdit = (hit: RemovedMember, { request }: Property, text: string): Edit | undefined => {
  const { member, parent } = hit;
  if (request?.do === 'drop') return member.removal && removeMember(member.removal, text);
  if (request?.to === undefined || parent?.members.some(({ key }) => key.value === request.to))
    return undefined;
  return rewriteSlot(member.key, request.to, text);
};

/** A remark with a capital letter and a full stop. */
export const asSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

/** Limit of remarks on one finding. */
const MAX_REMARKS = 5;

/** Edits that the findings of one property may repeat: a report must not grow with the square of a payload. */
const MAX_REPEATED = 2000;

/** The edits of the payload for one of its findings; in a huge one the first finding alone has them for all. */
const repeated = (edits: readonly Edit[], { nth }: RemovedMember): readonly Edit[] =>
  nth === 0 || nth * edits.length < MAX_REPEATED ? edits : [];

const titleOf = (property: Property): string =>
  property.request?.do === 'drop'
    ? `Remove ${ownName(property)}`
    : `Rename ${ownName(property)} to ${property.request?.to}`;

/** An unsafe rename applies to unknown values only: a known value is known to be wrong under the new name. */
const isMendable = ({ member }: RemovedMember, { request }: Property): boolean =>
  request !== undefined && (request.safety === 'safe' || member.value.kind === 'opaque');

/** Fix with the safety that its own edits imply. */
interface Unproven extends FixBase {
  readonly doubt: Note | undefined;
}

/** `shown` are the edits that the finding repeats: of a huge payload, where all count, not all. */
const judged = (
  { doubt, ...fix }: Unproven,
  remarks: readonly string[],
  hit: RemovedMember,
  body: SentPayload,
  shown: readonly Edit[] = fix.edits,
): SentFix => {
  const { tree, header } = body;
  if (header === undefined) return { fix: undefined, remarks: [...remarks, raise(body)] };
  const read = disturbed(fix.edits, hit.member.key.file, tree);
  const readNote = message(read?.name === '*' ? 'readWholeBody' : 'readBody');
  const type = typeAround(fix.edits, hit.member.key.file, tree);
  const edits = shown.length === 0 || header.length === 0 ? shown : [...shown, ...header];
  return {
    fix: judgedFix(
      { ...fix, edits },
      body.doubt ??
        (read && because(read, readNote)) ??
        (type && because(type, message('closedToShape'))) ??
        doubt,
    ),
    remarks: read ? [...remarks, readNote] : remarks,
  };
};

/** Fix of the member alone. Of duplicate members, only a person can say which one counts. */
const mendAlone = (hit: RemovedMember, property: Property, context: CheckContext): Unproven | undefined => {
  const text = context.text(hit.member.key.file);
  if (text === undefined || twinsOf(hit) > 1 || !isMendable(hit, property)) return undefined;
  const edit = ownEdit(hit, property, text);
  const isSafe = property.request!.safety === 'safe';
  const doubt = isSafe ? undefined : because(hit.member.key, message('unseenValue'));
  return edit && { title: titleOf(property), edits: [edit], group: undefined, doubt };
};

/** Remarks about the whole payload, the member, or its content; else all remarks. */
const remarksOn = (
  hit: RemovedMember,
  { pointer }: SentPayload,
  remarks: readonly Remark[],
): readonly string[] => {
  const own = hit.pointer.slice(pointer.length);
  const concerns = (at: string): boolean => at === '' || at === own || at.startsWith(`${own}/`);
  const about = remarks.filter((remark) => concerns(remark.pointer));
  if (about.length > 0) return about.slice(0, MAX_REMARKS).map(({ message }) => message);
  return remarks.slice(0, MAX_REMARKS).map((remark) => `${remark.pointer}: ${remark.message}`);
};

const raise = ({ version }: SentPayload): string => message('raiseVersion', { version });

/**
 * Restructures the whole payload if possible, else fixes the member alone. The fix is unsafe for an uncertain
 * body, or if other code reads what would change.
 */
export const fixSentMember = (
  hit: RemovedMember,
  property: Property,
  body: SentPayload,
  context: CheckContext,
): SentFix => {
  if (!body.editable) return { fix: undefined, remarks: [] };
  const whole = reshaped(body, context);
  if (whole.kind !== 'edits') {
    const remarks = whole.kind === 'refused' ? remarksOn(hit, body, whole.reasons) : [];
    const fix = mendAlone(hit, property, context);
    return fix === undefined ? { fix, remarks } : judged(fix, remarks, hit, body);
  }
  // A fix edits the file of its finding only.
  if (hit.member.key.file !== body.tree.file)
    return { fix: undefined, remarks: [message('otherFileThanPayload')] };
  const title = message('fixPayload', { version: body.version });
  const remarks = remarksOn(hit, body, whole.notes);
  const { edits } = whole;
  const [note] = whole.notes;
  const doubt = note && because(hit.member.key, asSentence(note.message));
  return judged({ title, edits, group: undefined, doubt }, remarks, hit, body, repeated(edits, hit));
};
