import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { hasAny, isOfType, type SchemaNode, displayPaths } from '../../../model/schema-node.ts';
import { choicesInProse } from '../../text/choices-in-prose.ts';
import { formatInWords } from '../../text/format-in-words.ts';
import { listed } from '../../text/quote.ts';

// A format or the choices limit the length too.
const isToldElsewhere = (node: SchemaNode): boolean =>
  choicesInProse(node).length > 1 || formatInWords(node) !== undefined;

const LIMITED = ['maxLength', 'pattern', 'format', 'enum', 'const'];

export const textWithoutLimit: ToolRule<{ properties: readonly string[] }> = defineRule({
  id: 'text-without-limit',
  family: 'values',
  severity: 'info',
  title: 'String of any length',
  rationale: 'Nothing keeps a call from passing a whole book where a name was meant.',
  after: ['keyword-misspelt', 'keyword-unknown', 'limit-in-prose'],
  check({ tool, report }) {
    const open = tool.inputs.filter(
      (node) => isOfType(node.schema, 'string') && !hasAny(node.schema, LIMITED) && !isToldElsewhere(node),
    );
    const [first] = open;
    if (first) report({ at: first.path, properties: displayPaths(open) });
  },
  message: ({ name, properties }) =>
    `Nothing limits the length of ${listed(properties)} in the input of "${name}".`,
  help: 'Add `maxLength`, or a `pattern` or `format` where the string has a form.',
  bad: withProperty('query', { type: 'string', description: 'Words to look for.' }, 'tea'),
  good: withProperty('query', { type: 'string', maxLength: 200, description: 'Words to look for.' }, 'tea'),
});
