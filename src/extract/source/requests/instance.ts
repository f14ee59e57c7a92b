import type { HeaderSource } from './headers.ts';
import { merged, NO_HEADERS } from './headers.ts';
import type { ts } from '../syntax/tree.ts';
import type { ObjectVal, ObjMember } from '../evaluate/values.ts';

/** Instance of a client (`axios.create({…})`): what it adds to each of its requests. */
export interface Instance {
  readonly defaults: ObjectVal | undefined;
  readonly headers: HeaderSource;
  /** What its hooks and interceptors do to the headers of each request, over what the call says. */
  readonly hooks: readonly HeaderSource[];
  /** Where it gets its defaults: the creating call, or what sets the base of a whole package. */
  readonly created: ts.Node | undefined;
  /** True when its base is set on a package that calls to anywhere share. */
  readonly shared: boolean;
}

/** A client as it is, without an instance. */
export const NONE: Instance = {
  defaults: undefined,
  headers: NO_HEADERS,
  hooks: [],
  created: undefined,
  shared: false,
};

/** Defaults of which only these members are seen. */
export const defaultsWith = (node: ts.Node, members: readonly ObjMember[]): ObjectVal => ({
  kind: 'object',
  node,
  members,
  complete: false,
  literal: undefined,
});

const layered = (lower: ObjectVal | undefined, upper: ObjectVal | undefined): ObjectVal | undefined =>
  lower && upper ? { ...upper, members: [...lower.members, ...upper.members] } : (upper ?? lower);

/** Merges defaults: later ones over earlier ones. */
export const onTop = (lower: Instance, upper: Instance): Instance => ({
  defaults: layered(lower.defaults, upper.defaults),
  headers: merged(lower.headers, upper.headers),
  hooks: [...lower.hooks, ...upper.hooks],
  created: upper.created ?? lower.created,
  shared: lower.shared && upper.shared,
});
