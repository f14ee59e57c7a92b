/**
 * A half-open range of one file's text, in UTF-16 code units. A byte order mark counts as one unit.
 * Lines and columns exist only where something is printed (`report/`).
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span together with the file it lies in (relative to the working directory, forward slashes). */
export interface Place {
  readonly file: string;
  readonly span: Span;
}

/** True when `inner` lies wholly inside `outer`. */
export const contains = (outer: Span, inner: Span): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** True when the two spans share at least one unit, or one is empty and stands inside the other. */
export const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** True when `inner` lies wholly inside `outer`, in the same file. */
export const isInside = (outer: Place, inner: Place): boolean =>
  outer.file === inner.file && contains(outer.span, inner.span);
