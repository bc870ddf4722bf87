import type { Implementation, JsonSchemaObject, Manifest, ManifestTool, ToolValidators } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { BTCPClient, type ClientOptions } from '../src/index.ts';

export const INPUT_SCHEMA: JsonSchemaObject = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 }, greeting: { type: 'string', default: 'Hello' } },
  required: ['name'],
  additionalProperties: false,
};

/** A tool that takes anything and promises nothing. */
export function anyTool(name: string, more: Partial<ManifestTool> = {}): ManifestTool {
  return {
    name,
    description: `The tool ${name}, for tests.`,
    inputSchema: { type: 'object' },
    capabilities: [],
    ...more,
  };
}

export function manifestOf(tools: readonly ManifestTool[], more: Partial<Manifest> = {}): Manifest {
  const capabilities = [...new Set(tools.flatMap((tool) => tool.capabilities))].sort();
  return { btcp: '1.0', name: 'test-tools', version: '1.0.0', tools, capabilities, ...more };
}

export function validatorsOf(manifest: Manifest): Record<string, ToolValidators> {
  return Object.fromEntries(
    manifest.tools.map(({ name, inputSchema, outputSchema }) => [
      name,
      { input: compileSchema(inputSchema), ...(outputSchema && { output: compileSchema(outputSchema) }) },
    ]),
  );
}

/** A client with one tool `run`, which needs no capability. */
export async function clientWith(
  run: Implementation,
  options: ClientOptions & {
    readonly tool?: Partial<ManifestTool>;
    readonly manifest?: Partial<Manifest>;
  } = {},
): Promise<BTCPClient> {
  const { tool, manifest: fields, ...ofClient } = options;
  const client = new BTCPClient(ofClient);
  const manifest = manifestOf([anyTool('run', tool)], fields);
  await client.registerManifest({ manifest, implementations: { run }, validators: validatorsOf(manifest) });
  return client;
}

/** What a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}
