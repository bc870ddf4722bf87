import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf, propertiesOf, type SchemaNode, displayPath } from '../../../model/schema-node.ts';
import { getOwn, isObject } from '../../../model/own-property.ts';
import { quoted } from '../../text/quote.ts';

/** Matches an empty description, and placeholders. */
const PLACEHOLDER = /^[\s\p{P}]*(?:todo|fixme|tbd|n\/?a|none|description)?[\s\p{P}]*$/iu;

export const propertyWithoutDescription: ToolRule<{ property: string }> = defineRule({
  id: 'property-without-description',
  family: 'properties',
  severity: 'warning',
  title: 'Input property without a description',
  rationale:
    'An agent fills in a property by its description. By the name alone it has to guess what is meant, in which form and which unit.',
  after: ['keyword-misspelt', 'keyword-unknown'],
  check({ tool, report }) {
    for (const node of tool.inputs) {
      if (PLACEHOLDER.test(descriptionOf(node) ?? '') && !explainsItself(node))
        report({ at: node.path, property: displayPath(node) });
    }
  },
  message: ({ name, property }) => `The property ${quoted(property)} of tool "${name}" has no description.`,
  help: 'Add a `description`, or a JSDoc comment above the property: what it means, in which form, and what happens without it.',
  bad: withProperty('sheet', { type: 'string', maxLength: 100 }, 'Sales'),
  good: withProperty('sheet', { type: 'string', maxLength: 100, description: 'Name of the sheet.' }, 'Sales'),
});

// A discriminator, or a second mention of a property that the outer schema describes.
function explainsItself({ schema, parent, property }: SchemaNode): boolean {
  if (Object.hasOwn(schema, 'const')) return true;
  for (let around = parent; around?.isInPlace; around = around.parent) {
    const outer = getOwn(propertiesOf(around.parent?.schema ?? {}), property ?? '');
    if (isObject(outer) && Object.hasOwn(outer, 'description')) return true;
  }
  return false;
}
