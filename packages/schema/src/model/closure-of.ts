/** Items and all that they lead to, in the order in which they are found. */
export function closureOf<Item>(start: Iterable<Item>, next: (item: Item) => Iterable<Item>): Set<Item> {
  const found = new Set(start);
  // Iterating over a set includes elements added during the loop.
  for (const item of found) for (const each of next(item)) found.add(each);
  return found;
}
