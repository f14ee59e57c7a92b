import { isJsonObject } from '../model/index.ts';
import type { JsonObject } from '../model/index.ts';

/** Authentication scheme of calls of the administration API. */
export type Scheme = 'digest' | 'bearer' | 'basic';

/** An error of the token endpoints (specification §7.1). */
export interface TokenError {
  readonly status: number;
  readonly description: string;
}

/** Error outside the token endpoints; `{0}`, `{1}` in `detail` are its parameters. */
export interface AdministrationError {
  readonly status: number;
  readonly detail: string;
}

/** Members of a modify request that replace others of the stored cluster. */
export interface Instead {
  readonly when: readonly string[];
  readonly without: readonly string[];
}

/**
 * Configuration of what the specification leaves open, and the fixed texts of responses: `rules/service/service.json`.
 */
export interface Configuration {
  readonly assumptions: Readonly<Record<string, string>>;
  readonly vendor: string;
  readonly realm: string;
  readonly headers: {
    readonly always: Readonly<Record<string, string>>;
    readonly success: Readonly<Record<string, string>>;
    readonly statuses: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly types: Readonly<Record<string, string>>;
    readonly serviceTime: string;
  };
  readonly tokens: {
    readonly lifetimeSeconds: number;
    /** Requests to one token resource that are accepted within the window. */
    readonly requests: number;
    readonly windowSeconds: number;
    readonly requireGrantType: boolean;
    readonly version: string;
    readonly revokeUnknown: 'accept' | 'refuse';
    readonly errors: Readonly<Record<string, TokenError>>;
  };
  readonly digest: { readonly nonceSeconds: number; readonly usesOfNonce: number };
  readonly administration: {
    readonly schemes: readonly Scheme[];
    readonly legacyShapes: Readonly<Record<string, string>>;
    /** Members of a resource that name it in its path, by the template of the list; the parameters else. */
    readonly keys: Readonly<Record<string, readonly string[]>>;
    /**
     * Statuses of successes by operation; otherwise 201 for an addition to a list, 204 for a deletion, 200 for the
     * rest.
     */
    readonly successes: Readonly<Record<string, number>>;
    readonly errors: Readonly<Record<string, AdministrationError>>;
  };
  readonly discovery: {
    readonly port: number;
    readonly optionalLabels: boolean;
    readonly zones: Readonly<Record<string, string>>;
  };
  readonly clusters: {
    readonly domain: string;
    readonly defaults: JsonObject;
    readonly assumed: Readonly<Record<string, JsonObject>>;
    readonly given: JsonObject;
    readonly readOnly: readonly string[];
    readonly modify: Readonly<
      Record<string, { readonly whole: readonly string[]; readonly instead: readonly Instead[] }>
    >;
  };
}

/** One object over another: objects are merged, everything else is replaced. */
export const overlay = (base: JsonObject, over: JsonObject): JsonObject => {
  const entries = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(over)) {
    const below = entries.get(name);
    entries.set(name, isJsonObject(below) && isJsonObject(value) ? overlay(below, value) : value);
  }
  return Object.fromEntries(entries);
};

/** Built-in configuration with the overrides of a seed. `read` reads a file of the package. */
export const loadConfiguration = (
  read: (relativePath: string) => string,
  changes: JsonObject = {},
): Configuration =>
  overlay(JSON.parse(read('rules/service/service.json')) as JsonObject, changes) as unknown as Configuration;
