import type { Place, Span } from './slot.ts';

/** Text in a file that may be a URL of the legacy API. */
export interface LegacyText {
  readonly span: Span;
  /** True where its version is a separate text: `'/api/atlas/' + version`. */
  readonly open: boolean;
}

/** Search for texts that can be URLs of the legacy API, in a text of any language. */
export interface LegacyTexts {
  /** Words of which every match of `in` contains at least one, also with escaped slashes. */
  readonly words: readonly string[];
  /** Substrings of which every vendor media type contains one. */
  readonly mediaTypes: readonly string[];
  /** Ascending, without overlaps. */
  readonly in: (text: string) => readonly LegacyText[];
}

/** Reason why a text that can be a URL of the legacy API is none, or is not reported as one. */
export type SilenceReason =
  | 'comment'
  | 'log'
  | 'prose'
  | 'label'
  | 'comparison'
  | 'type'
  | 'route'
  | 'documentation'
  | 'other-host'
  | 'other-api'
  | 'test-data'
  | 'recorded-answer'
  | 'generated'
  | 'suppressed'
  | 'baseline'
  | 'rule-off';

/** A text that can be a URL of the legacy API, and why it is none. */
export interface Silenced extends Place {
  readonly by: SilenceReason;
}

/** A text that can be a URL of the legacy API and was not analysed. */
export interface Unread {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
  /** True where the file was analysed and only the use of this text is not known. */
  readonly analysed: boolean;
}

/** Numbers of texts that were silenced, by the reason. */
export type SilenceCounts = Readonly<Partial<Record<SilenceReason, number>>>;
