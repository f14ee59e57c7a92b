import type { PayloadUse } from '../../../payload/mapping.ts';
import type { Rule, Safety, Severity } from '../../../model/index.ts';

/** Options of `changed-property`: what a resource version took away, and where it stood. */
export interface PropertyOptions {
  /** The resource version that took the properties away; with an earlier target they are right. */
  readonly version: string;
  /** Legacy versions of the API whose payloads never had them. */
  readonly keptOut: readonly string[];
  /** JSONPath of the resource in the request and response of each operation that carries it. */
  readonly operations: Readonly<Record<string, OperationPaths>>;
  /** Paths that identify a payload that no call is seen to send or return. */
  readonly anchors: { readonly request: readonly string[]; readonly response: readonly string[] };
  /** A path that only a request has which creates the resource. */
  readonly createdWith: string;
  /** Locations that the resource itself never has, only objects inside it. */
  readonly inner: readonly string[];
  /** Property names that point to this API by themselves. */
  readonly distinctive: readonly string[];
  /** Names that suggest, in a tree that calls the API, a read of the resource in its old shape. */
  readonly telling?: readonly string[];
  /** Names that only the new shape has. */
  readonly successors: readonly string[];
  readonly properties: readonly Property[];
  /** Messages for calls of the versioned API that already request the version. */
  readonly halfDone?: { readonly sent: string; readonly read: string };
  /** Properties that later versions also removed, oldest first. */
  readonly later?: readonly Later[];
}

/** Properties that one more version took away. */
export type Later = Pick<PropertyOptions, 'version' | 'keptOut' | 'properties'>;

export interface OperationPaths {
  readonly request?: string;
  readonly response?: string;
  /** Kind of payload that its request is restructured as. */
  readonly use?: PayloadUse;
}

/** Removed or renamed property, and what replaces it. */
export interface Property {
  /** JSONPath from the resource. */
  readonly path: string;
  /** Previous location: in requests or in responses; both where absent. */
  readonly only?: 'request' | 'response';
  /** Severity where it is milder than the rule's. */
  readonly severity?: Severity;
  readonly replacement: string | null;
  /** Advice where it is sent, and where it is read. */
  readonly sent?: string;
  readonly read?: string;
  /** Fix of a request without a restructured payload. */
  readonly request?: { readonly do: 'drop' | 'rename'; readonly to?: string; readonly safety: Safety };
  readonly reads?: readonly Replacement[];
  readonly lone?: ChangedMeaning;
}

/**
 * Property that keeps its name and changes its meaning: reported only where a call of these legacy versions
 * sends no other property that has to change, neither `without` nor one of the values `unless`.
 */
export interface ChangedMeaning {
  readonly in: readonly string[];
  readonly without: string;
  readonly unless: readonly (string | number | boolean)[];
}

/** `from`: a JSONPath from the resource; `to`: what to write instead, as in source code. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
  readonly safety: Safety;
  /** True when legacy responses have the replacement as well: it may be read before the URL moves. */
  readonly inBoth?: boolean;
}

/** Properties that one version took away. */
export interface RemovalsOfVersion extends PropertyOptions {
  /** True for properties removed by a later version, so that the requested version decides. */
  readonly isLater: boolean;
}

export type PropertyRule = Rule & { readonly options: RemovalsOfVersion };

/** Options by version; the same objects each time, so that what is found out with them can be kept. */
const byVersion = new WeakMap<PropertyOptions, readonly RemovalsOfVersion[]>();

/** Properties that each version up to the target took away, oldest first. */
export const removalsByVersion = (options: PropertyOptions, target: string): readonly RemovalsOfVersion[] => {
  const all = byVersion.get(options) ?? [
    { ...options, isLater: false },
    ...(options.later ?? []).map((later) => ({ ...options, ...later, isLater: true })),
  ];
  byVersion.set(options, all);
  return all.filter(({ version }) => version <= target);
};

const splitPath = (path: string): readonly string[] =>
  Array.from(
    path.matchAll(/\.(\w+)|\[(\*)\]|\['([^']+)'\]/g),
    ([, name, any, quoted]) => name ?? any ?? quoted!,
  );

/** Paths of rules with their steps: a few dozen, which are compared with every response that leaves. */
const knownSteps = new Map<string, readonly string[]>();

/** The steps of a path of plain names and `[*]`. */
export const stepsOf = (path: string): readonly string[] => {
  const known = knownSteps.get(path) ?? splitPath(path);
  knownSteps.set(path, known);
  return known;
};

/** The property's own name: what the contract calls the bare legacy name. */
export const ownName = ({ path }: Property): string => stepsOf(path).at(-1)!;

/** Property that a read of a name loses: itself, or what contains it. */
export const lostBy = (name: string, { properties }: PropertyOptions): Property | undefined =>
  properties.find(
    ({ only, path, reads = [] }) =>
      only !== 'request' && [path, ...reads.map(({ from }) => from)].some((at) => stepsOf(at).includes(name)),
  );

/** Data of a finding about what a read of a name loses; `undefined` for a name that nothing takes away. */
export const lossOf = (
  name: string,
  options: PropertyOptions,
):
  | { readonly property: string; readonly replacement: string | null; readonly version: string }
  | undefined => {
  const property = lostBy(name, options);
  return (
    property && { property: ownName(property), replacement: property.replacement, version: options.version }
  );
};
