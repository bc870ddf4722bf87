import { expect, it } from 'vitest';
import { mcpName, webMcpFields, withMcpFields } from './mcp-fields.ts';

const written = {
  name: 'get_sum',
  description: 'The tool "get_sum": Adds.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  _meta: { 'dev.btcp/capabilities': [] },
};

it("replaces derived fields by the author's MCP fields", () => {
  const mcp = {
    name: 'get-sum',
    description: 'Adds.',
    title: 'Sum',
    annotations: null,
    _meta: { 'vendor/x': 1, 'dev.btcp/capabilities': ['dom:read'] },
  };
  expect(mcpName({ name: 'get_sum', mcp })).toBe('get-sum');
  expect(withMcpFields({ ...written, name: 'get-sum' }, { mcp })).toEqual({
    name: 'get-sum',
    description: 'Adds.',
    title: 'Sum',
    inputSchema: { type: 'object' },
    _meta: { 'vendor/x': 1, 'dev.btcp/capabilities': [] },
  });
});

it('leaves a tool without such fields as it is', () => {
  expect(mcpName({ name: 'get_sum' })).toBe('get_sum');
  expect(withMcpFields(written, {})).toBe(written);
});

it("passes the author's MCP fields to WebMCP", () => {
  const mcp = { title: 'Sum', description: 'Adds.', annotations: { untrustedContentHint: true } };
  expect(webMcpFields({ capabilities: [], mcp }, 'The tool adds.')).toEqual({
    title: 'Sum',
    description: 'Adds.',
    annotations: { readOnlyHint: false, untrustedContentHint: true },
  });
  expect(webMcpFields({ capabilities: [], capabilitiesVerified: true }, 'Adds numbers.')).toEqual({
    description: 'Adds numbers.',
    annotations: { readOnlyHint: true, untrustedContentHint: false },
  });
  expect(webMcpFields({ capabilities: [] }, 'Adds numbers.')).toEqual({
    description: 'Adds numbers.',
    annotations: { readOnlyHint: false, untrustedContentHint: false },
  });
});
