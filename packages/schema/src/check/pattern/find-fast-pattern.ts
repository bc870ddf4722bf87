import { findSlowMatch } from './matching-cost.ts';
import { parsePattern } from './parse-pattern.ts';
import type { PatternNode } from './pattern-node.ts';
import { textOfPattern } from './pattern-text.ts';
import { simplified } from './simplify-pattern.ts';

/** Simplifying a part may allow to simplify the parts around it. */
const ROUNDS = 5;

/** An equivalent pattern that is proven fast; `undefined` where none is known. */
export function findFastPattern(slow: PatternNode, maxLength?: number): string | undefined {
  let node = slow;
  for (let round = 0; round < ROUNDS; round++) node = simplified(node);
  const text = textOfPattern(node);
  const parsed = text === undefined ? undefined : parsePattern(text);
  return parsed === undefined || findSlowMatch(parsed, maxLength) !== undefined ? undefined : text;
}
