import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { isOfType, type SchemaNode } from '../../../model/schema-node.ts';
import { getOwn } from '../../../model/own-property.ts';
import { shownJson } from '../../text/quote.ts';

const HEADER = 'x-mcp-header';
/** A token of HTTP (RFC 9110, section 5.6.2). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES = ['string', 'integer', 'boolean'] as const;

const region = (header: string): ReturnType<typeof withProperty> =>
  withProperty(
    'region',
    { type: 'string', enum: ['eu', 'us'], [HEADER]: header, description: 'Where the orders are kept.' },
    'eu',
  );

export const mcpHeaderInvalid: ToolRule<{ header: string; why: string }> = defineRule({
  id: 'mcp-header-invalid',
  family: 'protocol',
  severity: 'warning',
  title: '`x-mcp-header` that MCP does not allow',
  rationale:
    'MCP of 2026-07-28 mirrors such a parameter into a header `Mcp-Param-…` of HTTP. Clients that follow it leave out a tool whose declaration is invalid.',
  after: ['schema-invalid'],
  check({ tool, report }) {
    const seen = new Set<string>();
    for (const node of tool.schemas) {
      const header = getOwn(node.schema, HEADER);
      if (header === undefined || node.field !== 'inputSchema') continue;
      const why = faultOf(node, header, seen);
      if (why !== undefined) report({ at: `${node.path}/${HEADER}`, header: shownJson(header), why });
    }
  },
  message: ({ header, why }) => `The \`x-mcp-header\` ${header} is not allowed: ${why}.`,
  help: 'Put it on a property with `type` "string", "integer" or "boolean" that only `properties` lead to, with a name of its own; or take it out.',
  bad: region('Order Region'),
  good: region('Region'),
});

function faultOf(node: SchemaNode, header: unknown, seen: Set<string>): string | undefined {
  if (!isReachable(node)) return 'only a property that `properties` lead to can have one';
  if (typeof header !== 'string' || !TOKEN.test(header))
    return 'it must be a token of HTTP, without spaces and delimiters';
  if (!TYPES.some((type) => isOfType(node.schema, type)))
    return 'its property must be a string, an integer or a boolean';
  const name = header.toLowerCase();
  if (seen.has(name)) return 'another parameter has the same, whatever its case';
  seen.add(name);
  return undefined;
}

function isReachable({ parent, keyword }: SchemaNode): boolean {
  if (keyword !== 'properties' || parent === undefined) return false;
  return parent.parent === undefined || isReachable(parent);
}
