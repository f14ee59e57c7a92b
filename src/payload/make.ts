import type { Make, Once, SortKey } from './mapping.ts';
import { pointerOf, valueAt, withNames } from './scope.ts';
import type { Scope } from './scope.ts';
import { isOwn, madeList, madeObject, madeScalar, memberNamed, shapeOfKey } from './shape.ts';
import type { ListShape, ObjectShape, ScalarShape, Shape, ShapeMember } from './shape.ts';
import { update } from './update.ts';

type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type Verb = Extract<
  KeysOf<Make>,
  | 'take'
  | 'value'
  | 'object'
  | 'list'
  | 'update'
  | 'each'
  | 'entries'
  | 'first'
  | 'when'
  | 'cases'
  | 'lookup'
  | 'several'
  | 'above'
  | 'use'
>;
type MakeOf<V extends Verb> = Extract<Make, Readonly<Record<V, unknown>>>;

const take = (verb: MakeOf<'take'>, scope: Scope): Shape | undefined => {
  const value = valueAt(verb.take, scope);
  if (value !== undefined || verb.default === undefined) return value;
  return madeScalar(verb.default);
};

const objectOf = (verb: MakeOf<'object'>, scope: Scope): ObjectShape | undefined => {
  const members: ShapeMember[] = [];
  for (const [key, part] of Object.entries(verb.object)) {
    const value = make(part, scope);
    if (value !== undefined) members.push({ key, value, from: undefined });
  }
  return members.length === 0 ? undefined : madeObject(members);
};

const listOf = (verb: MakeOf<'list'>, scope: Scope): ListShape | undefined => {
  const items = verb.list.map((part) => make(part, scope)).filter((item) => item !== undefined);
  return items.length === 0 ? undefined : madeList(items);
};

const without = (shape: Shape, names: readonly string[]): Shape =>
  shape.kind === 'object'
    ? { ...shape, members: shape.members.filter(({ key }) => !names.includes(key)) }
    : shape;

const copies = (path: string | undefined, scope: Scope): number => {
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
const reviewOnce = (once: Once, item: Shape, count: number, scope: Scope): void => {
  if (count < 2 || item.kind !== 'object' || !once.review.includes(scope.use)) return;
  for (const name of once.members.filter((name) => memberNamed(item, name) !== undefined))
    scope.reviews.add(
      pointerOf(item, scope),
      `"${name}" stays with the first of ${count} copies only: check it.`,
    );
};

const repeated = (verb: MakeOf<'each'>, item: Shape, scope: Scope): readonly Shape[] => {
  const made = make(verb.make, scope);
  if (made === undefined) return [];
  const count = copies(verb.repeat, scope);
  const once = verb.once ?? { members: [], review: [] };
  reviewOnce(once, item, count, scope);
  return Array.from({ length: count }, (_, at) => (at === 0 ? made : without(made, once.members)));
};

const each = (verb: MakeOf<'each'>, scope: Scope): ListShape | undefined => {
  const list = make(verb.each, scope);
  if (list === undefined) return undefined;
  if (list.kind !== 'list' || !list.complete) {
    scope.refusals.add(
      pointerOf(list, scope),
      'the list cannot be seen as a whole, so it cannot be restructured.',
    );
    return undefined;
  }
  const items = list.items.flatMap((item) => repeated(verb, item, withNames(scope, [[verb.as, item]])));
  return { ...list, items };
};

const sortValue = (item: ObjectShape, { by }: SortKey): ScalarShape['value'] | undefined => {
  const value = memberNamed(item, by)?.value;
  return value?.kind === 'scalar' ? value.value : undefined;
};

const compare = (a: ScalarShape['value'], b: ScalarShape['value']): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
};

const compareBy =
  (keys: readonly SortKey[]) =>
  (a: ObjectShape, b: ObjectShape): number => {
    for (const key of keys) {
      const order = compare(sortValue(a, key) ?? null, sortValue(b, key) ?? null);
      if (order !== 0) return key.descending ? -order : order;
    }
    return 0;
  };

const entryOf = (
  map: ObjectShape,
  member: ShapeMember,
  key: string,
  scope: Scope,
): ObjectShape | undefined => {
  const { value, from } = member;
  const name = from === undefined ? madeScalar(member.key) : shapeOfKey(from, scope.text);
  if (value.kind !== 'object' || !isOwn(map, member)) {
    scope.refusals.add(
      pointerOf(value, scope),
      `the value of "${member.key}" cannot be seen, so it cannot be moved.`,
    );
    return undefined;
  }
  return {
    ...madeObject([{ key, value: name, from: undefined }, ...value.members]),
    complete: value.complete,
  };
};

