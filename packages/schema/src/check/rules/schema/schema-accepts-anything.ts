import { withProperty } from '../../base-fixture.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { propertiesOf } from '../../../model/schema-node.ts';
import { acceptsAnything } from '../../schemas/accepts-anything.ts';
import { quoted } from '../../text/quote.ts';

export const schemaAcceptsAnything: ToolRule<{ property: string }> = defineRule({
  id: 'schema-accepts-anything',
  family: 'schema',
  severity: 'warning',
  title: 'Input property that accepts anything',
  rationale:
    'An agent cannot know what to write, and nothing it writes is refused: the tool has to cope with every type.',
  check({ tool, report }) {
    for (const { schema, field, path } of tool.schemas) {
      if (field !== 'inputSchema') continue;
      for (const [property, below] of Object.entries(propertiesOf(schema))) {
        if (acceptsAnything(below)) report({ at: joinPointer(path, 'properties', property), property });
      }
    }
  },
  message: ({ property }) => `The property ${quoted(property)} accepts any value.`,
  help: 'Give it a `type`; where several are meant, an `anyOf` of them.',
  bad: withProperty('value', { description: 'What to write into the cell.' }, 5),
  good: withProperty('value', { type: ['number', 'null'], description: 'What to write into the cell.' }, 5),
});
