import { checkJsonText } from '@btcp/core/internal';
import { isObject } from '@btcp/schema/internal';
import { InputError } from './errors.ts';

/** A document that holds no tools, though it is of them. */
export interface OtherDocument {
  /** Completes "This is …". */
  readonly what: string;
  /** What to do instead, with the command. */
  readonly help: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Of a server: the MCP registry's server.json, the manifest of an MCP bundle, the configuration of a host. */
const OF_A_SERVER: OtherDocument = {
  what: 'a description of an MCP server or of a host, which has no schemas of its tools',
  help: 'The server knows its tools: `btcp import --from mcp-server -- <its command>`.',
};

const OPEN_API: OtherDocument = {
  what: 'a whole OpenAPI document',
  help: 'Its operations become tools by `btcp import --from openapi <file> --out src/tools`.',
};

const isOfServer = ({ $schema, packages, remotes, server, servers, mcpServers }: Fields): boolean =>
  String($schema).endsWith('/server.schema.json') ||
  [packages, remotes].some(Array.isArray) ||
  [server, servers, mcpServers].some(isObject);

/** Names a document in which people look for tools, and that has none; `undefined` for any other document. */
export function nameDocument(document: unknown): OtherDocument | undefined {
  if (!isObject(document) || Object.hasOwn(document, 'btcp') || Object.hasOwn(document, 'inputSchema'))
    return undefined;
  const own = Object.assign(Object.create(null) as object, document) as Fields;
  if ([own['openapi'], own['swagger']].some((version) => typeof version === 'string')) return OPEN_API;
  return isOfServer(own) ? OF_A_SERVER : undefined;
}

/** @throws InputError where it is such a document. */
export function refuseOther(name: string, document: unknown): void {
  const other = nameDocument(document);
  if (other) throw new InputError(`${name} is ${other.what}.`, other.help);
}

/**
 * Parses a document that all readers must read alike.
 *
 * @returns Its value, or what is wrong: the end of a sentence that begins with its name.
 */
export function parseDocument(text: string): { readonly value: unknown } | { readonly wrong: string } {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    const value: unknown = JSON.parse(plain);
    const wrong = checkJsonText(plain);
    return wrong === undefined ? { value } : { wrong };
  } catch (error) {
    return { wrong: `is not JSON: ${(error as Error).message}` };
  }
}
