import type { ManifestTool, RuleSetting, UnplacedDiagnostic } from '@btcp/core';
import { closureOf } from '@btcp/schema/internal';
import { RULES, runToolRules, severityOf, ToolFacts, type ToolRule } from '@btcp/schema/check';

type Settings = Readonly<Record<string, RuleSetting>>;

export function findBuildErrors(
  tool: ManifestTool,
  settings: Settings = NO_SETTINGS,
): readonly UnplacedDiagnostic[] {
  let rules = rulesBySettings.get(settings);
  if (rules === undefined) rulesBySettings.set(settings, (rules = rulesForErrors(settings)));
  const facts = new ToolFacts(tool, new Set(), { isImported: true });
  return runToolRules(facts, settings, rules).filter(({ severity }) => severity === 'error');
}

const NO_SETTINGS: Settings = {};
const rulesBySettings = new WeakMap<Settings, readonly ToolRule[]>();

/** The rules whose findings are errors, and those after which they say nothing: a quarter of all. */
function rulesForErrors(settings: Settings): readonly ToolRule[] {
  const rules = RULES.filter((rule) => rule.subject === 'tool');
  const errors = rules.filter((rule) => severityOf(rule, settings) === 'error').map(({ id }) => id);
  const wanted = closureOf<string>(errors, (id) => rules.find((rule) => rule.id === id)?.after ?? []);
  return rules.filter(({ id }) => wanted.has(id));
}
