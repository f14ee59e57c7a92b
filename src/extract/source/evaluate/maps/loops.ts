import { dialectOf, loweredFile } from '../../syntax/dialect.ts';
import type { ts } from '../../syntax/tree.ts';
import { elementsOf, keysOfMap, valuesOfMap } from '../elements.ts';
import type { Ctx, ListValue, ObjectValue, Value } from '../values.ts';
import { unknown } from '../values.ts';
import { dictionaryEntries } from './entries.ts';

type Item = ListValue['items'][number];

const itemsOf = (ctx: Ctx, object: ObjectValue, node: ts.Node): readonly Item[] => {
  const { loops = 'entries' } = dialectOf(node);
  if (loops === 'whole') return [() => [object]];
  return { keys: keysOfMap, values: valuesOfMap, entries: dictionaryEntries }[loops](object, ctx);
};

/** Values of the variable of a loop over these values. */
export const loopedOver = (ctx: Ctx, vals: readonly Value[], node: ts.Node): readonly Value[] => {
  if (!loweredFile(node) || !vals.some((val) => val.kind === 'object')) return elementsOf(ctx, vals, node);
  return vals.flatMap((val) =>
    val.kind === 'object'
      ? itemsOf(ctx, val, node).flatMap((item) => ctx.bounded(item))
      : elementsOf(ctx, [val], node),
  );
};

/** Methods that give each key and value to a callback, or the value alone. */
const EACH = /^(?:forEach|map|flatMap|filter|each_pair|each_value)$/;

/** True for the name of a method that may give what a dictionary holds to a callback. */
export const mayIterate = (name: string): boolean => EACH.test(name);

/**
 * Arguments that `urls.forEach((key, value) -> …)` gives to a callback with this number of parameters; `undefined` where
 * no receiver is a dictionary.
 */
export const givenByDictionaries = (
  ctx: Ctx,
  receivers: readonly Value[],
  name: string,
  node: ts.Node,
  index: number,
  count: number,
): readonly Value[] | undefined => {
  const objects = receivers.filter((val) => val.kind === 'object');
  if (!loweredFile(node) || objects.length === 0) return undefined;
  const items = objects.flatMap((object): readonly Item[] => {
    if (name === 'each_value') return valuesOfMap(object);
    if (count < 2) return dictionaryEntries(object, ctx);
    return [keysOfMap(object, ctx), valuesOfMap(object)][index] ?? [];
  });
  const found = items.flatMap((item) => item());
  return found.length > 0 ? found : unknown();
};
