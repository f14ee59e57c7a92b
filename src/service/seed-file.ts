import type { Json, JsonObject } from '../model/index.ts';
import type { Fault } from './faults.ts';

/** Seed of the service: its initial state, `rules/schema/seed.schema.json`. */
export interface Seed {
  readonly groups?: readonly { readonly id: string; readonly name?: string; readonly orgId?: string }[];
  readonly clusters?: readonly SeedCluster[];
  /** Other resources, by their path below the base. */
  readonly documents?: Readonly<Record<string, Json>>;
  readonly apiKeys?: readonly { readonly publicKey: string; readonly privateKey: string }[];
  readonly serviceAccounts?: readonly {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly accessList?: readonly string[];
  }[];
  readonly discoveryUsers?: readonly {
    readonly username: string;
    readonly password: string;
    readonly groupId?: string;
  }[];
  readonly faults?: readonly Fault[];
  /** Overrides of `rules/service/service.json`. */
  readonly configuration?: JsonObject;
}

export interface SeedCluster {
  readonly groupId: string;
  /** `legacy` or a date; default 2023-02-01. */
  readonly version?: string;
  readonly cluster: JsonObject;
}
