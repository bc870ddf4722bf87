import { joinPointer } from '../../../json-schema/pointer.ts';
import { meantField } from '../../../meta/meant-field.ts';
import { TOOL_FIELDS } from '../../../meta/fields.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const FIELDS: readonly string[] = TOOL_FIELDS;

export const fieldMisspelt: ToolRule<{ field: string; meant: string }> = defineRule({
  id: 'field-misspelt',
  family: 'protocol',
  severity: 'warning',
  title: 'Field that the protocol has under another name',
  rationale: 'Readers ignore unknown fields, so it has no effect.',
  after: ['tool-invalid'],
  check({ tool, report }) {
    for (const field of Object.keys(tool.json)) {
      if (FIELDS.includes(field)) continue;
      const meant = meantField(field, FIELDS);
      if (meant !== undefined && !Object.hasOwn(tool.json, meant))
        report({ at: joinPointer('', field), field, meant });
    }
  },
  message: ({ field, meant }) => `${quoted(field)} is not a field of a tool; did you mean \`${meant}\`?`,
  help: ({ meant }) => `Rename it to \`${meant}\`.`,
  bad: { time_out: 5000 },
  good: { timeout: 5000 },
});
