import { closestName } from '../../../compile/runtime/closest-name.ts';
import { joinPointer } from '../../../json-schema/pointer.ts';
import { TOOL_FIELDS } from '../../../meta/tool-fields.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const FIELDS: readonly string[] = TOOL_FIELDS;

/** What other formats call the fields of a tool. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['parameters', 'inputSchema'],
  ['params', 'inputSchema'],
  ['args', 'inputSchema'],
  ['input', 'inputSchema'],
  ['schema', 'inputSchema'],
  ['output', 'outputSchema'],
  ['returns', 'outputSchema'],
  ['result', 'outputSchema'],
  ['permissions', 'capabilities'],
  ['scopes', 'capabilities'],
]);

export const fieldMisspelt: ToolRule<{ field: string; meant: string }> = defineRule({
  id: 'field-misspelt',
  family: 'protocol',
  severity: 'warning',
  title: 'Field that the protocol calls something else',
  rationale: 'Readers leave out what they do not know, so what stands in such a field has no effect.',
  check({ tool, report }) {
    for (const field of Object.keys(tool.json)) {
      if (FIELDS.includes(field)) continue;
      const meant = OTHER_NAMES.get(field) ?? closestName(field, FIELDS);
      if (meant !== undefined && !Object.hasOwn(tool.json, meant))
        report({ at: joinPointer('', field), field, meant });
    }
  },
  message: ({ field, meant }) => `${quoted(field)} is no field of a tool; did you mean \`${meant}\`?`,
  help: ({ meant }) => `Rename it to \`${meant}\`.`,
  bad: { time_out: 5000 },
  good: { timeout: 5000 },
});