const entries = (verb: MakeOf<'entries'>, scope: Scope): ListShape | undefined => {
  const map = valueAt(verb.entries, scope);
  if (map === undefined) return undefined;
  if (map.kind !== 'object' || !map.complete) {
    scope.refusals.add(pointerOf(map, scope), 'its keys cannot all be seen, so it cannot become a list.');
    return undefined;
  }
  const items = map.members
    .map((member) => entryOf(map, member, verb.key, scope))
    .filter((item) => item !== undefined);
  for (const key of items.length > 1 ? verb.sort : [])
    if (items.some((item) => sortValue(item, key) === undefined))
      scope.refusals.add(
        pointerOf(map, scope),
        `the order depends on each ${key.by}, which cannot all be seen.`,
      );
  return madeList(items.sort(compareBy(verb.sort)));
};

const first = (verb: MakeOf<'first'>, scope: Scope): Shape | undefined => {
  for (const part of verb.first) {
    const made = make(part, scope);
    if (made !== undefined) return made;
  }
  return undefined;
};

const when = (verb: MakeOf<'when'>, scope: Scope): Shape | undefined => {
  const value = valueAt(verb.when, scope);
  if (value === undefined || (value.kind === 'scalar' && (value.value === 0 || value.value === false)))
    return undefined;
  const made = make(verb.make, scope);
  if (value.kind === 'opaque' && made !== undefined && verb.unseen !== undefined)
    scope.reviews.add(pointerOf(value, scope), verb.unseen);
  return made;
};

const known = (value: Shape | undefined): string | undefined =>
  value?.kind === 'scalar' ? String(value.value) : undefined;

const cases = (verb: MakeOf<'cases'>, scope: Scope): Shape | undefined => {
  const value = known(valueAt(verb.cases, scope));
  const part = value !== undefined && Object.hasOwn(verb.of, value) ? verb.of[value] : verb.else;
  return part === null || part === undefined ? undefined : make(part, scope);
};

const lookup = (verb: MakeOf<'lookup'>, scope: Scope): Shape | undefined => {
  const shape = valueAt(verb.lookup, scope);
  const value = known(shape);
  if (value !== undefined && Object.hasOwn(verb.in, value)) return madeScalar(verb.in[value]!);
  const names = Object.keys(verb.in).join(', ');
  scope.refusals.add(pointerOf(shape, scope), `its value must be known and one of ${names}.`);
  return undefined;
};

const several = (verb: MakeOf<'several'>, scope: Scope): Shape | undefined => {
  const list = valueAt(verb.several, scope);
  return list?.kind === 'list' && list.items.length > 1 ? make(verb.make, scope) : undefined;
};

const above = (verb: MakeOf<'above'>, scope: Scope): Shape | undefined => {
  const value = valueAt(verb.above, scope);
  if (value?.kind === 'opaque')
    scope.refusals.add(
      pointerOf(value, scope),
      'its value must be known: the type of the cluster depends on it.',
    );
  return value?.kind === 'scalar' && Number(value.value) > verb.limit ? make(verb.make, scope) : undefined;
};

const definition = (verb: MakeOf<'use'>, scope: Scope): Shape | undefined => {
  const names: [string, Shape][] = [];
  for (const [name, part] of Object.entries(verb.with ?? {})) {
    const value = make(part, scope);
    if (value !== undefined) names.push([name, value]);
  }
  const hidden = new Map([...scope.names].filter(([name]) => !Object.hasOwn(verb.with ?? {}, name)));
  return make(scope.define[verb.use]!, withNames({ ...scope, names: hidden }, names));
};

const VERBS: { readonly [V in Verb]: (verb: MakeOf<V>, scope: Scope) => Shape | undefined } = {
  take,
  value: (verb) => madeScalar(verb.value),
  object: objectOf,
  list: listOf,
  update: (verb, scope) => update(verb, scope, make),
  each,
  entries,
  first,
  when,
  cases,
  lookup,
  several,
  above,
  use: definition,
};

const isVerb = (key: string): key is Verb => Object.hasOwn(VERBS, key);

/** Makes a part of the new payload; undefined where there is nothing to make it from. */
export const make = (part: Make, scope: Scope): Shape | undefined => {
  const verb = Object.keys(part).find(isVerb);
  if (verb === undefined) throw new TypeError(`no verb in ${JSON.stringify(part)}`);
  const run = VERBS[verb] as (part: Make, scope: Scope) => Shape | undefined;
  return run(part, scope);
};
