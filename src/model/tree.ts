import type { Place, Slot, Span } from './slot.ts';
import type { InsertionPoint } from './insertion-point.ts';
import type { Text } from './text.ts';

/**
 * A payload without its syntax. JSON, YAML, object literals, `JSON.stringify(…)` arguments and escaped bodies
 * inside recordings all become trees; locations in them are selected by JSONPath and named by JSON pointers.
 */
export type Tree = ObjectTree | ListTree | ScalarTree | OpaqueTree;

/** Object of a payload, with its members in order. */
export interface ObjectTree extends Place {
  readonly kind: 'object';
  /** Members in source order, with duplicates. */
  readonly members: readonly Member[];
  /** False when members may exist that are not seen (an unknown spread, a computed key). */
  readonly complete: boolean;
  /** Insertion point for one more member; `undefined` where the object cannot be edited. */
  readonly gap: InsertionPoint | undefined;
  /** A written type that the object has to fit, so that its members cannot be moved without it. */
  readonly typed?: Place;
  /** Members that other code takes from the same object. */
  readonly reads?: readonly TreeRead[];
}

/** Code that takes a member from an object which is also sent; the name is `*` where it cannot be known. */
export interface TreeRead extends Place {
  readonly name: string;
}

/** List of a payload. */
export interface ListTree extends Place {
  readonly kind: 'list';
  readonly items: readonly Tree[];
  readonly complete: boolean;
}

/** String, number, boolean or `null` of a payload. */
export interface ScalarTree extends Place {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** The slot of a string value that can be rewritten in place. */
  readonly slot: Slot | undefined;
}

/** An expression that cannot be seen through; its span lets a reshape carry it along as source text. */
export interface OpaqueTree extends Place {
  readonly kind: 'opaque';
  /** True when evaluating the expression twice is the same as once (a name, a property access). */
  readonly pure: boolean;
  /** Fingerprint of a credential in a recording: equal for equal ones of this run, and reveals nothing else. */
  readonly digest?: string;
  /** Known part of a string that is partly unknown. */
  readonly text?: Text;
  /** The file of the tree whose document it is, which is read elsewhere: YAML that code loads and sends. */
  readonly document?: string;
  /** Members that other code takes from that document. */
  readonly reads?: readonly TreeRead[];
}

/** Member of an object: `"name": value`. */
export interface Member {
  readonly key: Slot;
  readonly value: Tree;
  /** The member as it is written, from its key to the end of its value, without separators. */
  readonly place: Place;
  /** Edit that removes the member; `undefined` where it cannot be removed (`fixed` text, a spread of unseen text). */
  readonly removal: Removal | undefined;
  /** False when the member may be absent (`...(x && { … })`, an assignment under a condition). */
  readonly certain: boolean;
}

/**
 * The member's neighborhood as it is written. `siblings` are the spans of all members of the literal (spreads
 * included), in order; `index` is this one. `container` spans the literal with its brackets. A `statement`
 * is alone (`body.x = 1;`) and goes with its line. `edit/members.ts` decides which comma and line go.
 */
export type Removal =
  | {
      readonly kind: 'member';
      readonly container: Span;
      readonly siblings: readonly Span[];
      readonly index: number;
    }
  | { readonly kind: 'statement'; readonly statement: Span };

/** The value of the last member of that name, as JSON.parse would see it. */
export const memberOf = (tree: Tree | undefined, name: string): Tree | undefined =>
  tree?.kind === 'object' ? tree.members.findLast(({ key }) => key.value === name)?.value : undefined;

/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Tells objects from other values of JSON. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
