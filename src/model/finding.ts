import type { Place, Span } from './span.ts';

export type Severity = 'error' | 'warning' | 'info';

/** `certain`: belongs to an identified operation. `likely`: a distinctive name in a project that calls the API. */
export type Certainty = 'certain' | 'likely';

/** `safe` fixes are applied by `fix`, `unsafe` ones with `--unsafe` only. */
export type Safety = 'safe' | 'unsafe';

/** Replace `span` of the original text by `text`. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** Text edits of the finding's own file. All of them apply or none. */
export interface Fix {
  readonly title: string;
  readonly safety: Safety;
  readonly edits: readonly Edit[];
  /**
   * Fixes with the same group, in any file, apply together or not at all: a URL and the headers of the requests
   * built on it are one migration.
   */
  readonly group: string | undefined;
}

/** A place that must change, as a rule sees it. */
export interface Finding extends Place {
  readonly rule: string;
  readonly severity: Severity;
  readonly certainty: Certainty;
  readonly message: string;
  /** RFC 6901, where the place lies in a payload. */
  readonly pointer: string | undefined;
  readonly exchange: number | undefined;
  /** Contract §5: `clusters.create`, …, or `METHOD /path/template`. */
  readonly operation: string | undefined;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
  readonly fix: Fix | undefined;
  /**
   * Of a finding that stands for many calls of a log: how many, and when the latest was, in
   * milliseconds since the epoch.
   */
  readonly seen?: { readonly count: number; readonly last: number | undefined };
  /** What the fingerprint is made of besides rule and file: never a line number, never a secret. */
  readonly anchor: string;
}
