import { resolve } from 'node:path';
import { discoverTools, type Discovery, PROGRAM } from '@btcp/adapters/ikigai';
import { endWithThisProcess, watchForEnd } from '@btcp/codegen/internal';
import { escapeUnseen } from '@btcp/schema/internal';
import { fileError } from '../errors.ts';
import { type CliIo, counted, line, type Run } from '../io.ts';

interface DiscoverValues {
  readonly timeout?: number;
  readonly format: 'pretty' | 'json';
}

export const runDiscover: Run<DiscoverValues> = async ({ timeout, format }, operands, io) => {
  const folders = operands.map((folder) => resolve(io.cwd, folder));
  watchForEnd();
  const found = await discoverTools(folders, {
    ...(timeout !== undefined && { timeout }),
    onStart: endWithThisProcess,
  }).catch((error: unknown) => {
    throw fileError(`The folder ${(error as NodeJS.ErrnoException).path} cannot be read`, error);
  });
  if (format === 'json') io.stdout(discoveryJson(found));
  else showDiscovery(found, io);
  return found.refused.length > 0 ? 1 : 0;
};

function discoveryJson({ tools, refused }: Discovery): string {
  const listed = [...tools.values()].map(({ path, description }) => ({ ...description, path }));
  return `${JSON.stringify({ tools: listed, refused }, null, 2)}\n`;
}

function showDiscovery({ tools, refused }: Discovery, io: CliIo): void {
  for (const [name, { path, description }] of tools)
    io.stdout(`${name}  ${path}\n    ${escapeUnseen(description.description.split('\n')[0] ?? '')}\n`);
  for (const { path, reason } of refused) io.stderr(line`${path}: ${reason}; not registered`);
  if (tools.size + refused.length === 0)
    io.stderr(line`btcp: no file there has a name that ends with "${PROGRAM.suffix}".`);
  io.stdout(`${counted(tools.size, 'tool')}, ${refused.length} refused\n`);
}
