import type { MessagePort } from 'node:worker_threads';

/** A replacement of half-open offsets of the text. */
export interface LintEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A finding as the ESLint rules report it. */
export interface LintProblem {
  readonly rule: string;
  readonly message: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
  /** All edits that belong together, in one file; absent where there is no such fix. */
  readonly fix:
    | { readonly title: string; readonly safety: 'safe' | 'unsafe'; readonly edits: readonly LintEdit[] }
    | undefined;
}

/** A question to the worker, and the response. */
export interface LintQuestion {
  readonly cwd: string;
  readonly file: string;
  readonly text: string;
}

/** Problems of a file, or the reason why it was not analysed, as printed. */
export interface LintResult {
  readonly problems: readonly LintProblem[];
  readonly notAnalysed?: string;
}

export type LintAnswer =
  | LintResult
  /** Reason why the analysis stopped, as printed. */
  | { readonly failure: string };

/** Data of the thread that analyses. `signal` holds 0 while it is waited for, 1 when it is done, 2 when it ended, 3 when its memory did. */
export interface WatchedThread {
  readonly path: string;
  readonly signal: Int32Array;
  readonly port: MessagePort;
}
