import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestInspector } from '@btcp/codegen';

/** Compares a manifest with the project's budget. Without a budget nothing is loaded. */
export const inspectBudget: ManifestInspector = async (inspected) => {
  if (!existsSync(join(inspected.root, 'btcp.budget.json'))) return [];
  const { findGrowth } = await import('./find-growth.ts');
  return findGrowth(inspected);
};
