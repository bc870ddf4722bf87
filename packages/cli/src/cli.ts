import { closestName } from '@btcp/schema/runtime';
import type { Command } from './command.ts';
import { buildCommand } from './commands/build.ts';
import { callCommand } from './commands/call.ts';
import { checkCommand } from './commands/check.ts';
import { discoverCommand } from './commands/discover.ts';
import { explainCommand } from './commands/explain.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { serveCommand } from './commands/serve.ts';
import { InputError } from './input-error.ts';
import type { CliIo, ExitCode } from './io.ts';
import { UsageError } from './usage-error.ts';
import { VERSION } from './version.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['build', buildCommand],
  ['call', callCommand],
  ['check', checkCommand],
  ['discover', discoverCommand],
  ['explain', explainCommand],
  ['export', exportCommand],
  ['import', importCommand],
  ['serve', serveCommand],
]);

/** Runs `btcp` with the arguments after the program's name. */
export async function runCli(args: readonly string[], io: CliIo): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return help(rest[0], io);
  if (name === '--version' || name === '-v') {
    io.stdout(`${VERSION}\n`);
    return 0;
  }
  const command = COMMANDS.get(name);
  if (!command) return usage(unknownCommand(name), io);
  // What comes after `--` is meant for another program.
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length;
  if (rest.slice(0, end).some((arg) => arg === '--help' || arg === '-h')) return help(name, io);
  try {
    return await command.run(rest, io);
  } catch (error) {
    if (error instanceof UsageError) return usage(error.message, io, command);
    if (!(error instanceof InputError)) throw error;
    io.stderr(`btcp: ${error.message}\n`);
    return 1;
  }
}

function unknownCommand(name: string): string {
  const close = closestName(name, [...COMMANDS.keys()]);
  return `There is no command "${name}"${close === undefined ? '.' : `; did you mean "${close}"?`}`;
}

function usage(message: string, io: CliIo, command?: Command): ExitCode {
  io.stderr(
    `btcp: ${message}\n${command ? `usage: btcp ${command.usage}\n` : 'Run `btcp --help` for the commands.\n'}`,
  );
  return 2;
}

function help(name: string | undefined, io: CliIo): ExitCode {
  const command = name === undefined ? undefined : COMMANDS.get(name);
  io.stdout(command ? commandHelp(command) : overview());
  return 0;
}

function overview(): string {
  const rows = [...COMMANDS.values()].map((command) => `  btcp ${command.usage}\n      ${command.summary}\n`);
  return `btcp ${VERSION}: tools that an AI agent can discover and call\n\n${rows.join('')}\nRun \`btcp <command> --help\` for its options. Exit codes: 0 done, 1 a mistake in the tools, the call or a file, 2 wrong usage.\n`;
}

function commandHelp({ usage: line, summary, options }: Command): string {
  const width = Math.max(...Object.keys(options).map((option) => option.length));
  const rows = Object.entries(options).map(([option, text]) => `  ${option.padEnd(width)}  ${text}\n`);
  return `usage: btcp ${line}\n\n${summary}\n\n${rows.join('')}`;
}
