import { joinPointer } from '../../model/pointer.ts';

/** A string in a JSON value. */
export interface StringAt {
  readonly text: string;
  /** JSON pointer to it, or to the value of the property whose name it is. */
  readonly path: string;
}

/** Every string in a JSON value, and every name of a property. */
export function listStrings(json: unknown, path = ''): StringAt[] {
  const strings: StringAt[] = [];
  const open: { value: unknown; path: string }[] = [{ value: json, path }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') strings.push({ text: value, path });
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const at = joinPointer(path, key);
      if (!Array.isArray(value)) strings.push({ text: key, path: at });
      open.push({ value: member, path: at });
    }
  }
  return strings;
}
