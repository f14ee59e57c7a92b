/** Adds an item to the list that a map has for a key. */
export const addTo = <K, T>(map: Map<K, T[]>, key: K, item: T): void => {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
};

/** Groups items by key, in their order: `groupBy(findings, ({ file }) => file)`. Those without a key are left out. */
export const groupBy = <K extends string | number, T>(
  items: Iterable<T>,
  keyOf: (item: T) => K | undefined,
): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) addTo(groups, key, item);
  }
  return groups;
};
