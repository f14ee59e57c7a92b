import { HOLE } from '../../model/index.ts';

/** A non-empty piece of a masked path between slashes. */
export interface Segment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The segments of `masked` in `[from, to)`; empty ones (doubled slashes) are left out. */
export const segmentsOf = (masked: string, from: number, to: number): readonly Segment[] => {
  const segments: Segment[] = [];
  let start = from;
  while (start < to) {
    const slash = masked.indexOf('/', start);
    const end = slash < 0 || slash > to ? to : slash;
    if (end > start) segments.push({ text: masked.slice(start, end), start, end });
    start = end + 1;
  }
  return segments;
};

/** True for a segment that is unknown. */
export const isHole = (segment: Segment): boolean => segment.text.replaceAll(HOLE, '') === '';

/** `v1.0`, `v2`: the known beginning of a segment that looks like a version, up to a hole or the segment's end. */
export const versionOfSegment = (segment: Segment | undefined): string | undefined =>
  /^(v\d+(?:\.\d+)*)(?=\0|$)/.exec(segment?.text ?? '')?.[1];

/** Known text of a segment that is followed by at most a hole: `token`, `token${query}`. */
export const wordOf = (segment: Segment | undefined): string | undefined =>
  /^([^\0]+)\0*$/.exec(segment?.text ?? '')?.[1];
