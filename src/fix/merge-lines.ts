import type { Change } from 'diff';

/** Lines of the base that a side replaced. */
interface Region {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Compares two lists of lines; `diffArrays` of the package `diff`. */
export type CompareLines = (
  before: readonly string[],
  after: readonly string[],
) => readonly Pick<Change, 'added' | 'removed' | 'count'>[];

/** Lines with their line endings. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const regionsOf = (
  base: readonly string[],
  side: readonly string[],
  compare: CompareLines,
): readonly Region[] => {
  const regions: Region[] = [];
  let at = 0;
  let sideAt = 0;
  let open: { start: number; end: number; lines: string[] } | undefined;
  for (const { added, removed, count } of compare(base, side)) {
    if (!added && !removed) {
      open = undefined;
      at += count;
      sideAt += count;
      continue;
    }
    if (open === undefined) regions.push((open = { start: at, end: at, lines: [] }));
    if (removed) open.end = at += count;
    else open.lines.push(...side.slice(sideAt, (sideAt += count)));
  }
  return regions;
};

const same = (a: Region, b: Region): boolean =>
  a.start === b.start && a.end === b.end && a.lines.join('') === b.lines.join('');

/** Neighbors count as touching: whoever wrote one of them had not seen the other. */
const touch = (a: Region, b: Region): boolean => a.start <= b.end && b.start <= a.end;

/** Merges the changes of both sides; `undefined` where they changed the same or neighboring lines differently. */
export const mergeLines = (
  base: string,
  ours: string,
  theirs: string,
  compare: CompareLines,
): string | undefined => {
  const lines = linesOf(base);
  const own = regionsOf(lines, linesOf(ours), compare);
  const others = regionsOf(lines, linesOf(theirs), compare).filter(
    (other) => !own.some((each) => same(each, other)),
  );
  if (others.some((other) => own.some((each) => touch(each, other)))) return undefined;
  let at = 0;
  let text = '';
  for (const { start, end, lines: replaced } of [...own, ...others].sort((a, b) => a.start - b.start)) {
    text += lines.slice(at, start).join('') + replaced.join('');
    at = end;
  }
  return text + lines.slice(at).join('');
};
