import { without } from './character-sets.ts';
import type { PatternNode } from './pattern-node.ts';
import { textOfPattern, textOfSet } from './pattern-text.ts';

type Loop = Extract<PatternNode, { kind: 'loop' }>;
type CharSet = Extract<PatternNode, { kind: 'set' }>;

/** More options than this are not compared pairwise. */
const MAX_OPTIONS = 50;

/** Rewrites a pattern into an equivalent one with fewer ways to match a string, where one is known. */
export function simplified(node: PatternNode): PatternNode {
  switch (node.kind) {
    case 'sequence':
      return sequence(node.parts.map(simplified));
    case 'choice':
      return choice(node.options.map(simplified));
    case 'loop':
      return loop(simplified(node.body), node.least, node.most);
    case 'look':
      return { ...node, inner: simplified(node.inner) };
    default:
      return node;
  }
}

function loop(body: PatternNode, least: number, most: number): PatternNode {
  if (least === 1 && most === 1) return body;
  if (body.kind === 'loop') return flattened(body, least, most) ?? { kind: 'loop', body, least, most };
  if (most !== Infinity || least > 1) return { kind: 'loop', body, least, most };
  const [first, second] = body.kind === 'sequence' && body.parts.length === 2 ? body.parts : [];
  if (isLoop(first, 1, Infinity) && isLoop(second, 0, 1)) return separated(first, second, least);
  // What a loop repeats need not repeat itself.
  const options = body.kind === 'choice' ? body.options : [body];
  const turns = options.map((option) => (isLoop(option, 1, Infinity) ? option.body : option));
  return { kind: 'loop', body: choice(turns), least, most };
}

/** `(a{0,9}){0,9}` is `a{0,81}`; `(aa){2,3}` is not a number of `a` from 4 to 6. */
function flattened(inner: Loop, least: number, most: number): PatternNode | undefined {
  const hasGaps = inner.least > 1 || (inner.least === 1 && inner.most === 1) || inner.most === 0;
  if (hasGaps || most === 0) return undefined;
  return loop(inner.body, inner.least * least, inner.most * most);
}

/** `(a+b?)+` is `a+(?:ba+)*b?`. */
function separated(word: Loop, end: Loop, least: number): PatternNode {
  const more: PatternNode = { kind: 'sequence', parts: [end.body, word] };
  const all: PatternNode = {
    kind: 'sequence',
    parts: [word, { kind: 'loop', body: more, least: 0, most: Infinity }, end],
  };
  return least === 0 ? { kind: 'loop', body: all, least: 0, most: 1 } : all;
}

// Drops options of one character that another option covers.
function choice(options: readonly PatternNode[]): PatternNode {
  if (options.length > MAX_OPTIONS) return { kind: 'choice', options };
  const kept = options.filter(
    (option, at) =>
      !options.some(
        (other, place) => place !== at && covers(other, option) && (place < at || !covers(option, other)),
      ),
  );
  return kept.length === 1 ? (kept[0] as PatternNode) : { kind: 'choice', options: kept };
}

function covers(all: PatternNode, some: PatternNode): boolean {
  if (isSame(all, some)) return true;
  return all.kind === 'set' && some.kind === 'set' && without(some.ranges, all.ranges).length === 0;
}

function sequence(given: readonly PatternNode[]): PatternNode {
  const parts: PatternNode[] = [];
  for (const part of given.flatMap((each) => (each.kind === 'sequence' ? each.parts : [each]))) {
    const last = parts.at(-1);
    const merged = last && merge(last, part);
    if (merged === undefined) parts.push(part);
    else parts.splice(-1, 1, ...merged);
  }
  return sequenceOf(separators(optionalMarks(parts)));
}

const sequenceOf = (parts: readonly PatternNode[]): PatternNode =>
  parts.length === 1 ? (parts[0] as PatternNode) : { kind: 'sequence', parts };

/** An equivalent of two adjacent parts that matches in fewer ways. */
function merge(before: PatternNode, after: PatternNode): readonly PatternNode[] | undefined {
  // A look-ahead for what follows anyway is redundant.
  if (before.kind === 'look' && before.opening === '?=' && isSame(before.inner, after)) return [after];
  const [a, b] = [asLoop(before), asLoop(after)];
  if (isSame(a.body, b.body) && (a.least < a.most || b.least < b.most))
    return [{ ...a, least: a.least + b.least, most: a.most + b.most }];
  if (a.most < Infinity || b.most < Infinity) return undefined;
  // Of two unbounded loops, the one with more characters absorbs the other.
  if (covers(b.body, a.body)) return [...exactly(a.body, a.least), b];
  return covers(a.body, b.body) ? [a, ...exactly(b.body, b.least)] : undefined;
}

function exactly(body: PatternNode, turns: number): readonly PatternNode[] {
  return turns === 0 ? [] : [loop(body, turns, turns)];
}

/** `a*b?a+` is `a+(?:ba+)?|ba+`. */
function optionalMarks(parts: readonly PatternNode[]): readonly PatternNode[] {
  const at = parts.findIndex((part, index) => {
    const rest = parts[index + 2];
    return (
      isLoop(part, 0, Infinity) &&
      isLoop(parts[index + 1], 0, 1) &&
      isLoop(rest, 1, Infinity) &&
      isSame(part.body, rest.body)
    );
  });
  const [mark, rest] = parts.slice(at + 1);
  if (at < 0 || !isLoop(mark, 0, 1) || rest === undefined) return parts;
  const marked: PatternNode = { kind: 'sequence', parts: [mark.body, rest] };
  const maybe: PatternNode = { kind: 'loop', body: marked, least: 0, most: 1 };
  const options = [{ kind: 'sequence', parts: [rest, maybe] } as const, marked];
  return [...parts.slice(0, at), { kind: 'choice', options }, ...parts.slice(at + 3)];
}

/** In `.*=.*` any `=` may be matched, and the first one suffices: `[^=]*=.*`. */
function separators(parts: readonly PatternNode[]): readonly PatternNode[] {
  return parts.flatMap((part, at) => {
    const [mark, rest] = [parts[at + 1], parts[at + 2]];
    if (!isLoop(part, undefined, Infinity) || part.body.kind !== 'set' || mark?.kind !== 'set') return [part];
    if (!isLoop(rest, undefined, Infinity) || !isSame(part.body, rest.body) || !covers(part.body, mark))
      return [part];
    const others: Loop = { kind: 'loop', body: minus(part.body, mark), least: 0, most: Infinity };
    return [...exactly(part.body, part.least), others];
  });
}

function minus(set: CharSet, other: CharSet): CharSet {
  const ranges = without(set.ranges, other.ranges);
  return { kind: 'set', ranges, text: textOfSet(ranges) };
}

const asLoop = (node: PatternNode): Loop =>
  node.kind === 'loop' ? node : { kind: 'loop', body: node, least: 1, most: 1 };

function isLoop(node: PatternNode | undefined, least: number | undefined, most: number): node is Loop {
  return node?.kind === 'loop' && node.most === most && (least === undefined || node.least === least);
}

function isSame(a: PatternNode, b: PatternNode): boolean {
  const text = textOfPattern(a);
  return text !== undefined && text === textOfPattern(b);
}
