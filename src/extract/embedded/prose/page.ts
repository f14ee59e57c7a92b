/** A line of a fence: what stands in front of the code, and the code. Offsets are those of the file. */
export interface FenceLine {
  readonly start: number;
  /** Where the code begins, behind indentation and the signs of quotes. */
  readonly from: number;
  /** Where the line ends, its line break included. */
  readonly end: number;
}

/** A block of code in prose. */
export interface Fence {
  /** What names its language; empty where nothing does. */
  readonly info: string;
  /** From the line that opens it to the one that closes it. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly FenceLine[];
}

/** The blocks of code of a page, and its comments: what stands in these is no part of it. */
export interface ProsePage {
  readonly fences: readonly Fence[];
  readonly comments: readonly { readonly start: number; readonly end: number }[];
}
