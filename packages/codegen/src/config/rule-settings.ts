import type { UnplacedDiagnostic } from '@btcp/core';
import { type Rule, RULES, severityOf, type RuleSettings } from '@btcp/schema/check';
import { closestName } from '@btcp/schema/runtime';
import { configInvalid } from './config-invalid.ts';

const SETTINGS: ReadonlySet<unknown> = new Set(['off', 'info', 'warning', 'error']);

/** Reports every mistake in the `rules` of a configuration. */
export function diagnoseRuleSettings(rules: unknown): readonly UnplacedDiagnostic[] {
  return Object.entries(rules ?? {}).flatMap(([id, setting]) => diagnoseSetting(id, setting) ?? []);
}

function diagnoseSetting(id: string, setting: unknown): UnplacedDiagnostic | undefined {
  const rule = RULES.find((each) => each.id === id);
  if (!rule) return unknownRule(id);
  const path = `/rules/${id}`;
  if (!SETTINGS.has(setting)) {
    const message = `\`rules\` has ${JSON.stringify(setting)} for "${id}", which is no severity.`;
    return configInvalid(path, message, "Write 'off', 'info', 'warning' or 'error'.");
  }
  if (rule.isMandatory !== true || setting === 'error') return undefined;
  const message = `The rule "${id}" cannot be turned down: what breaks it cannot be published.`;
  return configInvalid(path, message, 'Take it out of `rules`, and correct what it finds.');
}

/** The settings of a build, which reports only errors and warnings. */
export function settingsOfBuild(settings: RuleSettings): RuleSettings {
  return settingsWithout(settingsWithoutRuns(settings), (rule) => severityOf(rule, settings) === 'info');
}

/** The settings of a check that runs no examples. */
export function settingsWithoutRuns(settings: RuleSettings): RuleSettings {
  return settingsWithout(settings, ({ subject, family }) => subject === 'code' && family === 'examples');
}

function settingsWithout(settings: RuleSettings, isLeftOut: (rule: Rule) => boolean): RuleSettings {
  const leftOut = RULES.filter(isLeftOut).map(({ id }): [string, RuleSettings[string]] => [id, 'off']);
  return { ...settings, ...Object.fromEntries<RuleSettings[string]>(leftOut) };
}

function unknownRule(id: string): UnplacedDiagnostic {
  const close = closestName(
    id,
    RULES.map((rule) => rule.id),
  );
  const message = `\`rules\` names "${id}", which is no rule${close === undefined ? '.' : `; did you mean "${close}"?`}`;
  return configInvalid(`/rules/${id}`, message, '`btcp check --rules` lists them.');
}
