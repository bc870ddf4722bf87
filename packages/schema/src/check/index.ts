export { defineCodeRule } from './define-rule.ts';
export type { CodeRule, ManifestRule, Rule, RuleData, RuleFamily, ToolRule } from './define-rule.ts';
export { ManifestFacts } from './facts/manifest-facts.ts';
export { ToolFacts } from './facts/tool-facts.ts';
export type { Finding } from './finding.ts';
export { rulePage } from './rule-page.ts';
export { describeFinding, runManifestRules, runRules, runToolDocument, runToolRules } from './run-rules.ts';
export { type RuleSettings, severityOf } from './rule-settings.ts';
export { CODE_RULES, MANIFEST_RULES, RULES } from './rules/index.ts';
