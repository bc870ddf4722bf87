import { describe, expect, it } from 'vitest';
import { exportTools } from '../../export/export-tools.ts';
import { mcpName, webMcpFields, withMcpFields } from '../../profile/mcp-fields/mcp-fields.ts';

const written = {
  name: 'get_sum',
  description: 'The tool "get_sum": Adds.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  _meta: { 'dev.btcp/capabilities': [] },
};

const TOOL = { description: 'The tool "get_sum": Adds.', capabilities: [] };

it("replaces derived fields by the author's MCP fields", () => {
  const mcp = {
    name: 'get-sum',
    description: 'Adds.',
    title: 'Sum',
    annotations: null,
    _meta: { 'vendor/x': 1, 'dev.btcp/capabilities': ['dom:read'] },
  };
  expect(mcpName({ name: 'get_sum', mcp })).toBe('get-sum');
  expect(withMcpFields({ ...written, name: 'get-sum' }, { ...TOOL, mcp })).toEqual({
    name: 'get-sum',
    description: 'Adds.',
    title: 'Sum',
    inputSchema: { type: 'object' },
    _meta: { 'vendor/x': 1, 'dev.btcp/capabilities': [] },
  });
});

it('leaves a tool without such fields as it is', () => {
  expect(mcpName({ name: 'get_sum' })).toBe('get_sum');
  expect(withMcpFields(written, TOOL)).toBe(written);
});

it("passes the author's MCP fields to WebMCP", () => {
  const mcp = { title: 'Sum', description: 'Adds.', annotations: { untrustedContentHint: true } };
  expect(webMcpFields({ ...TOOL, mcp }, 'The tool adds.')).toEqual({
    title: 'Sum',
    description: 'Adds.',
    annotations: { readOnlyHint: false, untrustedContentHint: true },
  });
  expect(webMcpFields({ ...TOOL, capabilitiesVerified: true }, 'Adds numbers.')).toEqual({
    description: 'Adds numbers.',
    annotations: { readOnlyHint: true, untrustedContentHint: false },
  });
  expect(webMcpFields(TOOL, 'Adds numbers.')).toEqual({
    description: 'Adds numbers.',
    annotations: { readOnlyHint: false, untrustedContentHint: false },
  });
});

describe('a tool whose MCP fields say more than is known of it', () => {
  const tool = {
    description: 'Deletes all that there is.',
    capabilities: ['dom:write'],
    deprecated: true,
    deprecationMessage: 'Use hide.',
    mcp: {
      title: 'T'.repeat(300),
      description: `Reads a page. ${'Take it. '.repeat(3000)}`,
      annotations: {
        title: 'A'.repeat(300),
        readOnlyHint: true,
        destructiveHint: false,
        openWorldHint: false,
      },
    },
  };

  it('is listed without these promises, with its deprecation, and cut', () => {
    const { annotations, description, title } = withMcpFields(written, tool);
    expect(annotations).toEqual({ title: `${'A'.repeat(99)}…`, destructiveHint: false });
    expect(title).toBe(`${'T'.repeat(99)}…`);
    expect(description).toMatch(/^\[DEPRECATED: Use hide\.\] Reads a page\. .*…$/);
    expect(description).toHaveLength(20_000);
    expect(withMcpFields(written, { ...tool, mcp: { description: null } }).description).toBe(
      '[DEPRECATED: Use hide.] ',
    );
  });

  it('says in an export which promises are left out', () => {
    const complete = { ...tool, name: 'deleteAll', inputSchema: { type: 'object' } } as const;
    const { warnings } = exportTools([complete], { target: 'mcp-2025-11-25' });
    expect(
      warnings.filter(({ code }) => code === 'field-dropped').map(({ path, detail }) => `${path}: ${detail}`),
    ).toEqual([
      '/mcp/annotations/readOnlyHint: `readOnlyHint: true` was left out: no build has verified that the code does no more',
      '/mcp/annotations/openWorldHint: `openWorldHint: false` was left out: no build has verified that the code does no more',
    ]);
  });

  it('is no better in WebMCP', () => {
    const { annotations, description, title } = webMcpFields(tool, 'Deletes.');
    expect(annotations).toEqual({ readOnlyHint: false, untrustedContentHint: false });
    expect(title).toBe(`${'T'.repeat(99)}…`);
    expect(description).toMatch(/^\[DEPRECATED: Use hide\.\] Reads a page\. .*…$/);
    expect(description).toHaveLength(20_000);
  });
});
