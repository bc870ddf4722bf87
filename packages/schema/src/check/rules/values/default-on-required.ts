import { withProperties } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { hasAny, isRequiredProperty } from '../../../model/schema-node.ts';
import { quoted, shownJson } from '../../text/quote.ts';

const sheet = (required: readonly string[]): object =>
  withProperties(
    {
      cell: { type: 'string', maxLength: 9, description: 'Address of the cell.' },
      sheet: { type: 'string', maxLength: 100, default: 'Overview', description: 'Name of the sheet.' },
    },
    { cell: 'B5', sheet: 'Sales' },
    { required },
  );

export const defaultOnRequired: ToolRule<{ property: string; value: unknown }> = defineRule({
  id: 'default-on-required',
  family: 'values',
  severity: 'warning',
  title: 'Default of a property that is required',
  rationale:
    'A default is for calls that leave the property out. Where it is required, such calls are refused, and the default is never used.',
  after: ['tool-invalid', 'schema-invalid', 'default-invalid'],
  check({ tool, report }) {
    for (const node of tool.inputs) {
      // A constant is often repeated as the default, for editors.
      if (!Object.hasOwn(node.schema, 'default') || hasAny(node.schema, ['const'])) continue;
      if (isRequiredProperty(node))
        report({ at: node.path, property: node.property ?? '', value: node.schema['default'] });
    }
  },
  message: ({ property, value }) =>
    `${quoted(property)} has the default ${shownJson(value)}, which is never used: it is also required, so a call without it is refused.`,
  help: ({ property }) =>
    `Take ${quoted(property)} out of \`required\`, as a build does where the runtime fills defaults in (it does not in unions without a tag); or take the default out.`,
  bad: { ...sheet(['cell', 'sheet']) },
  good: { ...sheet(['cell']) },
});
