/** Use of a payload: the request or response it belongs to. Responses of all operations have one shape. */
export type PayloadUse = 'create' | 'modify' | 'answer';

/**
 * A path in a payload, from a name in scope: `root.providerSettings.regionName`, `region.priority`. A step `[*]`
 * means every item of a list, a number one item.
 */
export type MemberPointer = string;

/** Recipe for a part of the new payload: one closed verb each, named by its first key. */
export type Make =
  /** the value at a path, copied; absent if it is absent or null */
  | { readonly take: MemberPointer; readonly default?: string | number | boolean }
  /** a fixed value */
  | { readonly value: string | number | boolean }
  /** an object of the members that exist; absent without any */
  | { readonly object: Readonly<Record<string, Make>> }
  /** a list of the items that exist; absent without any */
  | { readonly list: readonly Make[] }
  /** the object at a path with some members set or removed; absent if it is absent */
  | { readonly update: MemberPointer; readonly set?: readonly SetMember[]; readonly drop?: readonly Drop[] }
  /** one item for each item of a list; `repeat`: number of copies */
  | {
      readonly each: Make;
      readonly as: string;
      readonly make: Make;
      readonly repeat?: MemberPointer;
      readonly once?: Once;
    }
  /** a list of a map's values, each with its key as the member `key` */
  | { readonly entries: MemberPointer; readonly key: string; readonly sort: readonly SortKey[] }
  /** the first of these that can be made */
  | { readonly first: readonly Make[] }
  /** only if the value at the path is not null, 0 or false; an unknown value needs review (`unseen`) */
  | { readonly when: MemberPointer; readonly make: Make; readonly unseen?: string }
  /** by the value at a path; null gives nothing */
  | {
      readonly cases: MemberPointer;
      readonly of: Readonly<Record<string, Make | null>>;
      readonly else: Make | null;
    }
  /** by a table; a value that is not in it is refused */
  | { readonly lookup: MemberPointer; readonly in: Readonly<Record<string, string | number>> }
  /** only where a list has more than one item */
  | { readonly several: MemberPointer; readonly make: Make }
  /** only where a number is above a limit */
  | { readonly above: MemberPointer; readonly limit: number; readonly make: Make }
  /** the common value of these paths; if they differ, nothing, or a refusal with the message `differing` */
  | { readonly same: readonly MemberPointer[]; readonly differing?: string }
  /** the sum of the numbers at a path */
  | { readonly sum: MemberPointer }
  /** the part of a string before a text; the whole string if it does not contain the text */
  | { readonly before: string; readonly of: MemberPointer }
  /** a map of a list's items, the opposite of `entries` */
  | { readonly keyed: Make; readonly as: string; readonly key: MemberPointer; readonly make: Make }
  /** a list whose items with the same `by` are one, with their `count`, the opposite of `repeat` */
  | {
      readonly merge: Make;
      readonly by: string;
      /** Members in which the items may differ; those of the first one stay. */
      readonly apart: readonly string[];
      readonly count: string;
      readonly differing: string;
    }
  /** a definition of the step, with names put in scope for it */
  | { readonly use: string; readonly with?: Readonly<Record<string, Make>> };

/** Members that only the first copy keeps, and the uses in which that is for review. */
export interface Once {
  readonly members: readonly string[];
  readonly review: readonly PayloadUse[];
}

export interface SetMember {
  readonly member: string;
  /** Existing members whose position it may take, best first; by default its own. */
  readonly at?: readonly string[];
  /** Uses of the payload that it is limited to. */
  readonly on?: readonly PayloadUse[];
  /** Condition: the member is absent. */
  readonly absent?: boolean;
  readonly make: Make;
}

export interface Drop {
  readonly member: string;
  readonly on?: readonly PayloadUse[];
}

export interface SortKey {
  readonly by: string;
  readonly descending: boolean;
}

/** Note on a decision for a person: the conversion is unsafe. `told`: `convert` only prints it. */
export interface Review {
  readonly path: MemberPointer;
  /** Uses of the payload that it is limited to. */
  readonly on?: readonly PayloadUse[];
  /** Locations that must not be given too. */
  readonly without?: readonly MemberPointer[];
  /** Values that it does not apply to. */
  readonly unless: readonly (string | number | boolean)[];
  /** True where the path itself shows that the payload is of the old version. */
  readonly removed?: true;
  readonly told?: true;
  readonly message: string;
}

/** Why a value has no equivalent in the new payload; the first one that applies counts. */
export interface Omission {
  /** The value, or an object that holds it; a step `[*]` means every item of a list and every key of a map. */
  readonly path: MemberPointer;
  /** Uses of the payload that it is limited to. */
  readonly on?: readonly PayloadUse[];
  /** Locations that must be given too. */
  readonly with?: readonly MemberPointer[];
  readonly message: string;
}

/** A body that names what moved without the list it moved into, which is replaced as a whole. */
export interface PartialBody {
  readonly on: readonly PayloadUse[];
  readonly without: readonly MemberPointer[];
  /** Members of such a body, with the manual steps for each; `{value}` is the value in the request. */
  readonly procedure: Readonly<Record<MemberPointer, string>>;
  readonly message: string;
  /** List entries without any of these members are partial, although the list is replaced as a whole. */
  readonly entries: {
    readonly path: MemberPointer;
    readonly need: readonly string[];
    readonly message: string;
  };
}

/** One resource version step, from `rules/payload/*.json`. */
export interface VersionStep {
  readonly to: string;
  /**
   * Name of the schema of the step's input, validated where `signs` show that there is something to convert.
   */
  readonly input: string;
  /** Name of the schema of what the step makes. */
  readonly output: string;
  /** Members of the old version only: without any of them the payload has no topology to restructure. */
  readonly signs: readonly MemberPointer[];
  /** Members of the new version only: together with `signs` it is ambiguous which of them applies. */
  readonly foreign: readonly MemberPointer[];
  /** Uses in which a payload without `foreign` members counts as old even without `signs`. */
  readonly assumed: readonly PayloadUse[];
  readonly partial: PartialBody;
  readonly reviews: readonly Review[];
  readonly omissions: readonly Omission[];
  readonly define: Readonly<Record<string, Make>>;
  readonly make: Make;
}

/** Conversion of a newer payload to an older version. */
export interface BackStep {
  readonly from: string;
  readonly to: string;
  readonly define: Readonly<Record<string, Make>>;
  readonly make: Make;
}

const STEP_FILES = ['legacy-to-2023-02-01', '2023-02-01-to-2024-08-05'] as const;

/** The built-in steps, oldest first. `read` reads a file of the package by its path relative to the package's root. */
export const loadSteps = (read: (relativePath: string) => string): readonly VersionStep[] =>
  STEP_FILES.map((name) => JSON.parse(read(`rules/payload/${name}.json`)) as VersionStep);

/** The ways back, newest first. */
export const loadBackSteps = (read: (relativePath: string) => string): readonly BackStep[] =>
  ['2024-08-05-to-2023-02-01', '2023-02-01-to-legacy'].map(
    (name) => JSON.parse(read(`rules/payload/back/${name}.json`)) as BackStep,
  );

/** The steps that lead to a target version: dates compare as text. */
export const stepsTo = (steps: readonly VersionStep[], target: string): readonly VersionStep[] =>
  steps.filter((step) => step.to <= target);
