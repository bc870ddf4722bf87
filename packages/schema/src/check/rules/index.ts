import type { AnyRule, CodeRule, ManifestRule, Rule, RuleFamily, ToolRule } from '../define-rule.ts';
import { CAPABILITY_RULES } from './capabilities.ts';
import { DECLARED_CAPABILITY_RULES } from './declared-capabilities.ts';
import { DEFAULT_RULES } from './defaults.ts';
import { DEPRECATION_RULES } from './deprecation.ts';
import { DESCRIPTION_RULES } from './descriptions.ts';
import { EXAMPLE_RULES } from './examples.ts';
import { HANDLER_RULES } from './handler.ts';
import { LIMIT_RULES } from './limits.ts';
import { MANIFEST_FIELD_RULES } from './manifest.ts';
import { NAME_RULES } from './names.ts';
import { NUMBER_RULES } from './numbers.ts';
import { PORTABILITY_RULES } from './portability.ts';
import { PROPERTY_RULES } from './properties.ts';
import { PROSE_RULES } from './prose.ts';
import { SCHEMA_RULES } from './schema.ts';
import { STRING_AND_ARRAY_RULES } from './strings-and-arrays.ts';
import { TEXT_RULES } from './texts.ts';
import { TOOL_FIELD_RULES } from './tool.ts';

const FAMILIES: Readonly<Record<RuleFamily, readonly AnyRule[]>> = {
  protocol: [...MANIFEST_FIELD_RULES, ...TOOL_FIELD_RULES, ...DECLARED_CAPABILITY_RULES],
  schema: SCHEMA_RULES,
  properties: PROPERTY_RULES,
  values: [...DEFAULT_RULES, ...NUMBER_RULES, ...LIMIT_RULES, ...STRING_AND_ARRAY_RULES],
  words: [...TEXT_RULES, ...DESCRIPTION_RULES, ...PROSE_RULES],
  names: NAME_RULES,
  examples: EXAMPLE_RULES,
  deprecation: DEPRECATION_RULES,
  handler: HANDLER_RULES,
  capabilities: CAPABILITY_RULES,
  portability: PORTABILITY_RULES,
};

/** Every rule, by family. */
export const RULES: readonly Rule[] = Object.entries(FAMILIES).flatMap(([family, rules]) =>
  // The keys of a `Record<RuleFamily, …>` are families.
  rules.map((rule) => ({ ...rule, family: family as RuleFamily })),
);

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** The rule with an id; undefined for diagnostics that no rule reports. */
export function ruleOf(id: string): Rule | undefined {
  return BY_ID.get(id);
}

/** The rules about a manifest as a whole, and about its tools together. */
export const MANIFEST_RULES: readonly ManifestRule[] = inOrder(
  RULES.filter((rule) => rule.subject === 'manifest'),
);

export const TOOL_RULES: readonly ToolRule[] = inOrder(RULES.filter((rule) => rule.subject === 'tool'));

/** The rules about the code behind a tool. */
export const CODE_RULES: readonly (CodeRule & Rule)[] = RULES.filter((rule) => rule.subject === 'code');

/** Puts each rule behind those in its `after`. */
function inOrder<R extends AnyRule>(rules: readonly R[]): readonly R[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const ordered = new Set<R>();
  const add = (rule: R | undefined): void => {
    if (rule === undefined || ordered.has(rule)) return;
    for (const id of rule.after ?? []) add(byId.get(id));
    ordered.add(rule);
  };
  rules.forEach(add);
  return [...ordered];
}
