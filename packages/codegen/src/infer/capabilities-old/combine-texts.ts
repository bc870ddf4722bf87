import type { Text, TextPart } from './url-text.ts';
import { DATA, type Value } from './value.ts';

/** More texts than these are any text. */
export const MOST_VALUES = 24;

/** Every text that the alternatives of its pieces can make. */
export function asTexts(pieces: readonly (readonly Text[])[]): readonly Value[] {
  let texts: readonly Text[] = [[]];
  for (const alternatives of pieces) {
    texts = texts.flatMap((start) => alternatives.map((next) => joined(start, next)));
    if (texts.length > MOST_VALUES) return [DATA];
  }
  return texts.map((text) => ({ kind: 'text', text }));
}

function joined(start: Text, next: Text): Text {
  const last = start.at(-1);
  const [first, ...rest] = next;
  if (last?.kind !== 'text' || first?.kind !== 'text') return [...start, ...next];
  const both: TextPart = { kind: 'text', text: last.text + first.text };
  return [...start.slice(0, -1), both, ...rest];
}
