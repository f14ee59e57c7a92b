import type { HeaderSource } from '../headers/headers.ts';
import { mergedHeaders, NO_HEADERS } from '../headers/headers.ts';
import type { ts } from '../syntax/tree.ts';
import type { ObjectValue, ObjMember } from '../evaluate/values.ts';

/** Instance of a client (`axios.create({…})`): its additions to each of its requests. */
export interface Instance {
  readonly defaults: ObjectValue | undefined;
  readonly headers: HeaderSource;
  /** Changes that its hooks and interceptors make to each request's headers, over those of the call. */
  readonly hooks: readonly HeaderSource[];
  /** Origin of its defaults: the creating call, or the statement that sets the base of a whole package. */
  readonly created: ts.Node | undefined;
  /** True when its base is set on a package that is shared with calls to any URL. */
  readonly shared: boolean;
}

/** Client without an instance. */
export const NO_INSTANCE: Instance = {
  defaults: undefined,
  headers: NO_HEADERS,
  hooks: [],
  created: undefined,
  shared: false,
};

/** Defaults of which only these members are known. */
export const defaultsWith = (node: ts.Node, members: readonly ObjMember[]): ObjectValue => ({
  kind: 'object',
  node,
  members,
  complete: false,
  literal: undefined,
});

const layered = (lower: ObjectValue | undefined, upper: ObjectValue | undefined): ObjectValue | undefined =>
  lower && upper ? { ...upper, members: [...lower.members, ...upper.members] } : (upper ?? lower);

/** Merges defaults: later ones over earlier ones. */
export const mergeDefaults = (lower: Instance, upper: Instance): Instance => ({
  defaults: layered(lower.defaults, upper.defaults),
  headers: mergedHeaders(lower.headers, upper.headers),
  hooks: [...lower.hooks, ...upper.hooks],
  created: upper.created ?? lower.created,
  shared: lower.shared && upper.shared,
});
