import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMcpHttpHandler } from '@btcp/adapters/mcp-server';
import { BTCPClient } from '@btcp/client';
import { BTCPError, type Implementation, type Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer } from './answer-by-fetch.ts';
import { ON_NODE_20 } from './conformance-on-node-20.ts';

/**
 * The official suite's scenarios for servers that concern what this server has: tools whose results are JSON. The
 * others concern what BTCP tools do not have, or the HTTP transport, which is the SDK's:
 *
 * - images, audio, embedded resources in a result: a BTCP tool returns JSON
 * - logging, completions, sampling, elicitation, resources, prompts: other features of MCP, not offered
 * - `server-sse-*`, `dns-rebinding-protection`: of the HTTP transport; `btcp serve` has stdio only
 */
const APPLICABLE = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'tools-call-with-progress',
  'json-schema-2020-12',
];

const none = { type: 'object', additionalProperties: false };
const tool = (name: string, description: string, inputSchema: object = none): Manifest['tools'][number] => ({
  name,
  description,
  inputSchema: { ...inputSchema },
  capabilities: [],
});

/** The tools that the suite requires, by its names. */
const MANIFEST: Manifest = {
  btcp: '1.0',
  name: 'conformance-tools',
  version: '1.0.0',
  tools: [
    tool('test_simple_text', 'Returns a simple text.'),
    tool('test_error_handling', 'Always fails with an error.'),
    tool('test_tool_with_progress', 'Reports progress while it runs.'),
    tool('json_schema_2020_12_tool', 'Tool with JSON Schema 2020-12 features', {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
      },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    }),
  ],
  capabilities: [],
};

const IMPLEMENTATIONS: Readonly<Record<string, Implementation>> = {
  test_simple_text: () => 'This is a simple text response for testing.',
  test_error_handling: () => {
    throw new BTCPError('INTENDED', 'This tool intentionally returns an error for testing');
  },
  test_tool_with_progress: async (_input, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress?.({ progress: done, total: 100 });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return 'done';
  },
  json_schema_2020_12_tool: () => null,
};

const CONFORMANCE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

/** A check of a scenario, in the suite's own words. */
interface Check {
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
}

describe('the MCP server, in the scenarios of the official conformance suite', () => {
  let http: Server;
  let results: string;

  beforeAll(async () => {
    const client = new BTCPClient({ compile: compileSchema });
    await client.registerManifest({ manifest: MANIFEST, implementations: IMPLEMENTATIONS });
    const handler = createMcpHttpHandler(client, MANIFEST);
    http = createServer((request, response) => void answer(handler.fetch, request, response));
    await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
    // A TCP server has a port.
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    results = await mkdtemp(join(tmpdir(), 'conformance-'));
    // Once for all scenarios, as the suite takes a second to load; those that do not apply fail.
    const args = [
      '--import',
      ON_NODE_20,
      CONFORMANCE,
      'server',
      '--url',
      url,
      '--suite',
      'all',
      '-o',
      results,
    ];
    await promisify(execFile)(process.execPath, args).catch(() => undefined);
  });

  afterAll(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => void http.close(resolve));
    await rm(results, { recursive: true });
  });

  it.each(APPLICABLE)('%s', async (scenario) => {
    const folder = (await readdir(results)).find((name) => name.startsWith(`server-${scenario}-2`)) ?? '';
    // As the suite writes it.
    const checks = JSON.parse(await readFile(join(results, folder, 'checks.json'), 'utf8')) as Check[];
    expect(checks.map(({ status }) => status)).toContain('SUCCESS');
    expect(checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')).toEqual([]);
  });
});
