import { type Rule, RULES, severityOf, type RuleSettings } from '@btcp/schema/check';

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
