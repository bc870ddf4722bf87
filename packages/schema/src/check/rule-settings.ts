import type { RuleSetting, Severity } from '@btcp/core';
import type { Rule } from './define-rule.ts';

/** Which rules run, and how bad what they find is; rules that are not named keep their own severity. */
export type RuleSettings = Readonly<Record<string, RuleSetting>>;

/** The severity of a rule under some settings; nothing where it is off. */
export function severityOf(
  rule: Pick<Rule, 'id' | 'severity' | 'isMandatory'>,
  settings: RuleSettings,
): Severity | undefined {
  const setting = Object.hasOwn(settings, rule.id) ? settings[rule.id] : undefined;
  if (rule.isMandatory === true || setting === undefined) return rule.severity;
  return setting === 'off' ? undefined : setting;
}
