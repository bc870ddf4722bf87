import { type CodeRange, complement } from './character-sets.ts';
import type { PatternNode } from './pattern-node.ts';

/** Prints a pattern with non-capturing groups; `undefined` where it has a back-reference. */
export function textOfPattern(node: PatternNode): string | undefined {
  switch (node.kind) {
    case 'set':
    case 'boundary':
      return node.text;
    case 'start':
      return '^';
    case 'end':
      return '$';
    case 'look':
      return around(`(${node.opening}`, textOfPattern(node.inner));
    case 'sequence':
      return joined(
        node.parts.map((part) => (part.kind === 'choice' ? grouped(part) : textOfPattern(part))),
        '',
      );
    case 'choice':
      return joined(node.options.map(textOfPattern), '|');
    case 'loop':
      return loopText(node.body, node.least, node.most);
    default:
      return undefined;
  }
}

/** Prints a set of characters. */
export function textOfSet(ranges: readonly CodeRange[]): string {
  const others = complement(ranges);
  const isNegated = others.length > 0 && others.length < ranges.length;
  const members = (isNegated ? others : ranges).map(([from, to]) =>
    from === to ? charText(from) : `${charText(from)}-${charText(to)}`,
  );
  return `[${isNegated ? '^' : ''}${members.join('')}]`;
}

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [9, '\\t'],
  [10, '\\n'],
  [13, '\\r'],
]);

function charText(code: number): string {
  const char = String.fromCodePoint(code);
  if (/[\\\]^-]/.test(char)) return `\\${char}`;
  return code > 31 && code < 127 ? char : (ESCAPES.get(code) ?? `\\u{${code.toString(16)}}`);
}

function loopText(body: PatternNode, least: number, most: number): string | undefined {
  const text = body.kind === 'set' ? body.text : grouped(body);
  return text === undefined ? undefined : text + quantifier(least, most);
}

function quantifier(least: number, most: number): string {
  if (most === Infinity) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`;
  if (least === most) return `{${least}}`;
  return least === 0 && most === 1 ? '?' : `{${least},${most}}`;
}

const grouped = (node: PatternNode): string | undefined => around('(?:', textOfPattern(node));

const around = (opening: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${opening}${text})`;

const joined = (texts: readonly (string | undefined)[], by: string): string | undefined =>
  texts.includes(undefined) ? undefined : texts.join(by);
