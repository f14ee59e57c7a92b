import type { Once } from '../mapping.ts';
import { pointerOf, valueAt, withName } from '../scope.ts';
import type { VerbScope } from '../scope.ts';
import { memberNamed } from '../shape.ts';
import type { ListShape, Shape } from '../shape.ts';
import type { MakeOf, MakePart } from './verb.ts';

const without = (shape: Shape, names: readonly string[]): Shape =>
  shape.kind === 'object'
    ? { ...shape, members: shape.members.filter(({ key }) => !names.includes(key)) }
    : shape;

const copies = (path: string | undefined, scope: VerbScope): number => {
  const count = path === undefined ? undefined : valueAt(path, scope);
  if (path === undefined || count === undefined) return 1;
  if (count.kind === 'scalar' && typeof count.value === 'number' && count.value <= 1000) return count.value;
  scope.refusals.add(
    pointerOf(count, scope),
    'its value must be known: the entry is repeated as often as it says.',
  );
  return 1;
};

/** Says what the copies of an item lose. */
const reviewOnce = (once: Once, item: Shape, count: number, scope: VerbScope): void => {
  if (count < 2 || item.kind !== 'object' || !once.review.includes(scope.use)) return;
  for (const name of once.members.filter((name) => memberNamed(item, name) !== undefined))
    scope.reviews.add(
      pointerOf(item, scope),
      `"${name}" stays in the first of ${count} copies only: check it.`,
    );
};

const repeated = (verb: MakeOf<'each'>, item: Shape, scope: VerbScope, make: MakePart): readonly Shape[] => {
  const made = make(verb.make, scope);
  if (made === undefined) return [];
  const count = copies(verb.repeat, scope);
  const once = verb.once ?? { members: [], review: [] };
  reviewOnce(once, item, count, scope);
  return Array.from({ length: count }, (_, at) => (at === 0 ? made : without(made, once.members)));
};

/** One item for each item of a list, or several copies of it. */
export const each = (verb: MakeOf<'each'>, scope: VerbScope, make: MakePart): ListShape | undefined => {
  const list = make(verb.each, scope);
  if (list === undefined) return undefined;
  if (list.kind !== 'list' || !list.complete) {
    scope.refusals.add(
      pointerOf(list, scope),
      'not all entries of the list are known, so it cannot be restructured: write it out where it is sent.',
    );
    return undefined;
  }
  const items = list.items.flatMap((item) => repeated(verb, item, withName(scope, verb.as, item), make));
  return { ...list, items };
};
