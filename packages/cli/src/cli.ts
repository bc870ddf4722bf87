import type { Command, CommandFacts } from './command.ts';
import { COMMAND_GROUPS, COMMANDS } from './commands/commands.ts';
import { ConfigError, didYouMean, InputError, isStackOverflow, ReleaseError, UsageError } from './errors.ts';
import { VERSION } from './help/version.ts';
import { type CliIo, type ExitCode, line, printableIo } from './io.ts';
import type { Option } from './option.ts';

/** Runs `btcp` with the arguments after the program's name. */
export async function runCli(args: readonly string[], given: CliIo): Promise<ExitCode> {
  const io = printableIo(given);
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return help(rest[0], io);
  if (name === '--version' || name === '-v') {
    io.stdout(`${VERSION}\n`);
    return 0;
  }
  const command = commandNamed(name);
  if (!command) return usage(unknownCommand(name), io);
  // Arguments after `--` are meant for another program.
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length;
  if (rest.slice(0, end).some((arg) => arg === '--help' || arg === '-h')) return help(name, io);
  try {
    return await command.run(rest, io);
  } catch (error) {
    if (error instanceof UsageError) return usage(error.message, io, command);
    if (error instanceof ConfigError) {
      const { reportPretty } = await import('./report/report-pretty.ts');
      io.stderr(reportPretty(error.diagnostics, () => undefined));
      return 1;
    }
    if (isStackOverflow(error)) {
      io.stderr(
        'btcp: What was read is nested too deeply, or contains itself.\nhelp: Give it fewer levels.\n',
      );
      return 1;
    }
    if (!(error instanceof InputError || error instanceof ReleaseError)) throw error;
    if (error instanceof InputError) io.stderr(line`btcp: ${error.reason}` + line`help: ${error.help}`);
    else io.stderr(line`btcp: ${error.message}`);
    return error instanceof ReleaseError ? 2 : 1;
  }
}

const commandNamed = (name: string): Command | undefined => COMMANDS.find((command) => command.name === name);

function unknownCommand(name: string): string {
  const names = COMMANDS.map((command) => command.name);
  return `There is no command "${name}"${didYouMean(name, names)}`;
}

function usage(message: string, io: CliIo, command?: Command): ExitCode {
  const more = command ? `usage: btcp ${usageOf(command)}\n` : 'Run `btcp --help` for the commands.\n';
  io.stderr(line`btcp: ${message}` + more);
  return 2;
}

function help(name: string | undefined, io: CliIo): ExitCode {
  const command = name === undefined ? undefined : commandNamed(name);
  if (name !== undefined && !command) return usage(unknownCommand(name), io);
  io.stdout(command ? commandHelp(command) : overview());
  return 0;
}

/** The usage line of a command, after `btcp`. */
function usageOf({ name, operands, options }: CommandFacts): string {
  const needed = Object.entries(options).filter(([, { isNeeded }]) => isNeeded === true);
  const others = Object.entries(options).filter(([, { isNeeded }]) => isNeeded !== true);
  return [
    name,
    ...needed.map(optionText),
    ...(operands ? [operands.usage] : []),
    ...others.map(([option, facts]) => `[${optionText([option, facts])}]${facts.multiple ? '…' : ''}`),
  ].join(' ');
}

const optionText = ([name, { value }]: readonly [string, Option<unknown>]): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

/** What `btcp --help` prints: of each command how its summary begins. */
function overview(): string {
  const groups = Object.entries(COMMAND_GROUPS).map(([title, commands]) => {
    const rows = commands.map(
      ({ name, summary }) => `  ${name.padEnd(10)}  ${summary.replace(/[.:;](?= |$).*/, '')}.\n`,
    );
    return `${title}\n${rows.join('')}\n`;
  });
  return `btcp ${VERSION}: tools that an AI agent can discover and call\n\n${groups.join('')}Run \`btcp <command> --help\` for its options, such as \`btcp build --help\`. Exit codes: 0 done, 1 a mistake in the tools, the call or a file, 2 wrong usage.\n`;
}

function commandHelp(command: Command): string {
  const rows = [
    ...Object.entries(command.operands?.help ?? {}),
    ...Object.entries(command.options).map((entry) => [optionText(entry), entry[1].help] as const),
  ];
  const width = Math.max(...rows.map(([option]) => option.length));
  const lines = rows.map(([option, text]) => `  ${option.padEnd(width)}  ${text}\n`);
  return `usage: btcp ${usageOf(command)}\n\n${command.summary}\n\n${lines.join('')}`;
}
