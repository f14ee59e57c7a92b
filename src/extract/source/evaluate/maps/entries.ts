import { loweredFile } from '../../syntax/dialect.ts';
import type { ts } from '../../syntax/tree.ts';
import type { Ctx, ListValue, ObjectValue, ObjMember } from '../values.ts';
import { keysOfMap, valuesOfMap } from '../elements.ts';

type Item = ListValue['items'][number];

const KEYS = ['0', 'key', 'Key', 'getKey', 'first'];
const VALUES = ['1', 'value', 'Value', 'getValue', 'second'];

/** Entry of a dictionary, as the languages that have entries name its key and its value. */
const entryOf = (object: ObjectValue, key: Item, value: Item): ObjectValue => {
  const { node } = object;
  const named = (names: readonly string[], item: Item): readonly ObjMember[] =>
    names.map((name) => ({ name, nameNode: node, expression: undefined, node, certain: true, value: item }));
  return {
    kind: 'object',
    node,
    members: [...named(KEYS, key), ...named(VALUES, value)],
    complete: true,
    literal: undefined,
  };
};

/** Entries of a dictionary. */
export const dictionaryEntries = (object: ObjectValue, ctx: Ctx): readonly Item[] => {
  const keys = keysOfMap(object, ctx);
  return valuesOfMap(object).map((value, index) => () => [entryOf(object, keys[index]!, value)]);
};

/** Lists that a dictionary gives of itself, by the names that languages have for them. */
const LISTS: Readonly<Record<string, (object: ObjectValue, ctx: Ctx) => readonly Item[]>> = {
  values: valuesOfMap,
  Values: valuesOfMap,
  keys: keysOfMap,
  Keys: keysOfMap,
  keySet: keysOfMap,
  entries: dictionaryEntries,
  entrySet: dictionaryEntries,
  GetEnumerator: dictionaryEntries,
  toList: dictionaryEntries,
};

/** `urls.values`, `urls.entrySet()`; `undefined` for all other members, and for languages that have objects instead. */
export const listOfDictionary = (
  ctx: Ctx,
  object: ObjectValue,
  name: string,
  node: ts.Node,
): ListValue | undefined => {
  if (!loweredFile(node) || !Object.hasOwn(LISTS, name)) return undefined;
  if (object.members.some((member) => member.name === name)) return undefined;
  return { kind: 'list', node, items: LISTS[name]!(object, ctx), complete: object.complete };
};
