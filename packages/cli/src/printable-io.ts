import { escapeUnseen } from '@btcp/schema';
import type { CliIo } from './io.ts';

// What JSON leaves of them is escaped as JSON has it, so that a program reads the same value.
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/**
 * The environment of a command whose output cannot control the terminal, whatever a tool, a manifest or a server says:
 * on stderr, all that readers cannot see is escaped, on stdout only controls, as programs read it.
 */
export function printableIo(io: CliIo): CliIo {
  return {
    ...io,
    stdout: (text) => io.stdout(text.replace(CONTROLS, asJson)),
    stderr: (text) => io.stderr(text.replace(/[^\n\t]+/g, escapeUnseen)),
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
