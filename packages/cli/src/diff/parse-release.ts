import { checkJsonText, type Manifest } from '@btcp/core';
import { isObject } from '@btcp/schema';
import { ReleaseError } from '../errors.ts';
import { nameDocument } from '../name-document.ts';
import { readListing } from './read-listing.ts';

/** A release of tools. */
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
  const document = parse(text, name);
  const other = nameDocument(document);
  if (other) throw new ReleaseError(`${name} is ${other.what}. ${other.help}`);
  const parsed = readListing(document, name) ?? document;
  const wrong = problemOf(parsed);
  if (wrong !== undefined) throw new ReleaseError(`${name} is not a manifest: ${wrong}.`);
  return parsed as Manifest; // as far as it is compared
}

function parse(text: string, name: string): unknown {
  const plain = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(plain);
  } catch (error) {
    throw new ReleaseError(`${name} is not JSON: ${(error as Error).message}.`);
  }
  const ambiguity = checkJsonText(plain);
  if (ambiguity === undefined) return value;
  throw new ReleaseError(`${name} ${ambiguity}.`);
}

function problemOf(manifest: unknown): string | undefined {
  if (!isObject(manifest)) return 'it is no object';
  const { btcp, tools, version } = manifest;
  if (!Array.isArray(tools)) return 'it has no array `tools`';
  if (typeof btcp !== 'string') return 'it has no `btcp`, the version of its protocol';
  if (!PROTOCOL.test(btcp)) return `its protocol is ${JSON.stringify(btcp)}, of which only 1.x is understood`;
  if (typeof version !== 'string') return 'it has no `version`';
  const names = new Set<unknown>();
  for (const [index, tool] of tools.entries()) {
    const wrong = problemOfTool(tool);
    if (wrong !== undefined) return `\`tools[${index}]\` ${wrong}`;
    const { name } = tool as { readonly name: string }; // as just checked
    if (names.has(name)) return `two tools have the name ${JSON.stringify(name)}`;
    names.add(name);
  }
  return undefined;
}

/** What a tool's fields must be, where they are compared. */
const FIELDS: readonly (readonly [name: string, test: (value: unknown) => boolean])[] = [
  ['name', (value) => typeof value === 'string'],
  ['inputSchema', isObject],
  ['outputSchema', (value) => value === undefined || isObject(value)],
  ['capabilities', (value) => Array.isArray(value) && value.every((each) => typeof each === 'string')],
  ['timeout', (value) => value === undefined || typeof value === 'number'],
  ['mcp', (value) => value === undefined || isObject(value)],
];

function problemOfTool(tool: unknown): string | undefined {
  if (!isObject(tool)) return 'is no object';
  const wrong = FIELDS.find(([name, test]) => !test(tool[name]));
  return wrong && `has no valid \`${wrong[0]}\``;
}
