import type { RuleSetting, Severity } from '@btcp/core';
import type { Rule } from './define-rule.ts';

/** The severity of each rule, or `off`; a rule that is not listed keeps its own. */
export type RuleSettings = Readonly<Record<string, RuleSetting>>;

/** The severity of a rule under some settings; `undefined` where it is off. */
export function severityOf(
  rule: Pick<Rule, 'id' | 'severity' | 'isMandatory'>,
  settings: RuleSettings,
): Severity | undefined {
  const setting = Object.hasOwn(settings, rule.id) ? settings[rule.id] : undefined;
  if (rule.isMandatory === true || setting === undefined) return rule.severity;
  return setting === 'off' ? undefined : setting;
}
