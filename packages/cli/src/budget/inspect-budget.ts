import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestInspector } from '@btcp/codegen';

/** The name of the budget, beside the config. */
export const BUDGET_FILE = 'btcp.budget.json';

/** Compares a manifest with the project's budget. Without a budget nothing is loaded. */
export const inspectBudget: ManifestInspector = async (inspected) => {
  if (!existsSync(join(inspected.root, BUDGET_FILE))) return [];
  const { findGrowth } = await import('./find-growth.ts');
  return findGrowth(inspected);
};
