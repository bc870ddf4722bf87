import { is } from '../../../source/types/typescript.ts';
import { Ages } from './ages.ts';
import { isLoading, isOlderVariable } from './runs-before.ts';
import type { Change, KnownRun } from './known-run.ts';

/**
 * Whether a change is one of something that may be there before the call of the tool, and may stay. What is not visibly
 * made during the call counts as older. Objects of the platform are left to their capabilities, and what a module does
 * when it is loaded is no change. Misses an older object that was put into a new container under another name of that.
 */
export function outlivesCall(run: KnownRun, { step, unit }: Change): boolean {
  if (isLoading(unit, step.node)) return false;
  const { changed } = step;
  if (changed === step.node && is.isIdentifier(changed)) return isOlderVariable(run, changed);
  return new Ages(run).isOlder(changed);
}
