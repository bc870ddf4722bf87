import { isKnown, isOptional, type PatternNode, shareCharacter } from './pattern-node.ts';

/** Repetitions from which on trying all ways takes too long. */
const MANY = 20;

type Loop = Extract<PatternNode, { readonly kind: 'loop' }>;

/**
 * Whether a pattern certainly takes exponential time on some text that it refuses: a loop that can split the same
 * text in two ways, with something behind it that can fail. Says no when unsure.
 */
export function isSlow(pattern: PatternNode): boolean {
  return isSlowBefore(pattern, false);
}

function isSlowBefore(node: PatternNode, canFailAfter: boolean): boolean {
  switch (node.kind) {
    case 'sequence': {
      let canFail = canFailAfter;
      // From the end, to know of each part whether something behind it can fail.
      return [...node.parts].reverse().some((part) => {
        const slow = isSlowBefore(part, canFail);
        canFail ||= !isOptional(part);
        return slow;
      });
    }
    case 'choice':
      return node.options.some((option) => isSlowBefore(option, canFailAfter));
    case 'loop':
      return (
        (canFailAfter && node.most > MANY && isAmbiguous(node.body)) || isSlowBefore(node.body, canFailAfter)
      );
    default:
      return false;
  }
}

/** Whether repeating a part can match the same text in two ways. */
function isAmbiguous(body: PatternNode): boolean {
  const options = body.kind === 'choice' ? body.options : [body];
  return (
    options.some(repeatsItself) ||
    options.some((a, i) => options.slice(i + 1).some((b) => overlap(a, b))) ||
    isJoined(options)
  );
}

// `a+` in `(a+)*`, with nothing around it that must differ: two turns read what one turn could.
function repeatsItself(option: PatternNode): boolean {
  const parts = partsOf(option);
  const loops = parts.filter(
    (part): part is Loop => part.kind === 'loop' && part.most > MANY && isKnown(part.body),
  );
  return loops.some((loop) =>
    parts.every((part) => part === loop || isOptional(part) || shareCharacter(part, loop.body)),
  );
}

// `a` and `[a-z]+` in `(a|[a-z]+)*`.
function overlap(a: PatternNode, b: PatternNode): boolean {
  return shareCharacter(characterOf(a), characterOf(b));
}

// A set, or a loop of one that may run once.
const characterOf = (node: PatternNode): PatternNode =>
  node.kind === 'loop' && node.least <= 1 ? node.body : node;

// `ab` in `(a|b|ab)*`.
function isJoined(options: readonly PatternNode[]): boolean {
  if (options.length > MANY) return false;
  const texts = new Set(options.flatMap((option) => literalOf(option) ?? []));
  return [...texts].some((text) =>
    Array.from(text, (_, index) => index).some(
      (index) => index > 0 && texts.has(text.slice(0, index)) && texts.has(text.slice(index)),
    ),
  );
}

function literalOf(option: PatternNode): string | undefined {
  let text = '';
  for (const part of partsOf(option)) {
    const range = part.kind === 'set' && part.ranges?.length === 1 ? part.ranges[0] : undefined;
    if (!range || range[0] !== range[1]) return undefined;
    text += String.fromCodePoint(range[0]);
  }
  return text;
}

const partsOf = (node: PatternNode): readonly PatternNode[] =>
  node.kind === 'sequence' ? node.parts : [node];
