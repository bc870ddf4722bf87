export { defineCodeRule } from './define-rule.ts';
export type { CodeRule, ManifestRule, Rule, RuleData, RuleFamily, ToolRule } from './define-rule.ts';
export { ManifestFacts } from './facts/manifest-facts.ts';
export { ToolFacts } from './facts/tool-facts.ts';
export { diagnose, runManifestRules, runRules, runToolDocument, runToolRules } from './run-rules.ts';
export { type RuleSettings, severityOf } from './rule-settings.ts';
export { CODE_RULES, MANIFEST_RULES, RULES } from './rules/index.ts';
export type { Mismatch } from './text/describe-mismatch.ts';
