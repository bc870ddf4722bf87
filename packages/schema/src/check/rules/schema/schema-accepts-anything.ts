import { withProperty } from '../../base-fixture.ts';
import { ANNOTATION_KEYWORDS } from '../../../json-schema/keywords.ts';
import { isObject } from '../../../json-schema/own-property.ts';
import { joinPointer } from '../../../json-schema/pointer.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { propertiesOf } from '../../facts/schema-node.ts';
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
        const isOpen =
          below === true ||
          (isObject(below) &&
            Object.keys(below).every((key) => ANNOTATION_KEYWORDS.includes(key) || key === '$id'));
        if (isOpen) report({ at: joinPointer(path, 'properties', property), property });
      }
    }
  },
  message: ({ property }) => `The property ${quoted(property)} accepts any value.`,
  help: 'Give it a `type`; where several are meant, an `anyOf` of them.',
  bad: withProperty('value', { description: 'What to write into the cell.' }, 5),
  good: withProperty('value', { type: ['number', 'null'], description: 'What to write into the cell.' }, 5),
});
