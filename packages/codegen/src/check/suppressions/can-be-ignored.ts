import type { Diagnostic } from '@btcp/core';
import { type Rule, RULES } from '@btcp/schema/check';

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** The rule of an id; nothing for what the build itself reports. */
export function ruleOf(id: string): Rule | undefined {
  return BY_ID.get(id);
}

/** Whether a comment may ask to ignore it. What cannot be published stays an error, whatever a comment says. */
export function canBeIgnored({ id, severity }: Diagnostic): boolean {
  if (severity !== 'error') return true;
  const rule = ruleOf(id);
  return rule !== undefined && rule.isMandatory !== true;
}
