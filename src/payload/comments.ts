import { breaksIn, triviaIn } from '../fix/edits/trivia.ts';
import { contains } from '../model/index.ts';
import type { Member, Span, Tree } from '../model/index.ts';
import { closeOf, isBlock, leadOf, partSpans } from './block.ts';
import { keySpan } from './source-text.ts';

/** The comments that belong to a member, by where they are written. */
export interface Comments {
  /** Comments before it, usually on lines of their own. */
  readonly before: readonly Span[];
  /** Comment after the member on its last line. */
  readonly after: readonly Span[];
  /** Comments on lines below it, where no other member follows. */
  readonly below: readonly Span[];
}

export const NO_COMMENTS: Comments = { before: [], after: [], below: [] };

/** Comments by member, and the member that contains each. */
export interface CommentMap {
  readonly of: ReadonlyMap<Member, Comments>;
  readonly parents: ReadonlyMap<Member, Member>;
}

type Owned = { readonly [Side in keyof Comments]: Span[] };

interface Collector {
  readonly text: string;
  readonly of: Map<Member, Owned>;
  readonly parents: Map<Member, Member>;
}

const ownedBy = (collector: Collector, member: Member): Owned => {
  let owned = collector.of.get(member);
  if (owned === undefined) collector.of.set(member, (owned = { before: [], after: [], below: [] }));
  return owned;
};

const isComment = (kind: string): boolean => kind === 'line-comment' || kind === 'block-comment';

/** Most gaps are a comma and white space: no need to take them apart. */
const mayHoldComment = (text: string, { start, end }: Span): boolean => {
  for (let at = start; at < end; at += 1) if (text[at] === '/' || text[at] === '#') return true;
  return false;
};

/** Gives the comments between two members to the one they speak of. */
const assign = (collector: Collector, gap: Span, previous?: Member, next?: Member): void => {
  const { text } = collector;
  if (!mayHoldComment(text, gap)) return;
  const trivia = triviaIn(text, gap.start, gap.end);
  const separator = trivia.find(({ kind }) => kind === 'separator')?.start ?? gap.end;
  for (const { kind, start, end } of trivia) {
    if (!isComment(kind)) continue;
    const sameLine = breaksIn(text, gap.start, start) === 0;
    const closes = sameLine && (start < separator || breaksIn(text, end, gap.end) > 0);
    const comment = { start, end };
    if (previous !== undefined && (closes || next === undefined))
      ownedBy(collector, previous)[sameLine ? 'after' : 'below'].push(comment);
    else if (next !== undefined) ownedBy(collector, next).before.push(comment);
  }
};

const inside = (tree: Tree, text: string): Span =>
  isBlock(tree, text)
    ? { start: tree.span.start, end: closeOf(tree, text) }
    : { start: tree.span.start + 1, end: tree.span.end - 1 };

interface Part {
  readonly value: Tree;
  readonly member: Member | undefined;
}

const firstMember = (tree: Tree | undefined): Member | undefined => {
  if (tree?.kind === 'object') return tree.members[0];
  return tree?.kind === 'list' ? firstMember(tree.items[0]) : undefined;
};

/** Members, and for the items of a list the first member of each: a comment needs one to travel with. */
const partsOf = (tree: Tree): readonly Part[] => {
  if (tree.kind === 'object') return tree.members.map((member) => ({ value: member.value, member }));
  return tree.kind === 'list' ? tree.items.map((value) => ({ value, member: firstMember(value) })) : [];
};

const visitGaps = (tree: Tree, collector: Collector): void => {
  const { start, end } = inside(tree, collector.text);
  const spans = partSpans(tree);
  let from = start;
  let previous: Member | undefined;
  for (const [at, { value, member }] of partsOf(tree).entries()) {
    const span = spans[at]!;
    if (span.start < from || span.end > end) return;
    assign(collector, { start: from, end: span.start }, previous, member);
    previous = member;
    from = Math.max(span.end, closeOf(value, collector.text));
  }
  assign(collector, { start: from, end }, previous);
};

/** Comments after the key belong to the member; those below it belong to the first member of a block. */
const visitMember = (member: Member, collector: Collector): void => {
  const { value } = member;
  const { start, end } = { start: keySpan(member.key).end, end: value.span.start };
  if (start < end && end <= member.place.span.end) {
    const lead = leadOf(member, collector.text);
    assign(collector, { start, end: lead }, undefined, member);
    assign(collector, { start: lead, end }, undefined, firstMember(value) ?? member);
  }
  visit(value, collector, member);
};

const visit = (tree: Tree, collector: Collector, parent: Member | undefined): void => {
  if (tree.kind !== 'object' && tree.kind !== 'list') return;
  visitGaps(tree, collector);
  if (tree.kind === 'list') for (const item of tree.items) visit(item, collector, parent);
  else
    for (const member of tree.members) {
      if (parent !== undefined) collector.parents.set(member, parent);
      visitMember(member, collector);
    }
};

/** Comments that lie in one of the ranges. */
export const commentsWithin = ({ before, after, below }: Comments, ranges: readonly Span[]): Comments => {
  const within = (spans: readonly Span[]): readonly Span[] =>
    spans.filter((span) => ranges.some((range) => contains(range, span)));
  return { before: within(before), after: within(after), below: within(below) };
};

/** The comments of a payload, each given to the member it speaks of. */
export const payloadCommentsIn = (root: Tree, text: string): CommentMap => {
  if (!mayHoldComment(text, root.span)) return { of: new Map(), parents: new Map() };
  const collector: Collector = { text, of: new Map(), parents: new Map() };
  visit(root, collector, undefined);
  return collector;
};
