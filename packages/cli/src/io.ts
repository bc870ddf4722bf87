import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { escapeUnseen } from '@btcp/schema/internal';
import { fileError, InputError } from './errors.ts';

/** The environment of a command: where it writes, and what it may ask. */
export interface CliIo {
  readonly cwd: string;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Whether stderr is a terminal: progress is shown there and nowhere else. */
  readonly isTerminal: boolean;
  /** Empties the line of the terminal, which is not to be done by `stderr`. */
  readonly clearLine?: () => void;
  /** Ends a command that runs until then. */
  readonly signal?: AbortSignal;
}

/** Exit codes: 0 success, 1 a mistake of the author or caller, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** Runs a command whose arguments were parsed. */
export type Run<Values> = (values: Values, operands: readonly string[], io: CliIo) => Promise<ExitCode>;

// What JSON leaves of them is escaped as JSON has it, so that a program reads the same value.
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;
/** `##[` begins a command for GitHub Actions, wherever it is in a line. */
const COMMAND = /#(?=#\[)/g;

/**
 * The environment of a command whose output controls neither the terminal nor GitHub Actions, whatever a tool, a manifest
 * or a server says: on stderr, all that readers cannot see is escaped, on stdout only controls, as programs read it.
 */
export function printableIo(io: CliIo): CliIo {
  return {
    ...io,
    stdout: (text) => io.stdout(text.replace(CONTROLS, asJson).replace(COMMAND, asJson)),
    stderr: (text) => io.stderr(text.replace(/[^\n\t]+/g, escapeUnseen).replace(COMMAND, asJson)),
  };
}

/**
 * A line of output, in which what is interpolated may come from a tool, a manifest or a server: its line breaks cannot
 * begin a line that looks like ours.
 */
export function line(ours: readonly string[], ...given: readonly unknown[]): string {
  return `${ours.map((text, index) => text + (index < given.length ? escapeUnseen(String(given[index])) : '')).join('')}\n`;
}

const asJson = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Reads a file that was named on the command line; `-` is standard input. */
export async function readTextOf(file: string, cwd: string): Promise<string> {
  if (file === '-') return readStandardInput();
  try {
    return decodeText(await readFile(resolve(cwd, file)), file);
  } catch (error) {
    throw error instanceof InputError ? error : fileError(`${file} cannot be read`, error);
  }
}

/** Decodes a file's UTF-8, in which no byte is replaced; a byte order mark stays. */
export function decodeText(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new InputError(`${file} is not UTF-8.`, 'Write it as UTF-8.');
  }
}

export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Buffer));
  return decodeText(Buffer.concat(chunks), 'Standard input');
}

/** A number of things in words: `1 tool`, `2 tools`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Names, the first ones of many: `a, b and 3 more`. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length - most;
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
