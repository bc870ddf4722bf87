import type Anthropic from '@anthropic-ai/sdk';
import type { ManifestTool } from '@btcp/core';
import { link, media } from '@btcp/core/content';
import type { Part } from '@google/genai';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { exportTools } from '../export/export-tools.ts';
import type { CallTarget } from '../targets/targets.ts';
import { encodeResult } from './decode-call.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const PDF = 'JVBERi0xLjcK';
const CSV = 'YSxiCg==';

const plain = (schema: object): Record<string, unknown> => JSON.parse(JSON.stringify(schema)) as never;

const toolWith = (outputSchema: object): ManifestTool => ({
  name: 'drawChart',
  description: 'Draws a chart of the sales.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: plain(outputSchema),
  capabilities: [],
});

const report = toolWith({
  type: 'object',
  properties: {
    total: { type: 'number' },
    chart: media('image/png', { description: 'Sales by month.' }),
    report: media('application/pdf'),
    rows: media('text/csv'),
    invoice: link('application/pdf'),
  },
  required: ['total'],
});

const output = { total: 3, chart: PNG, report: PDF, rows: CSV, invoice: 'https://example.com/1.pdf' };

const REFERRING = {
  total: 3,
  chart: '#/content/1',
  report: '#/content/2',
  rows: '#/content/3',
  invoice: 'https://example.com/1.pdf',
};

const CALLS = {
  anthropic: { type: 'tool_use', id: '1', name: 'drawChart', input: {} },
  'openai-responses': { type: 'function_call', call_id: '1', name: 'drawChart', arguments: '' },
  'openai-chat': { id: '1', type: 'function', function: { name: 'drawChart', arguments: '' } },
  bedrock: { toolUse: { toolUseId: 'tooluse_1', name: 'drawChart', input: {} } },
  gemini: { id: '1', name: 'drawChart', args: {} },
  'mcp-2025-11-25': { name: 'drawChart', arguments: {} },
  ikigai: { name: 'draw_chart', arguments: '{}' },
} as const;

const encode = <T extends keyof typeof CALLS & CallTarget>(
  target: T,
  value: unknown = output,
  tool = report,
) => encodeResult(value, { target, call: CALLS[target], names: exportTools([tool], { target }).names });

