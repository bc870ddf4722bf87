import { resolve } from 'node:path';
import { type Discovery, discoverTools, PROGRAM_SUFFIX } from '@btcp/adapters/ikigai';
import { endWithThisProcess } from '@btcp/codegen';
import { escapeUnseen } from '@btcp/schema/check';
import type { Command } from '../command.ts';
import type { CliIo } from '../io.ts';
import { fileError } from '../input-error.ts';
import { milliseconds, oneOf, parseOptions } from '../parse-options.ts';
import { UsageError } from '../usage-error.ts';

/** `btcp discover`. */
export const discoverCommand: Command = {
  usage: 'discover <folder>… [--timeout <ms>] [--format pretty|json]',
  summary:
    'Asks the programs in folders (`*-tool`, as for ikigai) for their schemas, and lists those that keep the rules.',
  options: {
    '<folder>': 'Of several, the last one that has a tool counts.',
    '--timeout <ms>': 'How long a program may take to print its schema. Default: 1000.',
    '--format <format>': 'How to print what was found: pretty (default) or json.',
  },
  async run(args, io) {
    const { values, positionals } = parseOptions(args, {
      timeout: { type: 'string' },
      format: { type: 'string' },
    });
    const format = oneOf('format', values.format, ['pretty', 'json']);
    if (positionals.length === 0) throw new UsageError('Which folder? Write it after `discover`.');
    const folders = positionals.map((folder) => resolve(io.cwd, folder));
    const found = await discoverTools(folders, {
      ...(values.timeout !== undefined && { timeout: milliseconds('timeout', values.timeout) }),
      onStart: endWithThisProcess,
    }).catch((error: unknown) => {
      throw fileError(`The folder ${(error as NodeJS.ErrnoException).path} cannot be read`, error);
    });
    if (format === 'json') io.stdout(discoveryJson(found));
    else showDiscovery(found, io);
    return found.refused.length > 0 ? 1 : 0;
  },
};

function discoveryJson({ tools, refused }: Discovery): string {
  const listed = [...tools.values()].map(({ path, description }) => ({ ...description, path }));
  return `${JSON.stringify({ tools: listed, refused }, null, 2)}\n`;
}

function showDiscovery({ tools, refused }: Discovery, io: CliIo): void {
  for (const [name, { path, description }] of tools)
    io.stdout(`${name}  ${path}\n    ${escapeUnseen(description.description.split('\n')[0] ?? '')}\n`);
  for (const { path, reason } of refused) io.stderr(`${path}: ${escapeUnseen(reason)}; not registered\n`);
  if (tools.size + refused.length === 0)
    io.stderr(`btcp: no file there has a name that ends with "${PROGRAM_SUFFIX}".\n`);
  io.stdout(`${tools.size} tool${tools.size === 1 ? '' : 's'}, ${refused.length} refused\n`);
}
