import { is } from '../../../source/types/typescript.ts';
import { Ages } from './ages.ts';
import { isLoading, isOlderVariable } from './runs-before.ts';
import type { Step } from './step.ts';
import type { Taken, ToolRun } from './tool-run.ts';

/**
 * Whether a change is one of something that may be there before the call of the tool, and may stay. Over-approximates:
 * what is not visibly made during the call counts as older. Objects of the platform are left to their capabilities.
 */
export function outlivesCall(
  run: ToolRun,
  { step, unit }: Taken<Extract<Step, { kind: 'change' }>>,
): boolean {
  if (isLoading(unit, step.node)) return false;
  const { changed } = step;
  if (changed === step.node && is.isIdentifier(changed)) return isOlderVariable(run, changed);
  return new Ages(run).isOlder(changed);
}
