import type { Edit, Span } from '../../model/index.ts';
import type { Layout, MemberRemoval } from './layout.ts';
import { layoutOf } from './layout.ts';
import { commentOwners } from './ownership.ts';
import type { TriviaPart } from './trivia.ts';
import { breaksIn } from './trivia.ts';

/** One thing of the literal that goes or stays as a whole; white space is what lies between atoms. */
interface Atom extends Span {
  readonly kind: TriviaPart['kind'] | 'open' | 'close' | 'member';
  readonly goes: boolean;
}

const separatorIn = ({ gaps }: Layout, at: number): TriviaPart | undefined =>
  gaps[at]?.find(({ kind }) => kind === 'separator');

/** `, b: 2` on its own line: the separator belongs to the following member. */
const isCommaFirst = (layout: Layout, at: number): boolean => {
  const separator = separatorIn(layout, at);
  if (separator === undefined || at === 0) return false;
  const { text, members } = layout;
  const next = members[at]?.start ?? layout.close;
  return (
    breaksIn(text, members[at - 1]!.end, separator.start) > 0 && breaksIn(text, separator.end, next) === 0
  );
};

/**
 * Each removed member takes one separator along: the following one, or the previous one where none may
 * remain.
 */
const separatorsOf = (layout: Layout, gone: ReadonlySet<number>): ReadonlySet<TriviaPart> => {
  const isKept = (_: unknown, at: number): boolean => !gone.has(at);
  const firstKept = layout.members.findIndex(isKept);
  const lastKept = layout.members.findLastIndex(isKept);
  const hasTrailing = separatorIn(layout, layout.members.length) !== undefined;
  const dropped = Array.from(gone, (at) => {
    const leading = firstKept >= 0 && firstKept < at && isCommaFirst(layout, at);
    return separatorIn(layout, !leading && (at < lastKept || hasTrailing || lastKept < 0) ? at + 1 : at);
  });
  return new Set(dropped.filter((separator) => separator !== undefined));
};

const gapAtoms = (
  layout: Layout,
  at: number,
  gone: ReadonlySet<number>,
  separators: ReadonlySet<TriviaPart>,
): Atom[] => {
  const owners = commentOwners(layout, at);
  return layout.gaps[at]!.map((trivium) => {
    const about = owners.get(trivium) ?? [];
    const goes = separators.has(trivium) || (about.length > 0 && about.every((member) => gone.has(member)));
    return { ...trivium, goes };
  });
};

const memberAtom = (layout: Layout, at: number, gone: ReadonlySet<number>): Atom | undefined => {
  const member = layout.members[at];
  return member && { ...member, kind: 'member', goes: gone.has(at) };
};

const bracket = (kind: 'open' | 'close', at: number): Atom => ({ kind, start: at, end: at, goes: false });

/** The atoms from the first member that goes to the last, with the neighbors on both sides that stay. */
const atomsOf = (layout: Layout, gone: ReadonlySet<number>): readonly Atom[] => {
  const { open, close } = layout;
  const separators = separatorsOf(layout, gone);
  const indexes = [...gone].sort((a, b) => a - b);
  const [first, last] = [indexes[0]!, indexes.at(-1)!];
  const atoms = [memberAtom(layout, first - 1, gone) ?? bracket('open', open)];
  for (let at = first; at <= last + 1; at += 1) {
    atoms.push(...gapAtoms(layout, at, gone, separators));
    atoms.push(memberAtom(layout, at, gone) ?? bracket('close', close));
  }
  return atoms;
};

type Side = 'before' | 'after' | 'break-before' | 'line';

/**
 * White space that remains after a run of atoms is removed: the one before it, the one after it, the line
 * breaks from before with the indentation from after, or all but the lines of the run.
 */
const stays = (layout: Layout, left: Atom, right: Atom, breaks: readonly [number, number]): Side => {
  const [before, after] = breaks;
  if (right.kind === 'close')
    return !layout.block && after === 0 && left.kind === 'line-comment' ? 'before' : 'after';
  if (before > 0 && after > 0) return left.kind === 'open' || before > 1 ? 'break-before' : 'line';
  const comment = right.kind === 'line-comment' || right.kind === 'block-comment';
  if (left.kind === 'open') return comment && after > 0 && !layout.block ? 'after' : 'before';
  if (before > 0) return 'before';
  return after > 0 || comment ? 'after' : 'before';
};

