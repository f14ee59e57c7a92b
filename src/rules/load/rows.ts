import type { Fate, VersionChange } from '../../model/index.ts';

/** A legacy endpoint as data files write it. */
export interface EndpointRow {
  readonly method: string;
  /** `v1.0` where it is left out. */
  readonly base?: string;
  readonly path: string;
  readonly fate: Fate;
  readonly v2?: string;
  readonly successor?: string;
  readonly note?: string;
}

export interface VersionRow {
  readonly date: string;
  /** `json` where they are left out. */
  readonly suffixes?: readonly string[];
  readonly sunset?: string | null;
}

/** An operation as data files write it. */
export interface OperationRow {
  readonly method: string;
  readonly path: string;
  readonly name?: string;
  readonly deprecated?: boolean;
  readonly versions?: readonly VersionRow[];
}

/** API description of a rule pack, which extends or replaces the built-in one. */
export interface ApiExtension {
  readonly products?: readonly string[];
  readonly hosts?: readonly string[];
  readonly asOf?: string;
  readonly endpoints?: readonly EndpointRow[];
  readonly operations?: readonly OperationRow[];
  readonly changes?: readonly VersionChange[];
}
