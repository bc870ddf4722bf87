import { FAULTLESS_TOOL, toolWith } from '../../base-fixture.ts';
import { equal } from '../../../runtime/json-value.ts';
import { defineManifestRule, type Patch, type ManifestRule } from '../../define-rule.ts';
import { textOf } from '../../../model/schema-node.ts';
import { quoted } from '../../text/quote.ts';

const resultWithId = (id: string, type: string): Patch => ({
  outputSchema: {
    $id: id,
    type: 'object',
    properties: { value: { type, description: 'What the cell shows.' } },
    required: ['value'],
    additionalProperties: false,
  },
  examples: [{ description: 'A call', input: { cell: 'B5' } }],
});
const SECOND = { name: 'countRows', description: 'Counts the rows of the table that hold a value.' };

export const schemaIdRepeated: ManifestRule<{ schemaId: string; first: string }> = defineManifestRule({
  id: 'schema-id-repeated',
  family: 'schema',
  severity: 'warning',
  title: 'Two different schemas with one `$id`',
  rationale:
    'A validator that loads both keeps one of them for both places, or refuses the second: which one a call is checked against depends on the order.',
  check({ manifest, report }) {
    const firsts = new Map<string, { readonly schema: unknown; readonly at: string }>();
    for (const [index, tool] of manifest.tools.entries()) {
      for (const { schema, path } of tool.identified) {
        const id = textOf(schema, '$id');
        if (id === undefined) continue;
        const at = `/tools/${index}${path}`;
        const first = firsts.get(id);
        if (first === undefined) firsts.set(id, { schema, at });
        else if (!equal(first.schema, schema)) report({ at: `${at}/$id`, schemaId: id, first: first.at });
      }
    }
  },
  message: ({ schemaId, first }) =>
    `The \`$id\` ${quoted(schemaId)} is also that of another schema, at ${first}.`,
  help: 'Take `$id` out, or give each schema one of its own.',
  bad: {
    tools: [
      toolWith(resultWithId('Result', 'number')),
      toolWith({ ...SECOND, ...resultWithId('Result', 'string') }),
    ],
  },
  good: {
    tools: [FAULTLESS_TOOL, toolWith({ ...SECOND, ...resultWithId('Result', 'string') })],
  },
});
