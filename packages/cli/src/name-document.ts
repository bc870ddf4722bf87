import { getOwn, isObject } from '@btcp/schema';
import { InputError } from './errors.ts';

/** A document that holds no tools, though it is of them. */
export interface OtherDocument {
  /** Completes "This is …". */
  readonly what: string;
  /** What to do instead, with the command. */
  readonly help: string;
}

interface Kind {
  readonly is: (document: Fields) => boolean;
  readonly what: string;
  readonly help: (document: Fields) => string;
}

type Fields = Readonly<Record<string, unknown>>;

const ASK_THE_SERVER = 'The server knows its tools: `btcp import --from mcp-server -- ';

const KINDS: readonly Kind[] = [
  {
    is: ({ $schema, packages, remotes }) =>
      String($schema).endsWith('/server.schema.json') || [packages, remotes].some(Array.isArray),
    what: 'a server.json of the MCP registry, which describes a server and not its tools',
    help: ({ packages }) => `${ASK_THE_SERVER}${commandOfPackage(packages)}\`.`,
  },
  {
    is: ({ manifest_version: version, dxt_version: older, server }) =>
      (typeof version === 'string' || typeof older === 'string') && isObject(server),
    what: 'the manifest of an MCP bundle (MCPB), which has no schemas of its tools',
    help: ({ server }) =>
      `${ASK_THE_SERVER}${commandOf(isObject(server) ? server['mcp_config'] : undefined)}\`, in the bundle's folder.`,
  },
  {
    is: ({ mcpServers, servers }) => isObject(mcpServers) || isObject(servers),
    what: 'the configuration of an MCP host, which names servers and not their tools',
    help: ({ mcpServers, servers }) =>
      `${ASK_THE_SERVER}${commandOf(Object.values(Object(mcpServers ?? servers) as Fields)[0])}\`.`,
  },
  {
    is: ({ openapi, swagger }) => typeof openapi === 'string' || typeof swagger === 'string',
    what: 'a whole OpenAPI document',
    help: () => 'Its operations become tools by `btcp import --from openapi <file> --out src/tools`.',
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
  return kind && { what: kind.what, help: kind.help(own) };
}

/** @throws InputError where it is such a document. */
export function refuseOther(name: string, document: unknown): void {
  const other = nameDocument(document);
  if (other) throw new InputError(`${name} is ${other.what}.`, other.help);
}

const NO_COMMAND = '<its command>';
/** What needs no quotes in any shell. */
const PLAIN = /^[\w@%+:,./=-]+$/;

function commandOf(started: unknown): string {
  if (!isObject(started)) return NO_COMMAND;
  const { command, args } = started;
  const words = [command, ...(Array.isArray(args) ? (args as readonly unknown[]) : [])].map((word) =>
    String(word).replace('${__dirname}', '.'),
  );
  return words.every((word) => PLAIN.test(word)) ? words.join(' ') : NO_COMMAND;
}

function commandOfPackage(packages: unknown): string {
  const npm: unknown = Array.isArray(packages)
    ? packages.find((each) => isObject(each) && getOwn(each, 'registryType') === 'npm')
    : undefined;
  return isObject(npm) ? commandOf({ command: 'npx', args: ['-y', npm['identifier']] }) : NO_COMMAND;
}
