import { removeMember } from '../../edit/members.ts';
import { rewriteSlot } from '../../edit/spelling.ts';
import type { Certainty, Edit, Fix, Member, ObjectTree } from '../../model/index.ts';
import type { PayloadUse } from '../../payload/mapping.ts';
import type { Remark, Reshaped } from '../../payload/outcome.ts';
import type { Selected } from '../../ruleset/jsonpath.ts';
import type { CheckContext } from '../check.ts';
import { nameOf } from './options.ts';
import type { Property } from './options.ts';

/** A member that has to go, with the object it stands in. */
export type Hit = Selected & { readonly member: Member };

/** A payload as a whole, and what is known of it. */
export interface Body {
  readonly tree: ObjectTree;
  /** Where it stands in what is sent. */
  readonly pointer: string;
  readonly use: PayloadUse | undefined;
  readonly certainty: Certainty;
  readonly editable: boolean;
  /** True when something that must keep its shape is sent with the same text. */
  readonly shared: boolean;
}

/** What mends a hit, and what to say of it beside the rule's message. */
export interface Mending {
  readonly fix: Fix | undefined;
  readonly remarks: readonly string[];
}

const outcomes = new WeakMap<CheckContext, Map<ObjectTree, Reshaped>>();

/** The payload as a whole at the target version: worked out once for all rules that ask. */
const reshaped = ({ tree, use }: Body, context: CheckContext): Reshaped => {
  const text = context.text(tree.file);
  if (context.reshape === undefined || use === undefined || text === undefined) return { kind: 'unchanged' };
  const known = outcomes.get(context) ?? new Map<ObjectTree, Reshaped>();
  outcomes.set(context, known);
  const result = known.get(tree) ?? context.reshape(tree, text, use);
  known.set(tree, result);
  return result;
};

const twinsOf = ({ member, parent }: Hit): number =>
  parent?.members.filter(({ key }) => key.value === member.key.value).length ?? 1;

const ownEdit = (hit: Hit, { request }: Property, text: string): Edit | undefined => {
  const { member, parent } = hit;
  if (request?.do === 'drop') return member.removal && removeMember(member.removal, text);
  if (request?.to === undefined || parent?.members.some(({ key }) => key.value === request.to))
    return undefined;
  return rewriteSlot(member.key, request.to, text);
};

const titleOf = (property: Property): string =>
  property.request?.do === 'drop'
    ? `Remove ${nameOf(property)}`
    : `Rename ${nameOf(property)} to ${property.request?.to}`;

/** What mends the member by itself. Of members that stand twice only a person can say which one counts. */
const ownFix = (hit: Hit, property: Property, body: Body, context: CheckContext): Fix | undefined => {
  const text = context.text(hit.member.key.file);
  if (property.request === undefined || text === undefined || twinsOf(hit) > 1) return undefined;
  const edit = ownEdit(hit, property, text);
  if (edit === undefined) return undefined;
  const safety = body.certainty === 'certain' ? property.request.safety : 'unsafe';
  return { title: titleOf(property), safety, edits: [edit], group: undefined };
};

/** Edits that stand side by side as one: whoever applies them must not wonder about their order. */
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

/** What is said of the payload as a whole, of the member, or of something in it. */
const remarksOn = (hit: Hit, { pointer }: Body, remarks: readonly Remark[]): readonly string[] => {
  const own = hit.pointer.slice(pointer.length);
  const concerns = (at: string): boolean => at === '' || at === own || at.startsWith(`${own}/`);
  return remarks.filter((remark) => concerns(remark.pointer)).map(({ message }) => message);
};

/**
 * The payload restructured as a whole where that can be done, else what mends the member by itself. Without a known
 * operation, or where the same text is sent as something else too, nothing is safe.
 */
export const mend = (hit: Hit, property: Property, body: Body, context: CheckContext): Mending => {
  if (!body.editable) return { fix: undefined, remarks: [] };
  const whole = hit.member.key.file === body.tree.file ? reshaped(body, context) : undefined;
  if (whole?.kind !== 'edits') {
    const remarks = whole?.kind === 'refused' ? remarksOn(hit, body, whole.reasons) : [];
    return { fix: ownFix(hit, property, body, context), remarks };
  }
  const safety = body.certainty === 'certain' && !body.shared ? whole.safety : 'unsafe';
  const title = `Restructure the payload for ${context.settings.target}`;
  return {
    fix: { title, safety, edits: joined(whole.edits), group: undefined },
    remarks: remarksOn(hit, body, whole.notes),
  };
};
