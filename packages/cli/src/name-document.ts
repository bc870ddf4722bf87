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

interface Kind extends OtherDocument {
  readonly is: (document: Fields) => boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const ASK_THE_SERVER = 'The server knows its tools: `btcp import --from mcp-server -- <its command>`.';

const KINDS: readonly Kind[] = [
  {
    is: ({ $schema, packages, remotes }) =>
      String($schema).endsWith('/server.schema.json') || [packages, remotes].some(Array.isArray),
    what: 'a server.json of the MCP registry, which describes a server and not its tools',
    help: ASK_THE_SERVER,
  },
  {
    is: ({ manifest_version: version, dxt_version: older, server }) =>
      (typeof version === 'string' || typeof older === 'string') && isObject(server),
    what: 'the manifest of an MCP bundle (MCPB), which has no schemas of its tools',
    help: ASK_THE_SERVER,
  },
  {
    is: ({ mcpServers, servers }) => isObject(mcpServers) || isObject(servers),
    what: 'the configuration of an MCP host, which names servers and not their tools',
    help: ASK_THE_SERVER,
  },
  {
    is: ({ openapi, swagger }) => typeof openapi === 'string' || typeof swagger === 'string',
    what: 'a whole OpenAPI document',
    help: 'Its operations become tools by `btcp import --from openapi <file> --out src/tools`.',
  },
];

/**
 * Names a document in which people look for tools, and that has none.
 *
 * @returns `undefined` for any other document.
 */
export function nameDocument(document: unknown): OtherDocument | undefined {
  if (!isObject(document) || Object.hasOwn(document, 'btcp') || Object.hasOwn(document, 'inputSchema'))
    return undefined;
  const own = Object.assign(Object.create(null) as object, document) as Fields;
  const kind = KINDS.find(({ is }) => is(own));
  return kind && { what: kind.what, help: kind.help };
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
