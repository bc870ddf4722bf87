import type { JsonSchemaObject, Manifest, ManifestTool } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { getOwn, isObject, withEnd } from '@btcp/schema/internal';
import { ReleaseError } from '../errors.ts';
import { nameDocument, parseDocument } from '../name-document.ts';

export interface Release {
  /** How messages name it. */
  readonly name: string;
  readonly manifest: Manifest;
  /** The manifest's text and absolute path, where it is a file. */
  readonly source?: { readonly file: string; readonly text: string };
}

/** Versions of the protocol that are understood. */
const PROTOCOL = /^1\.[0-9]+$/;

/**
 * Reads a manifest as far as it is compared, or what an MCP server answered to `tools/list`.
 *
 * @param name - How messages name it.
 * @throws ReleaseError where it is no manifest.
 */
export function parseRelease(text: string, name: string): Manifest {
  const read = parseDocument(text);
  if ('wrong' in read) throw new ReleaseError(`${name} ${read.wrong}.`);
  const document = read.value;
  const other = nameDocument(document);
  if (other) throw new ReleaseError(`${name} is ${other.what}. ${other.help}`);
  const parsed = readListing(document, name) ?? document;
  const wrong = problemOf(parsed);
  if (wrong !== undefined) throw new ReleaseError(`${name} is not a manifest: ${withEnd(wrong)}`);
  return parsed as Manifest; // as far as it is compared
}

const SCHEMA = { type: 'object' };

/** What is compared of a manifest, and must be what it should be. */
const MANIFEST: JsonSchemaObject = {
  type: 'object',
  required: ['btcp', 'version', 'tools'],
  properties: {
    btcp: { type: 'string' },
    version: { type: 'string' },
    tools: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'inputSchema', 'capabilities'],
        properties: {
          name: { type: 'string' },
          inputSchema: SCHEMA,
          outputSchema: SCHEMA,
          capabilities: { type: 'array', items: { type: 'string' } },
          timeout: { type: 'number' },
          mcp: { type: 'object' },
        },
      },
    },
  },
};

function problemOf(manifest: unknown): string | undefined {
  const read = compileSchema(MANIFEST)(manifest);
  if (!read.ok) return read.issues[0]?.message ?? 'it is no object';
  const { btcp, tools } = read.value as Manifest; // as far as it is compared
  if (!PROTOCOL.test(btcp)) return `its protocol is ${JSON.stringify(btcp)}, of which only 1.x is understood`;
  const names = tools.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : `two tools have the name ${JSON.stringify(twice)}`;
}

/** Fields of a listed tool that a manifest has in `mcp`. */
const OF_MCP = ['title', 'annotations', 'execution', 'icons', '_meta'];

/**
 * What an MCP server answered to `tools/list`, as a manifest: the result, the message around it, or its array of tools.
 *
 * @param name - How messages name it.
 * @returns `undefined` where it is no such listing.
 */
function readListing(document: unknown, name: string): Manifest | undefined {
  const result = isObject(document) ? (getOwn(document, 'result') ?? document) : document;
  const tools = Array.isArray(result)
    ? (result as readonly unknown[])
    : isObject(result)
      ? result['tools']
      : undefined;
  const isManifest = isObject(result) && (Object.hasOwn(result, 'btcp') || Object.hasOwn(result, 'version'));
  if (isManifest || !Array.isArray(tools) || tools.length === 0 || !tools.every(isListed)) return undefined;
  return { btcp: '1.0', name, version: '', tools: tools.map(toolOf), capabilities: [] };
}

const isListed = (tool: unknown): tool is Readonly<Record<string, unknown>> =>
  isObject(tool) && typeof tool['name'] === 'string' && isObject(tool['inputSchema']);

function toolOf(listed: Readonly<Record<string, unknown>>): ManifestTool {
  const { name, description = '', inputSchema, outputSchema } = listed;
  const mcp = OF_MCP.filter((field) => Object.hasOwn(listed, field)).map((field) => [field, listed[field]]);
  return {
    name,
    description,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    capabilities: [],
    ...(mcp.length > 0 && { mcp: Object.fromEntries(mcp) as object }),
  } as unknown as ManifestTool; // checked as those of a manifest are
}
