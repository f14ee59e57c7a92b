import type { Tree } from '../model/index.ts';
import type { MemberPointer, Omission, PayloadUse, VersionStep } from './mapping.ts';
import { Remarks } from './outcome.ts';
import type { Remark } from './outcome.ts';
import type { Pointers } from './pointers.ts';
import { shapesAt } from './scope.ts';
import { visitShapes } from './shape.ts';
import type { ObjectShape, Shape } from './shape.ts';

/** One version step of a conversion, and the payload before and after it. */
export interface Stage {
  readonly step: VersionStep;
  readonly before: ObjectShape;
  readonly after: ObjectShape;
}

/** Steps from the root to a part of the payload, and the part. */
type Visit = (shape: Shape, path: readonly string[]) => void;

const isValue = (shape: Shape): boolean =>
  shape.kind === 'opaque' || (shape.kind === 'scalar' && shape.value !== null);

/** The values of the payload as written that a shape still holds. `null` is not a value. */
const valuesIn = (root: Shape): ReadonlySet<Tree> => {
  const trees = new Set<Tree>();
  visitShapes(root, (shape) => {
    if (isValue(shape) && shape.tree !== undefined) trees.add(shape.tree);
  });
  return trees;
};

const visitValues = (shape: Shape, path: readonly string[], visit: Visit): void => {
  if (shape.kind === 'object')
    for (const { key, value } of shape.members) visitValues(value, [...path, key], visit);
  else if (shape.kind === 'list')
    shape.items.forEach((item, at) => visitValues(item, [...path, String(at)], visit));
  else if (isValue(shape)) visit(shape, path);
};

/** True where the path leads to the part, or to an object that holds it. */
const leadsTo = (pattern: MemberPointer, path: readonly string[]): boolean =>
  pattern
    .split('.')
    .slice(1)
    .every((step, at) => at < path.length && (step === '[*]' || step === path[at]));

const isGiven = (path: MemberPointer, root: Shape): boolean =>
  shapesAt(path, root).some((shape) => shape.kind !== 'scalar' || shape.value !== null);

const reasonFor = (path: readonly string[], { step, before }: Stage, use: PayloadUse): Omission | undefined =>
  step.omissions.find(
    ({ path: pattern, on, with: needed = [] }) =>
      leadsTo(pattern, path) &&
      (on?.includes(use) ?? true) &&
      needed.every((other) => isGiven(other, before)),
  );

/** The values of the payload as written that have no equivalent in the new one: which member, where, and why. */
export const omissions = (
  stages: readonly Stage[],
  use: PayloadUse,
  pointers: Pointers,
): readonly Remark[] => {
  const omitted = new Remarks();
  for (const stage of stages) {
    const kept = valuesIn(stage.after);
    visitValues(stage.before, [], ({ tree }, path) => {
      if (tree === undefined || kept.has(tree)) return;
      const reason = reasonFor(path, stage, use)?.message ?? `version ${stage.step.to} has no such field.`;
      omitted.add(pointers().get(tree) ?? '', `${path.at(-1)} was left out: ${reason}`);
    });
  }
  return omitted.all;
};