describe('encodeResult, of media and links', () => {
  it.each([
    ['javascript', ':alert(1)', 'javascript'],
    ['JavaScript', ':alert(1)', 'javascript'],
    ['data', ':text/html,x', 'data'],
    ['file', ':///etc/passwd', 'file'],
    ['notes', ':7', 'notes'],
    ['', '//example.com/1.pdf', ''],
  ])('sends no link to %s%s', (start, rest, scheme) => {
    expect(encode('mcp-2025-11-25', { total: 3, invoice: start + rest })).toMatchObject({
      isError: true,
      _meta: { 'dev.btcp/error': { code: 'INVALID_OUTPUT' } },
      content: [
        {
          type: 'text',
          text: expect.stringContaining(
            `The tool returned a link of the scheme \`${scheme === '' ? 'none' : `${scheme}:`}\`, which its output schema does not name.`,
          ) as string,
        },
      ],
    });
  });

  it('sends links of a scheme that the schema names', () => {
    const note = toolWith(link('text/markdown', { pattern: '^notes:' }));
    expect(encode('mcp-2025-11-25', 'notes:7', note)).toMatchObject({
      content: [{ type: 'text' }, { type: 'resource_link', uri: 'notes:7' }],
    });
    expect(encode('mcp-2025-11-25', 'HTTPS://example.com/', note)).not.toHaveProperty('isError');
    expect(encode('mcp-2025-11-25', 'file:///x', note)).toHaveProperty('isError', true);
  });

  it('writes blocks for Anthropic', () => {
    expect(encode('anthropic') satisfies Anthropic.ToolResultBlockParam).toEqual({
      type: 'tool_result',
      tool_use_id: '1',
      content: [
        { type: 'text', text: JSON.stringify(REFERRING) },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: PDF },
          title: 'report',
        },
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'a,b\n' },
          title: 'rows',
        },
        { type: 'document', source: { type: 'url', url: 'https://example.com/1.pdf' }, title: 'invoice' },
      ],
    });
  });

  it('writes parts for Responses', () => {
    expect(encode('openai-responses') satisfies OpenAI.Responses.ResponseInputItem).toEqual({
      type: 'function_call_output',
      call_id: '1',
      output: [
        { type: 'input_text', text: JSON.stringify(REFERRING) },
        { type: 'input_image', image_url: `data:image/png;base64,${PNG}` },
        { type: 'input_file', filename: 'report.pdf', file_data: `data:application/pdf;base64,${PDF}` },
        { type: 'input_file', filename: 'rows.csv', file_data: `data:text/csv;base64,${CSV}` },
        { type: 'input_file', file_url: 'https://example.com/1.pdf' },
      ],
    });
  });

  it('writes blocks for Bedrock, with names that are those of no other document', () => {
    const bytes = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));
    expect(encode('bedrock')).toEqual({
      toolResult: {
        toolUseId: 'tooluse_1',
        content: [
          { text: JSON.stringify(REFERRING) },
          { image: { format: 'png', source: { bytes: bytes(PNG) } } },
          {
            document: {
              format: 'pdf',
              name: 'content 2 tooluse 1 report',
              source: { bytes: bytes(PDF) },
            },
          },
          {
            document: { format: 'csv', name: 'content 3 tooluse 1 rows', source: { bytes: bytes(CSV) } },
          },
          { text: 'https://example.com/1.pdf' },
        ],
      },
    });
  });

  it('writes parts for Gemini', () => {
    expect(encode('gemini') satisfies Part).toEqual({
      functionResponse: {
        id: '1',
        name: 'drawChart',
        response: { output: REFERRING },
        parts: [
          { inlineData: { mimeType: 'image/png', data: PNG, displayName: '#/content/1' } },
          { inlineData: { mimeType: 'application/pdf', data: PDF, displayName: '#/content/2' } },
          { inlineData: { mimeType: 'text/csv', data: CSV, displayName: '#/content/3' } },
        ],
      },
    });
  });

  it('writes blocks for MCP', () => {
    const result = encode('mcp-2025-11-25');
    expect({ ...result, structuredContent: REFERRING } satisfies CallToolResult).toEqual(result);
    expect(result.content.slice(1)).toEqual([
      { type: 'image', data: PNG, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: { uri: 'btcp:output/report', mimeType: 'application/pdf', blob: PDF },
      },
      { type: 'resource', resource: { uri: 'btcp:output/rows', mimeType: 'text/csv', text: 'a,b\n' } },
      {
        type: 'resource_link',
        uri: 'https://example.com/1.pdf',
        name: 'invoice',
        mimeType: 'application/pdf',
      },
    ]);
  });

  it('writes notes where a format has no parts', () => {
    const noted = {
      total: 3,
      chart: '[image/png of 70 bytes, which this format cannot carry]',
      report: '[application/pdf of 9 bytes, which this format cannot carry]',
      rows: '[text/csv of 4 bytes, which this format cannot carry]',
      invoice: 'https://example.com/1.pdf',
    };
    expect(encode('openai-chat').content).toBe(JSON.stringify(noted));
    expect(encode('ikigai')).toEqual({ tool_success: true, result: noted });
  });

  it('writes an output that is a picture as nothing else', () => {
    const tool = toolWith(media('image/png'));
    expect(encode('anthropic', PNG, tool).content).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
    ]);
    expect(encode('mcp-2025-11-25', PNG, tool)).toEqual({
      content: [{ type: 'image', data: PNG, mimeType: 'image/png' }],
      structuredContent: { result: '#/content/0' },
      _meta: { 'dev.btcp/media': [''] },
    });
  });

  it.each(['anthropic', 'openai-responses', 'bedrock'] as const)(
    'writes what %s has no part for as text, and reports it',
    (target) => {
      const tool = toolWith({
        type: 'object',
        properties: { sound: media('audio/wav'), all: link('application/zip') },
        required: ['sound', 'all'],
      });
      const all = 'https://example.com/all.zip';
      const result = encode(target, { sound: 'UklGRiQIAABXQVZFZm10IA==', all }, tool);
      const texts = JSON.stringify(result).match(/"text":"(?:[^"\\]|\\.)*"/g);
      expect(texts).toEqual([
        `"text":${JSON.stringify(JSON.stringify({ sound: '#/content/1', all }))}`,
        '"text":"[audio/wav of 16 bytes, which this format cannot carry]"',
        `"text":"${all}"`,
      ]);
      expect(exportTools([tool], { target }).warnings).toContainEqual({
        tool: 'drawChart',
        code: 'media-to-note',
        path: '/outputSchema/properties/sound',
        keyword: 'contentEncoding',
        detail:
          'audio/wav is left out of results, as the format has no part for this type; a note is sent as a content part of its own. Return a link instead',
      });
    },
  );

  it('names files for Responses by their type', () => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect(encode('openai-responses', 'UEsDBAo=', toolWith(media(type))).output).toEqual([
      { type: 'input_file', filename: 'output.docx', file_data: `data:${type};base64,UEsDBAo=` },
    ]);
  });
});

