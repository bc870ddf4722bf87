import { TARGETS, type Target } from '../targets.ts';

/** Formats of tools that are called in no form of their own. */
const WITHOUT_CALLS = ['webmcp', 'toolfoundation', 'a2a'] as const;

/** The id of a format whose calls can be decoded. */
export type CallTarget = Exclude<Target, (typeof WITHOUT_CALLS)[number]>;

/** The formats whose calls can be decoded, and whose results can be encoded. */
export const CALL_TARGETS: readonly CallTarget[] = TARGETS.filter(hasCalls);

function hasCalls(target: Target): target is CallTarget {
  return !WITHOUT_CALLS.some((each) => each === target);
}
