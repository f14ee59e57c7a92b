import type { Api, Fact, Finding, Note, ObjectTree, Rule, Severity, Vocabulary } from '../../model/index.ts';
import type { Area } from '../api/identify.ts';
import type { PayloadUse } from '../../payload/mapping.ts';
import type { Reshaped } from '../../payload/outcome.ts';
import type { Judged } from './suppression.ts';
import type { FactIndex } from './fact-index.ts';
import type { PlaceNames } from '../place-names.ts';

/** Settings of the user for judging. Dates are `yyyy-mm-dd`. */
export interface Settings {
  readonly target: string;
  readonly today: string;
  /** Deadlines nearer than this many days count as errors; `undefined`: none do. */
  readonly failWithin: number | undefined;
  /** Rules that run; `undefined` means all of them. */
  readonly enabled: ReadonlySet<string> | undefined;
  readonly severities: ReadonlyMap<string, Severity>;
  /** True when a suppression needs a reason to be valid. */
  readonly requireReason?: boolean;
  /**
   * True for a file named on the command line: related files were not scanned, so what depends on them is
   * unknown.
   */
  readonly isAlone?: (file: string) => boolean;
  /** Folder of the project a file belongs to: its nearest package or repository root. */
  readonly projectOf: (file: string) => string;
  /** The rules that look, where rule packs replace some of them; `undefined`: those of the ruleset. */
  readonly rules?: readonly Rule[];
  /** Settings of a file, relative to the working directory or absolute; absent where all files share these. */
  readonly of?: (file: string) => Settings;
}

/** The settings that hold for a file. */
export const settingsFor = (settings: Settings, file: string): Settings => settings.of?.(file) ?? settings;

/** Conversion of payloads; `text` is the text of the tree's file. */
export interface Reshape {
  /** Restructures a payload for a resource version. */
  (tree: ObjectTree, text: string, use: PayloadUse, version: string): Reshaped;
  /** True where an object can be a payload of some version by its members and their types. */
  readonly fits?: (tree: ObjectTree, text: string) => boolean;
}

/** Context of a check: facts, API, settings and texts. */
export interface CheckContext {
  readonly facts: readonly Fact[];
  readonly api: Api;
  /** Ids of all rules. */
  readonly rules: readonly string[];
  readonly settings: Settings;
  /** The facts, joined. */
  readonly view: FactIndex;
  /** The text of a scanned authored file, for edits that need its neighborhood. */
  readonly text: (file: string) => string | undefined;
  readonly names: PlaceNames;
  /** `undefined` where no payload can be restructured. */
  readonly reshape: Reshape | undefined;
}

/**
 * Finding before grouping. The fix of a `move` (a URL) or `header` is applied together with the other fixes
 * of the same requests, as one migration; so is the fix of a `body`, which must keep the legacy shape while
 * the request goes to the legacy API. A fix that is `alone` is applied independently.
 */
export interface PendingFinding {
  readonly finding: Finding;
  readonly part: 'move' | 'header' | 'body' | 'alone';
  /** `id`s of the requests that stay wrong without it. */
  readonly requests: readonly string[];
  /** True when the code breaks with the migration until it is changed, whatever the severity of the finding. */
  readonly blocks?: true;
  /** Reason, in one sentence, why it blocks the fix of its requests' base, where their own findings give none. */
  readonly reason?: string;
  /** True for a URL that must not change, as it is also sent elsewhere: its requests stay as they are, headers too. */
  readonly stays?: true;
  /** True when a suppression applies: the finding is not reported, and its text does not change. */
  readonly silenced?: true;
  /** Advice of the message, for a finding on another use of the same position. */
  readonly advice?: string;
}

/**
 * Note about requests, in addition to findings. A `doubt` makes their migration unsafe; an `assumption` is
 * for review.
 */
export interface RequestNote {
  readonly kind: 'doubt' | 'assumption';
  /** `id`s of the requests. */
  readonly requests: readonly string[];
  readonly note: Note;
  /** Data for the message once the requests have moved; absent if nothing is wrong then. */
  readonly remains?: Finding['data'];
  /** Severity of that finding, where it is milder than its rule's. */
  readonly severity?: Severity | undefined;
}

/**
 * A closed verb: what rules of one kind do. Looks at facts and rule data, never at syntax. The JSON Schema
 * (2020-12, `additionalProperties: false`) of its `options` is `rules/schema/checks/<name>.json`: data, because
 * validators are compiled and `rules/schema/rules.schema.json` is composed from it before any TypeScript is.
 * A JSONPath option is `{ "$ref": "rules.schema.json#/$defs/jsonPath" }`.
 */
export interface Check<Options> {
  readonly name: string;
  vocabulary(options: Options, api: Api): Vocabulary;
  run(rule: Rule & { readonly options: Options }, context: CheckContext): Iterable<PendingFinding>;
  /** Doubts and assumptions about moving requests that are not findings. */
  notes?(rule: Rule & { readonly options: Options }, context: CheckContext): Iterable<RequestNote>;
  /**
   * Areas whose recorded calls it looks at one after the other. Recordings are judged in batches; of these
   * areas all calls are kept and judged together.
   */
  sequence?(options: Options): readonly Area[];
  /** Judges the suppressions, once it is known what each of them silences. */
  review?(
    rule: Rule & { readonly options: Options },
    context: CheckContext,
    suppressions: readonly Judged[],
  ): Iterable<PendingFinding>;
}