const lineBreakEnd = (space: string): number => space.lastIndexOf('\n') + 1;

/** The edit that takes the run of atoms away, from `left` to `right`, which both stay. */
const cut = (layout: Layout, left: Atom, run: readonly Atom[], right: Atom): Edit => {
  const { text } = layout;
  const before = text.slice(left.end, run[0]!.start);
  const after = text.slice(run.at(-1)!.end, right.start);
  const side = stays(layout, left, right, [
    breaksIn(before, 0, before.length),
    breaksIn(after, 0, after.length),
  ]);
  const breakAfter = after.length - lineBreakEnd(after);
  const [head, tail] = {
    before: [before.length, 0],
    after: [0, after.length],
    'break-before': [lineBreakEnd(before), breakAfter],
    line: [lineBreakEnd(before), after.length - after.indexOf('\n') - 1],
  }[side] as [number, number];
  return { span: { start: left.end + head, end: right.start - tail }, text: '' };
};

const cuts = (layout: Layout, atoms: readonly Atom[]): Edit[] => {
  const edits: Edit[] = [];
  let run: Atom[] = [];
  let left = atoms[0]!;
  for (const atom of atoms) {
    if (atom.goes) {
      run.push(atom);
      continue;
    }
    if (run.length > 0) edits.push(cut(layout, left, run, atom));
    run = [];
    left = atom;
  }
  return edits;
};

/** An empty YAML block becomes `{}`, on the line of its key if that has nothing else. */
const emptyBlock = (layout: Layout, atoms: readonly Atom[]): readonly Edit[] => {
  const { text, members } = layout;
  const last = members.at(-1)!;
  const first = atoms.find(({ kind }) => kind !== 'open')!;
  const alone = atoms.every(({ goes, kind }) => goes || kind === 'open' || kind === 'close');
  const colon = /:[ \t]*\r?\n[ \t]*$/.exec(text.slice(0, first.start));
  if (alone && colon !== null) return [{ span: { start: colon.index + 1, end: layout.close }, text: ' {}' }];
  const staying = atoms.map((atom) =>
    atom.end === last.end && atom.kind === 'member' ? { ...atom, goes: false } : atom,
  );
  return [...cuts(layout, staying), { span: last, text: '{}' }];
};

/**
 * Rewrites the first unit of a neighbor's key, which stays as it is. Needed where a comment that stays keeps the
 * cuts of neighboring members apart: the edit of another fix that takes the neighbor away then touches this one
 * and waits for another pass. Both together would leave a block without members, which is null and not a mapping.
 */
const anchor = (layout: Layout, atoms: readonly Atom[]): readonly Edit[] => {
  const gone = atoms.findLastIndex(({ kind, goes }) => kind === 'member' && goes);
  const isKept = ({ kind, goes }: Atom): boolean => kind === 'member' && !goes;
  const next = atoms.findIndex((atom, at) => at > gone && isKept(atom));
  const neighbour = next < 0 ? atoms.findLastIndex(isKept) : next;
  const between = atoms.slice(Math.min(gone, neighbour) + 1, Math.max(gone, neighbour));
  if (between.every(({ goes }) => goes)) return [];
  const { start } = atoms[neighbour]!;
  return [{ span: { start, end: start + 1 }, text: layout.text.slice(start, start + 1) }];
};

/** The edits that take members of one literal away; all removals are of the same container. */
export const removeFromLiteral = (removals: readonly MemberRemoval[], text: string): readonly Edit[] => {
  const layout = layoutOf(removals[0]!, text);
  const gone = new Set(removals.map(({ index }) => index));
  const atoms = atomsOf(layout, gone);
  if (gone.size < layout.members.length)
    return layout.block ? [...cuts(layout, atoms), ...anchor(layout, atoms)] : cuts(layout, atoms);
  if (layout.block) return emptyBlock(layout, atoms);
  const empty = atoms.every(({ goes, kind }) => goes || kind === 'open' || kind === 'close');
  return empty ? [{ span: { start: layout.open, end: layout.close }, text: '' }] : cuts(layout, atoms);
};
