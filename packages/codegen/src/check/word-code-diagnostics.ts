import type { UnplacedDiagnostic } from '@btcp/core';
import { CODE_RULES, type CodeRule, diagnose, type RuleSettings } from '@btcp/schema/check';
import type { CodeDiagnostic } from '../infer/handler/code-diagnostic.ts';

const HANDLER_RULES = CODE_RULES.filter(({ family }) => family === 'handler');

const BY_ID: ReadonlyMap<string, CodeRule> = new Map(HANDLER_RULES.map((rule) => [rule.id, rule]));

/**
 * Turns what was found in the code of a tool into diagnostics.
 *
 * @param toolDiagnostics - Diagnostics of the published tool; rules that name one of them in `after` are skipped.
 */
export function wordCodeDiagnostics(
  diagnostics: readonly CodeDiagnostic[],
  name: string,
  toolDiagnostics: readonly UnplacedDiagnostic[],
  settings: RuleSettings,
): readonly (Omit<UnplacedDiagnostic, 'path'> & Pick<CodeDiagnostic, 'at'>)[] {
  return diagnostics.flatMap(({ id, at, path, data }) => {
    const rule = BY_ID.get(id);
    if (!rule || toolDiagnostics.some((other) => rule.after?.includes(other.id) && touches(other.path, path)))
      return [];
    const worded = diagnose(rule, name, data, settings);
    return worded ? [{ ...worded, at }] : [];
  });
}

// At the same JSON pointer, or at one above or below it.
function touches(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
