/** Whether a JSON value has a property named `__proto__` anywhere. */
export function hasProtoKey(root: unknown): boolean {
  // Without recursion: JSON of 10 MB can be five million levels deep.
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    for (const member of Object.values(value)) open.push(member);
  }
  return false;
}
