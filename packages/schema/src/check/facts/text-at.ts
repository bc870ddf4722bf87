import { joinPointer } from '../../json-schema/pointer.ts';

/** A text in a JSON value. */
export interface TextAt {
  readonly text: string;
  /** JSON pointer to it, or to the value of the property whose name it is. */
  readonly path: string;
}

/** Every string in a JSON value, and every name of a property. */
export function listTexts(json: unknown, path = ''): TextAt[] {
  const texts: TextAt[] = [];
  const open: { value: unknown; path: string }[] = [{ value: json, path }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') texts.push({ text: value, path });
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const at = joinPointer(path, key);
      if (!Array.isArray(value)) texts.push({ text: key, path: at });
      open.push({ value: member, path: at });
    }
  }
  return texts;
}
