import { defineRule, type Patch, type ToolRule } from '../../define-rule.ts';
import { getOwn, isObject, type MutableObject } from '../../../model/own-property.ts';
import { propertiesOf } from '../../../model/schema-node.ts';
import { quoted } from '../../text/quote.ts';

/** The types of a content block in MCP, and what such a block has beside its type. */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource: ['resource'],
  resource_link: ['uri'],
};

const BRANCHES = ['anyOf', 'oneOf'];

const contentOf = (items: object, item: unknown): Patch => ({
  examples: [{ description: 'A number', input: { cell: 'B5' }, output: { content: [item] } }],
  outputSchema: {
    type: 'object',
    properties: {
      content: { type: 'array', items, maxItems: 3, description: 'What was drawn.' },
    },
    required: ['content'],
    additionalProperties: false,
  },
});

export const mcpContentReturned: ToolRule<{ type: string }> = defineRule({
  id: 'mcp-content-returned',
  family: 'protocol',
  severity: 'warning',
  title: 'Result written as blocks of MCP',
  rationale:
    'A client returns data, of which each format makes its own blocks. Blocks that a handler wrote reach every agent as JSON text, pictures among them.',
  check({ tool, report }) {
    const output = tool.schema('outputSchema');
    const content = output && getOwn({ ...propertiesOf(output) }, 'content');
    const items = isObject(content) ? [getOwn(content, 'items'), getOwn(content, 'prefixItems')].flat() : [];
    const [type] = items.flatMap((each) => (isObject(each) ? (blockOf(each) ?? []) : []));
    if (type !== undefined) report({ at: '/outputSchema/properties/content', type });
  },
  message: ({ name, type }) =>
    `"${name}" returns ${quoted(`{ content: [{ type: '${type}', … }] }`)}, which agents get as JSON text.`,
  help: "Return the data itself: text as a string or a property, and a picture, sound or file as base64 text, bytes or a Blob, declared in `outputSchema` with `media('image/png')` of @btcp/core/content. MCP and the providers' formats then get blocks of their own.",
  bad: contentOf(
    {
      type: 'object',
      properties: {
        type: { const: 'image', type: 'string', description: 'The kind of block.' },
        data: { type: 'string', description: 'The picture.' },
        mimeType: { type: 'string', description: 'Its type.' },
      },
      required: ['type', 'data', 'mimeType'],
      additionalProperties: false,
    },
    { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
  ),
  good: contentOf({ type: 'string', description: 'A paragraph.' }, 'It is 42.'),
});

/** The type of block that a schema describes. */
function blockOf(schema: MutableObject): string | undefined {
  for (const keyword of BRANCHES) {
    const branches = getOwn(schema, keyword);
    const found = Array.isArray(branches) ? branches.filter(isObject).map(blockOf) : [];
    const type = found.find((each) => each !== undefined);
    if (type !== undefined) return type;
  }
  const properties = { ...propertiesOf(schema) };
  const type = getOwn(properties, 'type');
  if (!isObject(type)) return undefined;
  const allowed = [getOwn(type, 'const'), getOwn(type, 'enum')].flat();
  return Object.keys(BLOCKS).find(
    (block) =>
      (allowed.includes(block) ||
        (getOwn(type, 'type') === 'string' && allowed.every((each) => each === undefined))) &&
      BLOCKS[block]?.every((name) => Object.hasOwn(properties, name)) === true &&
      // A property called `text` beside some `type` is nothing special.
      (allowed.includes(block) || block === 'image'),
  );
}
