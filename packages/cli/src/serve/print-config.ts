import { copyFile, constants, mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadedConfig } from '@btcp/codegen';
import { fileError } from '../errors.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { line } from '../printable-io.ts';
import { addServer, type McpServerEntry } from './clients/add-server.ts';
import { CLIENTS, type McpClientName } from './clients/mcp-clients.ts';

/** The options of `btcp serve` that a client is to start it with, as they were given. */
export type ServeOptionValues = Readonly<Record<string, unknown>>;

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
  if (!isWriting) {
    io.stdout(addServer(client, undefined, config.name, server, file));
    io.stderr(line`${client.title} reads it from ${file}; --write adds it there.`);
    return 0;
  }
  const before = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  const after = addServer(client, before, config.name, server, file);
  if (after === before) {
    io.stdout(line`Nothing to do: ${file} has it already.`);
    return 0;
  }
  try {
    await mkdir(dirname(file), { recursive: true });
    const backup = before === undefined ? undefined : await backUp(file);
    await writeFile(file, after, before === undefined ? { flag: 'wx' } : {});
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
