import type { InspectedManifest } from '@btcp/codegen';
import { counted } from '../report/counted.ts';
import { replaceJson } from '../system/replace-json.ts';
import { type Budget, readBudget } from './budget-file.ts';
import { BUDGET_FILE } from './budget-name.ts';
import { countTools } from './count-tools.ts';

/**
 * Writes the tokens that the tools take now as their budget.
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
  await replaceJson(BUDGET_FILE, root, budget);
  return `${BUDGET_FILE}: ${counted(manifest.tools.length, 'tool')} for ${counted(Object.keys(budget.targets).length, 'target')}\n`;
}
