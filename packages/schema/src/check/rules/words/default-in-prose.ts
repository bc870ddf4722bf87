import { withProperties } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf, hasAny, isRequiredProperty, targetOf } from '../../facts/schema-node.ts';
import { quoted } from '../../text/quote.ts';

/** `default: 5`, `defaults to "main"`, `default 5`: a value in quotes, a number, or one word that ends the clause. */
const DEFAULT =
  /\bdefaults?(?:\s+value)?(?:\s*(?:\bis\b|\bto\b|[:=])|(?=\s+(?:["'`“‘]|true\b|false\b|-?\d)))\s*(?:["'`“‘]([^"'`”’]{1,60})["'`”’]|(true|false|null|-?\d+(?:\.\d+)?)\b|([\w./#-]{1,30}(?<![.]))(?=\s*(?:[.,;)]|$)))/i;
/** Defaults that no value stands for. */
const NO_VALUE =
  /^(?:the|a|an|value|current|today|now|none|nothing|empty|unlimited|automatic|all|this|that|it)$/i;

const optionalSelector = (description: string, extra: object = {}): object =>
  withProperties(
    {
      cell: { type: 'string', maxLength: 9, description: 'Address of the cell.' },
      sheet: { type: 'string', maxLength: 100, description, ...extra },
    },
    { cell: 'B5', sheet: 'Sales' },
    { required: ['cell'] },
  );

export const defaultInProse: ToolRule<{ property: string; value: string }> = defineRule({
  id: 'default-in-prose',
  family: 'words',
  severity: 'warning',
  title: 'Default that stands only in the description',
  rationale:
    'What the schema does not say, no runtime fills in and no caller can rely on; prose and code drift apart.',
  check({ tool, report }) {
    for (const node of tool.inputs) {
      const { path, property = '' } = node;
      if (Object.hasOwn(node.schema, 'default') || hasAny(targetOf(node), ['default', 'const'])) continue;
      if (isRequiredProperty(node)) continue;
      const match = DEFAULT.exec((descriptionOf(node) ?? '').slice(0, 1000));
      const value = match?.[1] ?? match?.[2] ?? match?.[3];
      if (value !== undefined && !NO_VALUE.test(value)) report({ at: path, property, value });
    }
  },
  message: ({ property, value }) =>
    `The description of ${quoted(property)} names a default, ${quoted(value)}, but the schema has none.`,
  help: ({ value }) =>
    `Add \`default: ${/^(true|false|null|-?\d+(\.\d+)?)$/.test(value) ? value : JSON.stringify(value)}\` to its schema; it is then filled in before the code runs.`,
  bad: { ...optionalSelector("Name of the sheet (default: 'Overview').") },
  good: { ...optionalSelector('Name of the sheet.', { default: 'Overview' }) },
});
