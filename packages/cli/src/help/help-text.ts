import type { Command, CommandFacts } from '../command.ts';
import type { Option } from '../option.ts';
import { VERSION } from './version.ts';

/** The usage line of a command, after `btcp`. */
export function usageOf({ name, operands, options }: CommandFacts): string {
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

/** What `btcp --help` prints. */
export function overview(commands: Iterable<Command>): string {
  const rows = [...commands].map((command) => `  btcp ${usageOf(command)}\n      ${command.summary}\n`);
  return `btcp ${VERSION}: tools that an AI agent can discover and call\n\n${rows.join('')}\nRun \`btcp <command> --help\` for its options. Exit codes: 0 done, 1 a mistake in the tools, the call or a file, 2 wrong usage.\n`;
}

/** What `btcp <command> --help` prints. */
export function commandHelp(command: Command): string {
  const rows = [
    ...Object.entries(command.operands?.help ?? {}),
    ...Object.entries(command.options).map((entry) => [optionText(entry), entry[1].help] as const),
  ];
  const width = Math.max(...rows.map(([option]) => option.length));
  const lines = rows.map(([option, text]) => `  ${option.padEnd(width)}  ${text}\n`);
  return `usage: btcp ${usageOf(command)}\n\n${command.summary}\n\n${lines.join('')}`;
}
