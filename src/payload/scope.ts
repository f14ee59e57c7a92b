import type { Tree } from '../model/index.ts';
import type { Make, PayloadUse, MemberPointer } from './mapping.ts';
import type { Remarks } from './outcome.ts';
import { isOwn, memberNamed } from './shape.ts';
import type { Shape } from './shape.ts';

/** Name in scope, innermost first; one without a shape hides outer ones of the same name. */
interface Name {
  readonly name: string;
  readonly shape: Shape | undefined;
  readonly outer: Name | undefined;
}

/** Scope that verbs read and report to. */
export interface VerbScope {
  readonly names: Name | undefined;
  readonly define: Readonly<Record<string, Make>>;
  readonly use: PayloadUse;
  readonly text: string;
  /** Positions of the parts in the payload as written. */
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

/** JSON pointer of an existing shape in the payload as written. */
export const pointerOf = (shape: Shape | undefined, scope: VerbScope): string =>
  (shape?.tree === undefined ? undefined : scope.pointers().get(shape.tree)) ?? '';

const EXPRESSION = 'it is an expression, and its parts are needed: write the object out in its place.';
const CONDITIONAL =
  'the request takes its fields from several objects, or sets some under a condition or later, so it is not restructured: write the payload out in one place, or change it by hand.';
const OPEN = 'a spread or computed key in it may add fields, so it cannot be restructured: name the fields.';

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
 * Value at a path; undefined if it is absent or null. An unknown container on the path is a refusal; the
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

/** Known values at the path. */
export const shapesAt = (path: MemberPointer, root: Shape): readonly Shape[] => {
  let shapes: readonly Shape[] = [root];
  for (const name of stepsOf(path).slice(1)) shapes = shapes.flatMap((shape) => children(shape, name));
  return shapes;
};

/** The values at every location that a path of the scope names. */
export const valuesAt = (path: MemberPointer, scope: VerbScope): readonly Shape[] => {
  const root = named(scope, stepsOf(path)[0]!);
  return root === undefined ? [] : shapesAt(path, root);
};

/** True when some value, be it null, is written at the path. */
export const isWritten = (path: MemberPointer, root: Shape): boolean => shapesAt(path, root).length > 0;
