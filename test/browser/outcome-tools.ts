import type { JsonSchemaObject, Manifest, ManifestTool } from '@btcp/core';

const none: JsonSchemaObject = { type: 'object', additionalProperties: false };

function tool(name: string, more: Partial<ManifestTool> = {}): ManifestTool {
  return { name, description: `The tool ${name}, for tests.`, inputSchema: none, capabilities: [], ...more };
}

function manifest(name: string, tools: readonly ManifestTool[]): Manifest {
  const capabilities = [...new Set(tools.flatMap((each) => each.capabilities))].sort();
  return { btcp: '1.0', name, version: '1.0.0', tools, capabilities };
}

const $defs = { Address: { type: 'string', format: 'email' } };

/** Tools with every outcome: results of each type, errors of each type, and no end. */
export const OUTCOME_TOOLS: Manifest = manifest('outcome-tools', [
  tool('greet', {
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1 }, times: { type: 'integer', default: 2 } },
      required: ['name'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    capabilities: ['dom:read'],
    capabilitiesVerified: true,
  }),
  tool('mail', {
    inputSchema: { type: 'object', properties: { to: { $ref: '#/$defs/Address' } }, required: ['to'], $defs },
    capabilities: ['dom:write'],
  }),
  tool('denied', { capabilities: ['network:fetch:same-origin'] }),
  tool('hang', { timeout: 1000 }),
  tool('broken', { inputSchema: { type: 'object', allOf: [{ required: ['a'] }] } }),
  tool('old', { deprecated: true, deprecationMessage: 'Use greet instead.' }),
  ...[
    'fail',
    'throwError',
    'throwText',
    'throwNothing',
    'giveEmpty',
    'giveText',
    'giveNothing',
    'giveNull',
    'giveNumber',
    'giveList',
    'giveDate',
    'giveSymbol',
    'giveBigInt',
    'giveCycle',
    'giveFunction',
    'giveNaN',
  ].map((name) => tool(name)),
]);

/** A tool that is registered later. */
export const LATER_TOOLS: Manifest = manifest('later-tools', [tool('later')]);
