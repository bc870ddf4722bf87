import { RULES, severityOf, type RuleSettings } from '@btcp/schema/check';
import { closestName } from '@btcp/schema/runtime';
import type { Problem } from '../check/tool-report.ts';

const SETTINGS: ReadonlySet<unknown> = new Set(['off', 'info', 'warning', 'error']);

/** What is wrong with the `rules` of a configuration, if anything is. */
export function findRuleSettingProblem(rules: unknown): Problem | undefined {
  for (const [id, setting] of Object.entries(rules ?? {})) {
    const rule = RULES.find((each) => each.id === id);
    if (!rule) return unknownRule(id);
    if (!SETTINGS.has(setting)) {
      return {
        message: `\`rules\` has ${JSON.stringify(setting)} for "${id}", which is no severity.`,
        help: "Write 'off', 'info', 'warning' or 'error'.",
      };
    }
    if (rule.isMandatory === true && setting !== 'error') {
      return {
        message: `The rule "${id}" cannot be turned down: what breaks it cannot be published.`,
        help: 'Take it out of `rules`, and correct what it finds.',
      };
    }
  }
  return undefined;
}

/**
 * The settings of a build, which gives no advice and reads no code: only what is an error or a warning is looked for, and
 * only in what it publishes.
 */
export function settingsOfBuild(settings: RuleSettings): RuleSettings {
  const advice = RULES.filter((rule) => rule.subject === 'code' || severityOf(rule, settings) === 'info');
  return { ...settings, ...Object.fromEntries(advice.map(({ id }) => [id, 'off' as const])) };
}

/** The settings of a check that runs no examples. */
export function settingsWithoutRuns(settings: RuleSettings): RuleSettings {
  const left = RULES.filter(({ subject, family }) => subject === 'code' && family === 'examples');
  return { ...settings, ...Object.fromEntries(left.map(({ id }) => [id, 'off' as const])) };
}

function unknownRule(id: string): Problem {
  const close = closestName(
    id,
    RULES.map((rule) => rule.id),
  );
  return {
    message: `\`rules\` names "${id}", which is no rule${close === undefined ? '.' : `; did you mean "${close}"?`}`,
    help: '`btcp check --rules` lists them.',
  };
}
