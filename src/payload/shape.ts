import { isInside } from '../model/index.ts';
import type { ListTree, Member, ObjectTree, Tree } from '../model/index.ts';

/**
 * Payload during a conversion: a tree that records where each part was written, so that copied parts keep
 * their bytes and created parts are marked as new.
 */
export type Shape = ObjectShape | ListShape | ScalarShape | OpaqueShape;

/** What a shape was in the payload as written; both are undefined for what was made up. */
interface Provenance {
  readonly tree: Tree | undefined;
  /** The member whose value it was: its comments travel with it. */
  readonly member: Member | undefined;
}

export interface ObjectShape extends Provenance {
  readonly kind: 'object';
  readonly tree: ObjectTree | undefined;
  readonly members: readonly ShapeMember[];
  readonly complete: boolean;
  /** The expression that leads to an object written elsewhere. */
  readonly reference: string | undefined;
}

export interface ShapeMember {
  readonly key: string;
  readonly value: Shape;
  /** Existing member whose position this one takes. */
  readonly from: Member | undefined;
}

export interface ListShape extends Provenance {
  readonly kind: 'list';
  readonly tree: ListTree | undefined;
  readonly items: readonly Shape[];
  readonly complete: boolean;
}

export interface ScalarShape extends Provenance {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** Source text; undefined if the printer chooses one. */
  readonly raw: string | undefined;
}

export interface OpaqueShape extends Provenance {
  readonly kind: 'opaque';
  readonly pure: boolean;
  readonly raw: string;
}

/** New scalar without a position. */
export const madeScalar = (value: ScalarShape['value']): ScalarShape => ({
  kind: 'scalar',
  value,
  raw: undefined,
  tree: undefined,
  member: undefined,
});

/** New object without a position. */
export const madeObject = (members: readonly ShapeMember[]): ObjectShape => ({
  kind: 'object',
  members,
  complete: true,
  reference: undefined,
  tree: undefined,
  member: undefined,
});

/** New list without a position. */
export const madeList = (items: readonly Shape[]): ListShape => ({
  kind: 'list',
  items,
  complete: true,
  tree: undefined,
  member: undefined,
});

/**
 * True when the member is certainly there and its text is the object's own: not written under a condition, spread
 * from another literal or assigned later.
 */
export const isOwn = ({ tree }: ObjectShape, { from }: ShapeMember): boolean =>
  from === undefined || (from.certain && (tree === undefined || isInside(tree, from.place)));

/** The member of this name; the last one where there are several. */
export const memberNamed = (shape: ObjectShape, name: string): ShapeMember | undefined =>
  shape.members.findLast((member) => member.key === name);

/** Calls `visit` for the shape and everything in it, outermost first. */
export const visitShapes = (shape: Shape, visit: (shape: Shape) => void): void => {
  visit(shape);
  if (shape.kind === 'object') for (const member of shape.members) visitShapes(member.value, visit);
  if (shape.kind === 'list') for (const item of shape.items) visitShapes(item, visit);
};
