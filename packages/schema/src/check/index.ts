export { defineCodeRule } from './define-rule.ts';
export type { CodeRule, ManifestRule, Rule, RuleData, RuleFamily, ToolRule } from './define-rule.ts';
export { ManifestFacts } from './facts/manifest-facts.ts';
export { ToolFacts } from './facts/tool-facts.ts';
export {
  diagnose,
  type RuleSettings,
  runManifestRules,
  runRules,
  runToolDocument,
  runToolRules,
  severityOf,
} from './run-rules.ts';
export { CODE_RULES, MANIFEST_RULES, ruleOf, RULES } from './rules/index.ts';
export type { Mismatch } from './rules/handler.ts';
