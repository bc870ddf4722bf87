import { withProperties } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf, hasAny, isRequiredProperty, targetOf } from '../../../model/schema-node.ts';
import { defaultInWords } from '../../text/default-in-words.ts';
import { quoted } from '../../text/quote.ts';

const optionalSelector = (description: string, extra: object = {}): object =>
  withProperties(
    {
      cell: { type: 'string', maxLength: 9, description: 'Address of the cell.' },
      sheet: { type: 'string', maxLength: 100, description, ...extra },
    },
    { cell: 'B5', sheet: 'Sales' },
    { required: ['cell'] },
  );

/** `known`: the schema's own default as it would be written, where that differs. */
type Values = { property: string; value: string; known: string | null };

export const defaultInProse: ToolRule<Values> = defineRule({
  id: 'default-in-prose',
  family: 'words',
  severity: 'warning',
  title: 'Default that stands only in the description',
  rationale:
    'A default outside of the schema is not applied by the runtime, and no caller can rely on it; prose and code drift apart.',
  check({ tool, report }) {
    for (const node of tool.inputs) {
      const { path, property = '' } = node;
      const value = defaultInWords(descriptionOf(node) ?? '');
      if (value === undefined || hasAny(targetOf(node), ['const'])) continue;
      const given = [node.schema, targetOf(node)].find((schema) => Object.hasOwn(schema, 'default'))?.[
        'default'
      ];
      if (given === undefined && isRequiredProperty(node)) continue;
      const known = given === undefined ? null : typeof given === 'string' ? given : JSON.stringify(given);
      // Arrays and objects have many forms.
      if (typeof given !== 'object' && known?.toLowerCase() !== value.toLowerCase())
        report({ at: path, property, value, known });
    }
  },
  message: ({ property, value, known }) =>
    `The description of ${quoted(property)} names a default, ${quoted(value)}, but the schema has ${known === null ? 'none' : quoted(known)}.`,
  help: ({ value, known }) =>
    known === null
      ? `Add \`default: ${/^(true|false|null|-?\d+(\.\d+)?)$/.test(value) ? value : JSON.stringify(value)}\` to its schema; it is then filled in before the code runs.`
      : 'Correct one of them; better, leave the default to the schema.',
  bad: { ...optionalSelector("Name of the sheet (default: 'Overview').") },
  good: { ...optionalSelector('Name of the sheet.', { default: 'Overview' }) },
});
