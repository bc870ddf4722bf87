/** Groups items by a key, in the order in which each first occurs. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item, index: number) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const [index, item] of items.entries()) push(groups, keyOf(item, index), item);
  return groups;
}

/** Adds to the array under a key. */
export function push<K, T>(map: Map<K, T[]>, key: K, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
