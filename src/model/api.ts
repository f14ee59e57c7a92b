/** The description of the service that the rules speak about: pure data, from `rules/api/*.json`. */
export interface Api {
  /** The part of the path and of the vendor media type that names the product; the default is `atlas`. */
  readonly products: readonly string[];
  /** Host names of the API. An unknown host counts as one of them. */
  readonly hosts: readonly string[];
  /** Version segments of the unversioned API: `v1.0`, `v1.5`. */
  readonly legacyVersions: readonly string[];
  /** Version segment of the versioned API: `v2`. */
  readonly version: string;
  /** First resource version of every resource. */
  readonly firstVersion: string;
  /** Every listed resource version date, ascending. */
  readonly versionDates: readonly string[];
  /** The day the listed dates were read. */
  readonly asOf: string;
  /** Known changes between versions. */
  readonly changes: readonly VersionChange[];
  /** Resources besides the administration API: tokens and discovery. */
  readonly resources: readonly Resource[];
  /** Endpoints, loaded on first use: copy an `Api` only with `rules/load/api.ts`. */
  readonly endpoints: readonly Endpoint[];
  /** Operations, loaded on first use. */
  readonly operations: readonly OperationInfo[];
}

/** Description without its long tables: what tells a URL of the service from others. */
export type ApiHead = Omit<Api, 'endpoints' | 'operations'>;

/** Changes of a version in some operations, in words. */
export interface VersionChange {
  readonly date: string;
  /** Operation name, e.g. `clusters.list` (contract §5). */
  readonly operations: readonly string[];
  readonly says: string;
}

/** A resource with a URL of its own, outside `/api/<product>/<version>`. */
export interface Resource {
  readonly area: 'token' | 'revoke' | 'discovery';
  /** The contract's name of its only operation. */
  readonly name: string;
  readonly method: string;
  /** The right path, with named parameters. */
  readonly path: string;
}

/** State of a legacy endpoint. */
export type Fate = 'same' | 'deprecated' | 'renamed' | 'removed';

/** Endpoint of the legacy API, with its equivalent in the versioned one. */
export interface Endpoint {
  readonly method: string;
  /** `v1.0` or `v1.5`. */
  readonly base: string;
  /** Path template under the base: `/groups/{}/clusters/{}`. Parameters are `{}`. */
  readonly path: string;
  /** The same with named parameters, for messages: `/groups/{groupId}/clusters/{clusterName}`. */
  readonly template: string;
  readonly fate: Fate;
  /** Path template in the versioned API (parameters are `{}`), or null where there is none one to one. */
  readonly v2: string | null;
  /** Replacement of a removed or deprecated endpoint. */
  readonly successor: string | null;
  /** Remark: why it is not one to one, which media type it needs. */
  readonly note: string | null;
}

/** Operation of the versioned API: `clusters.create`. */
export interface OperationInfo {
  readonly method: string;
  /** Path template with named parameters, as contract §5 prints it: `/groups/{groupId}/accessList`. */
  readonly path: string;
  /** The contract's short name (`clusters.create`), where it has one. */
  readonly name: string | null;
  /** True when the operation as a whole is flagged deprecated; older versions of an operation always are. */
  readonly deprecated: boolean;
  readonly versions: readonly ResourceVersion[];
}

/** Dated version of a resource: `2023-02-01`. */
export interface ResourceVersion {
  /** `yyyy-mm-dd` or `preview`. */
  readonly date: string;
  /** Media type suffixes, without the plus: `json`, `gzip`, `csv`. */
  readonly suffixes: readonly string[];
  /** Listed deletion date, or null. */
  readonly sunset: string | null;
}
