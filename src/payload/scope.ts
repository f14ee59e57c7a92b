import type { Tree } from '../model/index.ts';
import type { Make, PayloadUse, MemberPointer } from './mapping.ts';
import type { Remarks } from './outcome.ts';
import { isOwn, memberNamed } from './shape.ts';
import type { Shape } from './shape.ts';

/** A name in scope, the latest first; one without a shape hides those of the same name behind it. */
interface Name {
  readonly name: string;
  readonly shape: Shape | undefined;
  readonly outer: Name | undefined;
}

/** Scope that making a payload can look at and report to. */
export interface VerbScope {
  readonly names: Name | undefined;
  readonly define: Readonly<Record<string, Make>>;
  readonly use: PayloadUse;
  readonly text: string;
  /** Where the parts of the payload stand in it as written. */
  readonly pointers: () => ReadonlyMap<Tree, string>;
  /** Reasons why the payload cannot be converted. */
  readonly refusals: Remarks;
  /** Remarks that need review. */
  readonly reviews: Remarks;
}

/** The scope with one more name in it. */
export const withName = (scope: VerbScope, name: string, shape: Shape | undefined): VerbScope => ({
  ...scope,
  names: { name, shape, outer: scope.names },
});

const named = (scope: VerbScope, name: string): Shape | undefined => {
  let entry = scope.names;
  while (entry !== undefined && entry.name !== name) entry = entry.outer;
  return entry?.shape;
};

const split = new Map<MemberPointer, readonly string[]>();

/** The steps of a path; the few paths of the mapping are taken apart once. */
const stepsOf = (path: MemberPointer): readonly string[] => {
  let steps = split.get(path);
  if (steps === undefined) split.set(path, (steps = path.split('.')));
  return steps;
};

/** `root.a.b` as people write it: `a.b`. */
export const written = (path: MemberPointer): string => path.replace(/^root\./, '');

/** The JSON pointer, in the payload as written, of a shape that stands there. */
export const pointerOf = (shape: Shape | undefined, scope: VerbScope): string =>
  (shape?.tree === undefined ? undefined : scope.pointers().get(shape.tree)) ?? '';

const EXPRESSION = 'it is an expression, and its parts are needed: write the object out in its place.';
const CONDITIONAL =
  'a member of it is written under a condition or in another place, and cannot be moved from there: write it out here.';
const OPEN =
  'a spread or computed key in it may hold more members, so it cannot be restructured: name the members.';

const refuse = (shape: Shape, why: string, scope: VerbScope): undefined => {
  scope.refusals.add(pointerOf(shape, scope), why);
  return undefined;
};

const step = (shape: Shape, name: string, scope: VerbScope): Shape | undefined => {
  if (shape.kind === 'opaque') return refuse(shape, EXPRESSION, scope);
  if (shape.kind === 'list') return shape.items[Number(name)];
  if (shape.kind === 'scalar') return undefined;
  const member = memberNamed(shape, name);
  if (member !== undefined) return isOwn(shape, member) ? member.value : refuse(shape, CONDITIONAL, scope);
  return shape.complete ? undefined : refuse(shape, OPEN, scope);
};

/**
 * The value at a place; undefined where it is absent or null. What cannot be seen on the way is a refusal; the
 * value itself may be opaque.
 */
export const valueAt = (path: MemberPointer, scope: VerbScope): Shape | undefined => {
  const steps = stepsOf(path);
  let shape = named(scope, steps[0]!);
  for (let at = 1; at < steps.length && shape !== undefined; at += 1) shape = step(shape, steps[at]!, scope);
  return shape?.kind === 'scalar' && shape.value === null ? undefined : shape;
};

const children = (shape: Shape, name: string): readonly Shape[] => {
  if (shape.kind === 'list') {
    const item = shape.items[Number(name)];
    return name === '[*]' ? shape.items : item === undefined ? [] : [item];
  }
  const member = shape.kind === 'object' ? memberNamed(shape, name) : undefined;
  return member === undefined ? [] : [member.value];
};

/** The values that are written at the place; what cannot be seen does not count. */
export const shapesAt = (path: MemberPointer, root: Shape): readonly Shape[] => {
  let shapes: readonly Shape[] = [root];
  for (const name of stepsOf(path).slice(1)) shapes = shapes.flatMap((shape) => children(shape, name));
  return shapes;
};

/** The values at every place that a path of the scope names. */
export const valuesAt = (path: MemberPointer, scope: VerbScope): readonly Shape[] => {
  const root = named(scope, stepsOf(path)[0]!);
  return root === undefined ? [] : shapesAt(path, root);
};

/** True when some value, be it null, is written at the place. */
export const isWritten = (path: MemberPointer, root: Shape): boolean => shapesAt(path, root).length > 0;
