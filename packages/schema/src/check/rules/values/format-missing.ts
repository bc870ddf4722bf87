import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { formatInWords } from '../../text/format-in-words.ts';
import { quoted } from '../../text/quote.ts';

export const formatMissing: ToolRule<{ property: string; format: string }> = defineRule({
  id: 'format-missing',
  family: 'values',
  severity: 'info',
  title: 'String with a known form and no `format`',
  rationale:
    'With a `format`, an agent knows how to write the value, and a wrong one is refused before the tool runs.',
  after: ['property-without-description'],
  check({ tool, report }) {
    for (const node of tool.inputs) {
      const format = formatInWords(node);
      if (format !== undefined) report({ at: node.path, property: node.property ?? '', format });
    }
  },
  message: ({ property, format }) =>
    `The property ${quoted(property)} looks like ${format === 'uri' ? 'a URL' : `a value of the format "${format}"`}, but accepts any string.`,
  help: ({ format }) => `Add \`format: '${format}'\`, or a \`pattern\` if its form is another one.`,
  bad: withProperty(
    'email',
    { type: 'string', maxLength: 254, description: 'Who gets the copy.' },
    'a@example.com',
  ),
  good: withProperty(
    'email',
    { type: 'string', format: 'email', description: 'Who gets the copy.' },
    'a@example.com',
  ),
});
