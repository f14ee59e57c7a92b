import { backward, forward, mistakesIn } from '../payload/values.ts';
import type { JsonObject } from '../model/index.ts';
import type { Moved } from '../payload/values.ts';
import type { PayloadUse } from '../payload/mapping.ts';
import type { Remark } from '../payload/outcome.ts';
import type { Shapes } from './service-context.ts';

/** The shape that clusters are kept in. */
export const newestShape = ({ steps }: Shapes): string => steps.at(-1)!.to;

/** The shape of clusters in a resource version: the newest one that came no later. */
export const shapeIn = ({ steps }: Shapes, version: string): string =>
  steps.findLast(({ to }) => to <= version)?.to ?? steps[0]!.input;

const movedBack = (cluster: JsonObject, shape: string, shapes: Shapes): Moved => {
  let moved: Moved = { ok: true, value: cluster };
  let current = newestShape(shapes);
  while (moved.ok && current !== shape) {
    const step = shapes.backSteps.find(({ from }) => from === current)!;
    moved = backward(moved.value, step);
    current = step.to;
  }
  return moved;
};

/** Cache of converted clusters; stored clusters are immutable. */
const said = new WeakMap<JsonObject, Map<string, Moved>>();

/** Cluster in an older version, or the reason why there is none. */
export const inShape = (cluster: JsonObject, shape: string, shapes: Shapes): Moved => {
  const known = said.get(cluster) ?? new Map<string, Moved>();
  said.set(cluster, known);
  const moved = known.get(shape) ?? movedBack(cluster, shape, shapes);
  known.set(shape, moved);
  return moved;
};

/** Complete cluster of some version in the newest one, or the reason why there is none. */
export const inNewest = (cluster: JsonObject, shape: string, shapes: Shapes): Moved => {
  let moved: Moved = { ok: true, value: cluster };
  for (const step of shapes.steps.filter(({ to }) => shape === shapes.steps[0]!.input || to > shape)) {
    if (!moved.ok) return moved;
    moved = forward(moved.value, step, 'create', shapes.validators);
  }
  return moved;
};

/** Violations by a body of a shape (specification §9.5). */
export const mistakes = (
  body: JsonObject,
  shape: string,
  use: PayloadUse,
  { validators }: Shapes,
): readonly Remark[] => mistakesIn(body, shape, use, validators);
