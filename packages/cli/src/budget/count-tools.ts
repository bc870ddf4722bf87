import { createHash } from 'node:crypto';
import type { ManifestTool } from '@btcp/core';
import { exportForms } from '../stats/export-forms.ts';
import { type CountTokens, ENCODING, loadTokenizer } from '../stats/load-tokenizer.ts';
import { type Budget, type BudgetEntry, entryOf } from './budget-file.ts';

/**
 * Counts the tokens of each tool for each target.
 *
 * @param known - An earlier count: only what has changed since is counted, and the tokenizer loaded for it.
 */
export async function countTools(
  tools: readonly ManifestTool[],
  targets: readonly string[],
  known: Budget | undefined,
): Promise<Budget> {
  const counted: Record<string, Record<string, BudgetEntry>> = {};
  let countTokens: CountTokens | undefined;
  const forms = [...exportForms(tools, targets)].sort((a, b) => (a.target < b.target ? -1 : 1));
  for (const { target, texts } of forms) {
    const entries: [string, BudgetEntry][] = [];
    for (const [name, text] of texts) {
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
      const before = known?.encoding === ENCODING ? entryOf(known, target, name) : undefined;
      if (before?.hash === hash) entries.push([name, before]);
      else entries.push([name, { tokens: (countTokens ??= await loadTokenizer())(text), hash }]);
    }
    counted[target] = Object.fromEntries(entries);
  }
  return { encoding: ENCODING, targets: counted };
}
