/**
 * The circles of a graph, by Tarjan: for each node the number of the group of nodes that reach each other.
 * A group comes before those that lead to it. Without recursion, as graphs are deep.
 */
export function groupsOf(size: number, next: (node: number) => Iterable<number>): readonly number[] {
  const group = Array.from({ length: size }, () => -1);
  const order = Array.from({ length: size }, () => -1);
  const low = Array.from({ length: size }, () => 0);
  const open: number[] = [];
  let seen = 0;
  let groups = 0;
  for (let root = 0; root < size; root++) {
    if (order[root] !== -1) continue;
    const path: { node: number; left: Iterator<number> }[] = [];
    const enter = (node: number): void => {
      order[node] = low[node] = seen++;
      open.push(node);
      path.push({ node, left: next(node)[Symbol.iterator]() });
    };
    enter(root);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const step = top.left.next();
      if (!step.done) {
        if (order[step.value] === -1) enter(step.value);
        else if (group[step.value] === -1)
          low[top.node] = Math.min(low[top.node] ?? 0, order[step.value] ?? 0);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above) low[above.node] = Math.min(low[above.node] ?? 0, low[top.node] ?? 0);
      if (low[top.node] !== order[top.node]) continue;
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        group[node] = groups;
        if (node === top.node) break;
      }
      groups++;
    }
  }
  return group;
}
