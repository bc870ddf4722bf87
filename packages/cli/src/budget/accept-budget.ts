import type { InspectedManifest } from '@btcp/codegen';
import { BUDGET_FILE, type Budget, readBudget, writeBudget } from './budget-file.ts';
import { countTools } from './count-tools.ts';

/**
 * Makes what the tools take now their budget.
 *
 * @returns What was written, in a line.
 */
export async function acceptBudget({ root, manifest, targets }: InspectedManifest): Promise<string> {
  // A file that is missing or no budget is replaced.
  const known: Budget | undefined = await readBudget(root).then(
    ({ budget }) => budget,
    () => undefined,
  );
  const budget = await countTools(manifest.tools, targets, known);
  await writeBudget(root, budget);
  const count = manifest.tools.length;
  const forms = Object.keys(budget.targets).length;
  const tools = `${count} tool${count === 1 ? '' : 's'}`;
  return `${BUDGET_FILE}: ${tools} for ${forms} target${forms === 1 ? '' : 's'}\n`;
}
