import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { hasAny, isOfType, wayTo } from '../../facts/schema-node.ts';
import { listed } from '../../text/quote.ts';

const LIMITED = ['maxLength', 'pattern', 'format', 'enum', 'const'];

export const textWithoutLimit: ToolRule<{ properties: readonly string[] }> = defineRule({
  id: 'text-without-limit',
  family: 'schema',
  severity: 'info',
  title: 'Text of any length',
  rationale: 'Nothing keeps a call from passing a whole book where a name was meant.',
  // Both would be said of one property.
  after: ['format-missing', 'choice-in-prose'],
  check({ tool, report }) {
    const open = tool.inputs.filter(({ schema }) => isOfType(schema, 'string') && !hasAny(schema, LIMITED));
    const [first] = open;
    if (first) report({ at: first.path, properties: open.map(wayTo) });
  },
  message: ({ name, properties }) =>
    `Nothing limits the length of ${listed(properties)} in the input of "${name}".`,
  help: 'Add `maxLength`, or a `pattern` or `format` where the text has a form.',
  bad: withProperty('query', { type: 'string', description: 'Words to look for.' }, 'tea'),
  good: withProperty('query', { type: 'string', maxLength: 200, description: 'Words to look for.' }, 'tea'),
});
