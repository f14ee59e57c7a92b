import type { Certainty, FailedFile, Rule, Safety, Severity, SkippedFile } from '../model/index.ts';

/** Line and column are 1-based; columns and offsets count UTF-16 units, a byte order mark included. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** One finding as the JSON report states it (contract §4). */
export interface ReportedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly certainty: Certainty;
  readonly message: string;
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  readonly pointer: string | null;
  readonly exchange: number | null;
  readonly operation: string | null;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
  readonly fix: ReportedFix | null;
  readonly fingerprint: string;
}

export interface ReportedFix {
  readonly title: string;
  readonly safety: Safety;
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}

export interface Summary {
  readonly discovered: number;
  readonly scanned: number;
  readonly skipped: number;
  readonly failed: number;
  readonly findings: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly fixable: { readonly safe: number; readonly unsafe: number };
}

/** The JSON report. `rules/schema/report.schema.json` describes it for others. */
export interface Report {
  readonly version: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly target: string;
  readonly today: string;
  /** The share of the files that is reported, where it is not all. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly summary: Summary;
  readonly findings: readonly ReportedFinding[];
  readonly skipped: readonly SkippedFile[];
  readonly failed: readonly FailedFile[];
}

/** A line of source for people, with what looks like a credential masked. */
export interface FrameLine {
  readonly line: number;
  readonly text: string;
  /** Units of `text` to point at, half-open; `undefined` for the lines around. */
  readonly mark: { readonly from: number; readonly to: number } | undefined;
}

/** A rule as reports describe it. */
export type RuleText = Pick<Rule, 'title' | 'why' | 'advice' | 'severity'>;

/** A report and what only formats for people show. */
export interface Presentation {
  readonly report: Report;
  /** The lines around each finding, by its index; empty for recordings. */
  readonly frames: readonly (readonly FrameLine[])[];
  /** What is to say of a rule, by its id. */
  readonly rules: ReadonlyMap<string, RuleText>;
  /** A reported file as the repository names it: relative to its root, links resolved. */
  readonly inRepository: (file: string) => string;
  /** Text of a file for counting in it, never for printing: it holds what the frames mask. */
  readonly source: (file: string) => string | undefined;
  readonly color: boolean;
}

/** A format: a presentation to a text that ends with a line end, or is empty. */
export type Render = (presentation: Presentation) => string;
