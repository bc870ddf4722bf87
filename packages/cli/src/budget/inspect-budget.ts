import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestInspector } from '@btcp/codegen';
import { BUDGET_FILE } from '../option.ts';

/** Compares a manifest with the project's budget. Without a budget neither tokenizer nor formats are loaded. */
export const inspectBudget: ManifestInspector = async (inspected) => {
  if (!existsSync(join(inspected.root, BUDGET_FILE))) return [];
  const { findGrowth } = await import('./find-growth.ts');
  return findGrowth(inspected);
};
