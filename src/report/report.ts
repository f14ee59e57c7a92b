import type { Certainty, Redacted, Safety, Severity, SilenceCounts } from '../model/index.ts';
import type { ProgressReport } from './progress/progress-report.ts';

/** Line and column are 1-based; columns and offsets count UTF-16 units, a byte order mark included. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** One finding as the JSON report states it (contract §4). */
export interface ReportedFinding {
  readonly rule: Redacted;
  readonly severity: Severity;
  readonly certainty: Certainty;
  readonly message: Redacted;
  readonly file: Redacted;
  readonly start: Position;
  readonly end: Position;
  readonly pointer: Redacted | null;
  readonly exchange: number | null;
  readonly operation: Redacted | null;
  readonly data: Readonly<Record<string, Redacted | number | boolean | null>>;
  readonly fix: ReportedFix | null;
  /** Why there is a fix that this run cannot apply, the file that it needs, and its safety. */
  readonly blocked?: ReportedNote & { readonly safety?: Safety };
  readonly fingerprint: Redacted;
  /** Count of recordings of its calls; only where recordings were scanned too. */
  readonly seen?: ReportedCounts;
  /** Locations of the tree that may have made the call, for a finding in a recording. */
  readonly sites?: readonly ReportedMakingSite[];
}

/** Counts of recorded calls. */
export interface ReportedCounts {
  readonly count: number;
  /** Part of `count` that other call sites may also have made. */
  readonly shared: number;
  /** ISO 8601, UTC. */
  readonly last: Redacted | null;
  /** The first few of them. */
  readonly places: readonly ReportedPlace[];
}

export interface ReportedMakingSite {
  readonly file: Redacted;
  readonly start: Position;
  readonly certainty: Certainty;
}

export interface ReportedPlace {
  readonly file: Redacted;
  readonly start: Position;
  readonly exchange: number | null;
}

/** A call site of the tree. */
export interface ReportedSite {
  readonly file: Redacted;
  readonly start: Position;
  readonly method: Redacted | null;
  readonly operation: Redacted | null;
  readonly seen: ReportedCounts;
}

/** Recorded calls of one operation in one recording that no call site of the tree makes. */
export interface ReportedUnmatched extends ReportedPlace {
  readonly method: Redacted | null;
  readonly operation: Redacted | null;
  readonly count: number;
  readonly last: Redacted | null;
}

/** Call sites and recorded calls, matched. */
export interface ReportedCalls {
  readonly sites: readonly ReportedSite[];
  readonly elsewhere: readonly ReportedUnmatched[];
}

export interface ReportedFix {
  readonly title: Redacted;
  readonly safety: Safety;
  /** Fixes of one group, in any file, are applied together or not at all. */
  readonly group?: Redacted;
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: Redacted }[];
  /** Why it is unsafe; `null` for a safe one. */
  readonly reason: ReportedNote | null;
  /** Points to review by hand, although the fix is safe. */
  readonly assumes: readonly ReportedNote[];
}

/** A sentence about a line. */
export interface ReportedNote {
  readonly text: Redacted;
  readonly file: Redacted;
  /** 1-based. */
  readonly line: number;
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

/** Tool that wrote a report. */
export interface ReportedTool {
  readonly name: Redacted;
  readonly version: Redacted;
}

/** JSON report; its schema is `rules/schema/report.schema.json`. */
export interface Report {
  readonly version: 1;
  readonly tool: ReportedTool;
  readonly target: Redacted;
  readonly today: Redacted;
  /** The share of the files that is reported, where it is not all. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly summary: Summary;
  readonly findings: readonly ReportedFinding[];
  /** Present only where recordings were scanned. */
  readonly calls?: ReportedCalls;
  readonly skipped: readonly { readonly file: Redacted; readonly reason: Redacted }[];
  readonly failed: readonly { readonly file: Redacted; readonly message: Redacted }[];
  /** Texts that can be URLs of the legacy API and were not analysed; absent in reports of earlier versions. */
  readonly unread?: readonly ReportedUnread[];
  /** Number of texts that are not URLs, or are not reported, by reason. */
  readonly silenced?: SilenceCounts;
}

/** Text that may be a URL of the legacy API without a finding. */
export interface ReportedUnread {
  readonly file: Redacted;
  /** 1-based. */
  readonly line: number;
  readonly reason: Redacted;
  /** True where the file was analysed and only the use of this text is not known. */
  readonly analysed: boolean;
}

/** A line of source for people, with what looks like a credential masked. */
export interface FrameLine {
  readonly line: number;
  readonly text: Redacted;
  /** Units of `text` to point at, half-open; `undefined` for the lines around. */
  readonly mark: { readonly from: number; readonly to: number } | undefined;
}

/** One line of a diff without its sign, redacted. */
export interface DiffLine {
  readonly kind: 'hunk' | 'same' | 'removed' | 'added';
  readonly text: Redacted;
}

/** A rule as reports describe it. */
export interface RuleText {
  readonly title: Redacted;
  readonly why: Redacted;
  readonly advice: Redacted;
  /** True where each message already states what to do. */
  readonly advised: boolean;
  readonly source: Redacted;
  readonly severity: Severity;
}

/** Measures that formats take in the text of a file. */
export interface Measured {
  /** The hash of the finding's first line as code scanning makes it; `undefined` where it depends on a masked text. */
  readonly lineHash: () => Redacted | undefined;
  /** Line and column of an offset, the column in bytes of UTF-8. */
  readonly inBytes: (offset: number) => { readonly line: number; readonly column: number };
}

/** A report and what only formats for people show. */
export interface Presentation {
  readonly report: Report;
  /** Lines around a finding, by its index, computed on first use; none for recordings. */
  readonly frame: (index: number) => readonly FrameLine[];
  /** Texts of a rule, by its id. */
  readonly rules: ReadonlyMap<Redacted, RuleText>;
  /** A reported file as the repository names it: relative to its root, links resolved. */
  readonly inRepository: (file: Redacted) => Redacted;
  /** Unit counted in the file of a finding; `undefined` for recordings, and without the text. */
  readonly measured: (finding: ReportedFinding) => Measured | undefined;
  /** Lines that the fix of a finding changes, by its index, computed on first use. */
  readonly change?: (index: number) => readonly DiffLine[];
  /** URL of a line in the repository, with {file} and {line}. */
  readonly sourceUrl?: Redacted | undefined;
  /** Name of the repository. */
  readonly project?: Redacted | undefined;
  /** Owners of a file of the repository; `undefined` where it names none. */
  readonly ownersOf?: ((file: Redacted) => readonly Redacted[]) | undefined;
  /** Count of legacy calls in the history. */
  readonly progress?: ProgressReport | undefined;
  readonly color: boolean;
  /** Columns of the terminal; absent: lines are as long as they are. */
  readonly width?: number | undefined;
  /** True: each finding by itself, with everything that is known of it. */
  readonly verbose?: boolean;
  /** Method and path of an operation, by its name. */
  readonly calls?: ReadonlyMap<Redacted, Redacted>;
  /** Receives a note if a format had to omit findings. */
  readonly notice?: (text: Redacted) => void;
}

/** A format: a presentation to a text that ends with a line end, or is empty. */
export type Render = (presentation: Presentation) => string;
