import { existsSync } from 'node:fs';
import { constants, copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { LoadedConfig } from '@btcp/codegen';
import { isObject } from '@btcp/schema/internal';
import { fileError, InputError } from '../errors.ts';
import { type CliIo, type ExitCode, line } from '../io.ts';
import { CLIENTS, type McpClient, type McpClientName } from './clients/mcp-clients.ts';
import { parseJson, setJson } from '../system/read-package.ts';
import { editFile, refuseLinkOut } from '../system/write-files.ts';

/** The options of `btcp serve` that a client is to start it with, as they were given. */
type ServeOptionValues = Readonly<Record<string, unknown>>;

/** Prints what an MCP client needs to start the server, or writes it into the client's file. */
export async function printConfig(
  clientName: McpClientName,
  config: LoadedConfig,
  values: ServeOptionValues,
  isWriting: boolean,
  io: CliIo,
): Promise<ExitCode> {
  const client = CLIENTS[clientName];
  const file = client.file(config.root);
  const server: McpServerEntry = {
    command: process.execPath,
    args: [programOf(config.root), 'serve', '--config', config.file, ...optionsOf(values, io.cwd)],
  };
  const addition = { client, name: config.name, server, file };
  if (!isWriting) {
    io.stdout(addServer({ ...addition, text: undefined }));
    io.stderr(line`${client.title} reads it from ${file}; --write adds it there.`);
    return 0;
  }
  await refuseLinkOut(file, config.root);
  const before = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  const after = addServer({ ...addition, text: before });
  if (after === before) {
    io.stdout(line`Nothing to do: ${file} has it already.`);
    return 0;
  }
  try {
    await mkdir(dirname(file), { recursive: true });
    const backup = before === undefined ? undefined : await backUp(file);
    await editFile(file, after);
    io.stdout(line`${file} has it now; start ${client.title} anew.`);
    if (backup !== undefined) io.stdout(line`As it was before: ${backup}`);
    return 0;
  } catch (error) {
    throw fileError(`${file} cannot be written`, error);
  }
}

/** Clients know neither a PATH nor a folder, so Node and this program are named by absolute paths. */
function programOf(root: string): string {
  // Where it stays when the package is updated, unlike the path behind pnpm's link.
  const installed = join(root, 'node_modules/@btcp/cli/bin/btcp.js');
  return existsSync(installed) ? installed : fileURLToPath(new URL('../../bin/btcp.js', import.meta.url));
}

/** Options that name a file. */
const FILES = new Set(['html', 'context']);
/** Options that are about this command. */
const LEFT_OUT = new Set(['print-config', 'write', 'config']);

function optionsOf(values: ServeOptionValues, cwd: string): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (LEFT_OUT.has(name) || value === false) return [];
    if (value === true) return [`--${name}`];
    const each = Array.isArray(value) ? value : [value];
    return each.flatMap((one) => [`--${name}`, FILES.has(name) ? resolve(cwd, String(one)) : String(one)]);
  });
}

/** Copies a file beside itself, under a name that is free. */
async function backUp(file: string): Promise<string> {
  for (let count = 1; ; count++) {
    const backup = `${file}.backup${count === 1 ? '' : `-${count}`}`;
    try {
      await copyFile(file, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

interface McpServerEntry {
  readonly command: string;
  readonly args: readonly string[];
}

/** A server to add to a client's settings. */
interface Addition {
  readonly client: McpClient;
  /** Undefined where there is no file yet. */
  readonly text: string | undefined;
  readonly name: string;
  readonly server: McpServerEntry;
  /** For messages. */
  readonly file: string;
}

/**
 * A client's settings with one more server; the same text if it is there already.
 *
 * @throws InputError if the text cannot be read, or has another server of that name.
 */
const addServer = (addition: Addition): string =>
  (addition.client.syntax === 'json' ? addToJson : addToToml)(addition);

function addToJson({ client: { table, entry }, text: given = '', name, server, file }: Addition): string {
  const text = given.trim() === '' ? '{}' : given;
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

function addToToml({ client: { table }, text = '', name, server, file }: Addition): string {
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
