/** Line of a fence: its prefix, and the code. Offsets are those of the file. */
export interface FenceLine {
  readonly start: number;
  /** Start of the code, after indentation and quote markers. */
  readonly from: number;
  /** End of the line, including its line break. */
  readonly end: number;
}

/** A block of code in prose. */
export interface Fence {
  /** Info string with its language; empty if there is none. */
  readonly info: string;
  /** Span from the opening to the closing line. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly FenceLine[];
}

/** Code blocks of a page, and its comments, whose content is not part of it. */
export interface ProsePage {
  readonly fences: readonly Fence[];
  readonly comments: readonly { readonly start: number; readonly end: number }[];
}
