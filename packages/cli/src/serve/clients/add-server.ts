import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@btcp/schema';
import { InputError } from '../../errors.ts';
import { parseJson, setJson } from '../../system/edit-json.ts';
import type { McpClient } from './mcp-clients.ts';

/** How a client starts a server. */
export interface McpServerEntry {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * A client's settings with one more server; the same text if it is there already.
 *
 * @param text - Undefined where there is no file yet.
 * @param file - For messages.
 * @throws InputError if the text cannot be read, or has another server of that name.
 */
export function addServer(
  client: McpClient,
  text: string | undefined,
  name: string,
  server: McpServerEntry,
  file: string,
): string {
  return client.syntax === 'json'
    ? addToJson(client, text?.trim() === '' ? '{}' : (text ?? '{}'), name, server, file)
    : addToToml(client, text ?? '', name, server, file);
}

function addToJson(
  { table, entry }: McpClient,
  text: string,
  name: string,
  server: McpServerEntry,
  file: string,
): string {
  const servers = parseJson(text, file)[table];
  const current = isObject(servers) && Object.hasOwn(servers, name) ? servers[name] : undefined;
  const wanted = { ...entry, ...server };
  if (isDeepStrictEqual(current, wanted)) return text;
  if (current !== undefined && !isOurs(current, server)) throw taken(name, file);
  return endLine(setJson(text, [table, name], wanted));
}

/** Whether an entry starts the tools of the same project, maybe with other options. */
function isOurs(entry: unknown, { args }: McpServerEntry): boolean {
  const given = isObject(entry) ? entry['args'] : undefined;
  const config = args[args.indexOf('--config') + 1];
  return Array.isArray(given) && given.includes('serve') && given.includes(config);
}

function addToToml(
  { table }: McpClient,
  text: string,
  name: string,
  server: McpServerEntry,
  file: string,
): string {
  const wanted = tomlOf(table, name, server);
  if (text.includes(wanted.trimEnd())) return text;
  const written = new RegExp(`^\\[${table}\\.${name}\\]\\ncommand = .*\\nargs = \\[(.*)\\]\\n?`, 'm').exec(
    text,
  );
  const { args } = server;
  if (written?.[1]?.includes(`"--config", ${JSON.stringify(args[args.indexOf('--config') + 1])}`))
    return text.replace(written[0], () => wanted);
  const header = new RegExp(`^\\s*\\[\\s*${table}\\s*\\.\\s*["']?${name}["']?\\s*[.\\]]`, 'm');
  if (header.test(text)) throw taken(name, file);
  return `${text === '' ? '' : `${endLine(text)}\n`}${wanted}`;
}

// A basic string of TOML has JSON's escapes. A server's name is a bare key: letters, digits, - and _.
const tomlOf = (table: string, name: string, { command, args }: McpServerEntry): string =>
  `[${table}.${name}]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((each) => JSON.stringify(each)).join(', ')}]\n`;

const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

const taken = (name: string, file: string): InputError =>
  new InputError(
    `${file} has another server "${name}".`,
    'Remove or rename that one, or paste what is printed without --write.',
  );
