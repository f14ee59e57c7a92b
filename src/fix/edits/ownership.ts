import type { Layout } from './layout.ts';
import type { TriviaPart } from './trivia.ts';
import { breaksIn, columnOf, isSection } from './trivia.ts';

/**
 * Members that a comment describes, by index: it is removed when all of them are. A section heading or a
 * separate comment stays, and so does every comment in doubt.
 */
export type Owners = readonly number[];

const NOBODY: Owners = [];
const NO_COMMENTS: ReadonlyMap<TriviaPart, Owners> = new Map();

const isComment = ({ kind }: TriviaPart): boolean => kind === 'line-comment' || kind === 'block-comment';

/** The member `at`, which ends a line, and those before it that are entirely on that line. */
const membersOfLine = ({ text, members }: Layout, at: number): Owners => {
  const owners = [at];
  if (breaksIn(text, members[at]!.start, members[at]!.end) > 0) return owners;
  for (let i = at; i > 0 && breaksIn(text, members[i - 1]!.start, members[i]!.start) === 0; i -= 1)
    owners.push(i - 1);
  return owners;
};

/** Members that start on the line of member `at`, from it on. */
const membersFrom = ({ text, members }: Layout, at: number): Owners => {
  const owners = [at];
  const last = members.length - 1;
  for (let i = at; i < last && breaksIn(text, members[i]!.start, members[i + 1]!.start) === 0; i += 1)
    owners.push(i + 1);
  return owners;
};

/** True when member `at` follows the one before it without a blank line or a comment line between. */
const joinsPrevious = ({ text, members, gaps }: Layout, at: number): boolean => {
  let end = members[at - 1]!.end;
  for (const trivium of gaps[at]!) {
    const breaks = breaksIn(text, end, trivium.start);
    if (breaks > 1 || (breaks === 1 && isComment(trivium))) return false;
    end = trivium.end;
  }
  return breaksIn(text, end, members[at]!.start) <= 1;
};

/** The members under a heading: from `at` up to the next blank line or comment line. */
const groupFrom = (layout: Layout, at: number): Owners => {
  const owners = [at];
  for (let i = at + 1; i < layout.members.length && joinsPrevious(layout, i); i += 1) owners.push(i);
  return owners;
};

/** Comments directly above member `at`, except section headings, in order. */
const leadOf = (layout: Layout, at: number): readonly TriviaPart[] => {
  const { text, gaps, members } = layout;
  let below = members[at]?.start;
  if (below === undefined) return [];
  const lead: TriviaPart[] = [];
  for (const comment of gaps[at]!.filter(isComment).reverse()) {
    if (breaksIn(text, comment.end, below) > 1 || isSection(text.slice(comment.start, comment.end))) break;
    lead.unshift(comment);
    below = comment.start;
  }
  return lead;
};

/** A comment under a blank line, or at the very top of a YAML document, heads a group when more than one follows. */
const headsGroup = ({ text, block, open, gaps, members }: Layout, at: number, first: TriviaPart): boolean => {
  const previous = [...gaps[at]!].reverse().find(({ end }) => end <= first.start);
  const end = previous?.end ?? members[at - 1]?.end ?? open;
  if (breaksIn(text, end, first.start) > 1) return true;
  return block && at === 0 && /(?:^\ufeff?|\n---[^\n]*|^---[^\n]*)$/.test(text.slice(0, open));
};

const leadOwners = (layout: Layout, at: number, lead: readonly TriviaPart[]): Owners =>
  headsGroup(layout, at, lead[0]!) ? groupFrom(layout, at) : membersFrom(layout, at);

/** True when code follows on the comment's line, up to the next member or bracket. */
const isInline = ({ text, members, close }: Layout, at: number, comment: TriviaPart): boolean =>
  comment.kind === 'block-comment' && breaksIn(text, comment.end, members[at]?.start ?? close) === 0;

/**
 * Comment on the line where the previous member ends; `undefined` for one elsewhere, or one before the next
 * member.
 */
const trailingOwners = (layout: Layout, at: number, comment: TriviaPart): Owners | undefined => {
  const { text, members, gaps } = layout;
  const previous = members[at - 1];
  if (previous === undefined || breaksIn(text, previous.end, comment.start) > 0) return undefined;
  const inline = isInline(layout, at, comment);
  const beforeSeparator = gaps[at]!.some(({ kind, start }) => kind === 'separator' && start > comment.start);
  if (inline && !beforeSeparator && at < members.length && gaps[at]!.some(({ kind }) => kind === 'separator'))
    return undefined;
  return inline ? [at - 1] : membersOfLine(layout, at - 1);
};

/** A comment line that continues a trailing comment below it, or lies inside a YAML block value. */
const continuedOwners = (
  { text, block, members }: Layout,
  at: number,
  comment: TriviaPart,
  above: { readonly comment: TriviaPart; readonly owners: Owners } | undefined,
): Owners | undefined => {
  const previous = members[at - 1];
  if (previous === undefined) return undefined;
  const column = columnOf(text, comment.start);
  if (block && column > columnOf(text, members[0]!.start)) return [at - 1];
  const next = members[at];
  const aligned = above !== undefined && column === columnOf(text, above.comment.start);
  const nextColumn = next === undefined ? -1 : columnOf(text, next.start);
  return aligned && column !== nextColumn && breaksIn(text, above.comment.end, comment.start) === 1
    ? above.owners
    : undefined;
};

const onOpeningLine = (layout: Layout, at: number, comment: TriviaPart): boolean =>
  at === 0 &&
  !layout.block &&
  breaksIn(layout.text, layout.open, comment.start) === 0 &&
  !isInline(layout, at, comment);

/** The owners of every comment in the gap before member `at` (or before the closing bracket). */
export const commentOwners = (layout: Layout, at: number): ReadonlyMap<TriviaPart, Owners> => {
  if (!layout.gaps[at]!.some(isComment)) return NO_COMMENTS;
  const owners = new Map<TriviaPart, Owners>();
  const lead = leadOf(layout, at);
  let trailing: { comment: TriviaPart; owners: Owners } | undefined;
  let claimed = 0;
  for (const comment of layout.gaps[at]!.filter(isComment)) {
    const section = isSection(layout.text.slice(comment.start, comment.end));
    const previous = trailingOwners(layout, at, comment) ?? continuedOwners(layout, at, comment, trailing);
    if (section || onOpeningLine(layout, at, comment)) owners.set(comment, NOBODY);
    else if (previous !== undefined) owners.set(comment, previous);
    if (previous !== undefined && !section) trailing = { comment, owners: previous };
    if (owners.has(comment) && lead.includes(comment)) claimed = lead.indexOf(comment) + 1;
  }
  const own = lead.slice(claimed);
  const above = own.length === 0 ? NOBODY : leadOwners(layout, at, own);
  for (const comment of own) owners.set(comment, isInline(layout, at, comment) ? [at] : above);
  return owners;
};