describe('exportTools, of a tool with media in its output', () => {
  const changesOf = (target: Parameters<typeof exportTools>[1]['target']): readonly string[] =>
    exportTools([report], { target })
      .warnings.filter(({ code }) => code.startsWith('media-'))
      .map(({ code, path, detail }) => `${code} ${path}: ${detail}`);

  it('says in the published output schema that there is a reference, and reports it', () => {
    const { tools } = exportTools([report], { target: 'mcp-2026-07-28' });
    expect(tools[0]?.outputSchema).toMatchObject({
      properties: {
        total: { type: 'number' },
        chart: {
          type: 'string',
          pattern: '^#/content/[0-9]+$',
          description: 'Sales by month. The image/png is the content block that this points to.',
        },
        invoice: { type: 'string', format: 'uri', contentMediaType: 'application/pdf' },
      },
    });
    expect(changesOf('mcp-2026-07-28')[0]).toBe(
      'media-to-reference /outputSchema/properties/chart: image/png is sent as a content part of its own; the JSON has a reference to it in its place',
    );
  });

  it('reports what a format cannot carry', () => {
    expect(changesOf('openai-chat')[0]).toBe(
      'media-to-note /outputSchema/properties/chart: image/png is left out of results, as the format has no place for it; the JSON has a note in its place. Return a link instead',
    );
    expect(changesOf('webmcp').length).toBe(3);
    expect(changesOf('a2a')).toEqual([]);
  });
});

describe('a string output', () => {
  const text = toolWith({ type: 'string' });

  it('is text, not quoted JSON', () => {
    expect(encode('openai-responses', 'Done.', text).output).toBe('Done.');
    expect(encode('openai-chat', 'Done.', text).content).toBe('Done.');
    expect(encode('anthropic', 'Done.', text).content).toBe('Done.');
  });

  it('is not described to Responses as JSON', () => {
    const { tools, warnings } = exportTools([text], { target: 'openai-responses', outputSchema: true });
    expect(tools[0]?.output_schema).toBeUndefined();
    expect(warnings.map(({ detail }) => detail)).toContain(
      'a string is sent as text, and output_schema describes JSON',
    );
  });

  it('stays JSON where the output schema is sent', () => {
    const union = toolWith({ anyOf: [{ type: 'string' }, { type: 'null' }] });
    expect(encode('openai-responses', 'Done.', union).output).toBe('"Done."');
  });
});
