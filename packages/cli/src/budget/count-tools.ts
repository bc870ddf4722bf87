import { createHash } from 'node:crypto';
import type { ManifestTool } from '@btcp/core';
import { getOwn } from '@btcp/schema';
import { exportForms } from '../stats/export-forms.ts';
import { type CountTokens, ENCODING, loadTokenizer } from '../stats/load-tokenizer.ts';
import type { Budget, BudgetEntry } from './budget-file.ts';

/**
 * Counts what each target is sent of tools.
 *
 * @param known - What was counted before: only what has changed since is counted, and the tokenizer loaded for it.
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

/** What a budget says of a tool, if anything. */
export function entryOf({ targets }: Budget, target: string, tool: string): BudgetEntry | undefined {
  // The file was checked when it was read.
  return getOwn((getOwn(targets, target) ?? {}) as Record<string, unknown>, tool) as BudgetEntry | undefined;
}
