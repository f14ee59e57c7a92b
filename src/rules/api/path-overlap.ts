import { HOLE } from '../../model/index.ts';

/** One segment of a path, whose text is unknown. */
const SEGMENT = '\u0001';

/** True where a piece of one text may be nothing, or equal a piece of the other. */
const takes = (own: string | undefined, other: string | undefined): boolean =>
  other !== undefined && (own === HOLE || (own === SEGMENT && other !== '/'));

const isUnknown = (piece: string | undefined): boolean => piece === HOLE || piece === SEGMENT;

/** Pairs of positions that are compared; longer texts count as overlapping. */
const MAX_PAIRS = 1_000_000;

/** True where one text is of both forms, in which unknown pieces may be nothing. */
const overlap = (a: string, b: string): boolean => {
  if (a.length * b.length > MAX_PAIRS) return true;
  const seen = new Set<number>();
  const open = [0];
  const width = b.length + 1;
  const visit = (at: number): void => {
    if (seen.has(at)) return;
    seen.add(at);
    open.push(at);
  };
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [i, j] = [Math.floor(at / width), at % width];
    const [own, other] = [a[i], b[j]];
    if (own === undefined && other === undefined) return true;
    if (isUnknown(own)) visit(at + width);
    if (isUnknown(other)) visit(at + 1);
    if (takes(own, other)) visit(at + 1);
    if (takes(other, own)) visit(at + width);
    if (own !== undefined && own === other) visit(at + width + 1);
  }
  return false;
};

/** A URL whose unknown parts between slashes are one segment, and whose query is no path. */
const inSegments = (url: string): string => {
  const query = url.includes('?') ? url.indexOf('?') : url.length;
  return (
    url.slice(0, query).replaceAll(/(?<=\/)\0(?=\/)/g, SEGMENT) + url.slice(query).replaceAll(HOLE, SEGMENT)
  );
};

/**
 * True where the end of a URL may begin with a text that code looks for. Unknown parts of the text are anything, unknown
 * parts of the URL are anything that `inSegments` allows. A query may follow, and anything where the URL may go on.
 */
export const mayBeginWith = (url: string, wanted: string, isOpen: boolean): boolean => {
  const known = inSegments(url);
  const ends = isOpen ? [known + HOLE] : [known, `${known}${url.includes('?') ? '' : '?'}${SEGMENT}`];
  return ends.some((end) => overlap(end, wanted + HOLE));
};
