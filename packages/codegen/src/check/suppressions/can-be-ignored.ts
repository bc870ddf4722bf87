import type { Diagnostic } from '@btcp/core';
import { type Rule, RULES } from '@btcp/schema/check';

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** The rule with an id; undefined for diagnostics of the build itself. */
export function ruleOf(id: string): Rule | undefined {
  return BY_ID.get(id);
}

/** Whether a comment can suppress a diagnostic. What cannot be published stays an error. */
export function canBeIgnored({ id, severity }: Diagnostic): boolean {
  if (severity !== 'error') return true;
  const rule = ruleOf(id);
  return rule !== undefined && rule.isMandatory !== true;
}
