import { DeclaredCapabilities } from '../check/capabilities/declared-capabilities.ts';
import { editCapabilities } from '../edit/edit-capabilities.ts';
import type { SourceEdit } from '../edit/source-edit.ts';
import { compareText } from '../source/match-files.ts';
import type { FixContext } from './fix-context.ts';

/** The rules about one capability of a tool's list. */
export const CAPABILITY_RULES = [
  'capability-missing',
  'capability-misspelt',
  'capability-unknown',
  'capability-malformed',
  'capability-alias',
  'capability-repeated',
] as const;

/** Writes the whole list as all diagnostics about it want it, because edits for single ones would overlap. */
export function correctCapabilities({ diagnostic, tool, all }: FixContext): readonly SourceEdit[] {
  const { meant: own } = diagnostic.data ?? {};
  const hasFix = /-(?:missing|repeated)$/.test(diagnostic.id) || typeof own === 'string';
  if (!tool || !hasFix) return [];
  const { capabilities } = tool.definitionValue.fields;
  const missing: string[] = [];
  const meanings = new Map<string, string>();
  for (const { id, tool: name, data } of all) {
    const { capability, meant } = data ?? {};
    if (name !== tool.name || typeof capability !== 'string') continue;
    if (id === 'capability-missing') missing.push(capability);
    else if (CAPABILITY_RULES.some((each) => each === id) && typeof meant === 'string')
      meanings.set(capability, meant);
  }
  const kept = new DeclaredCapabilities(capabilities).written.map((each) => meanings.get(each) ?? each);
  const wanted = [...new Set([...kept, ...missing])].sort(compareText);
  const edit = editCapabilities(tool, wanted, capabilities !== undefined);
  return 'edits' in edit ? edit.edits : [];
}
