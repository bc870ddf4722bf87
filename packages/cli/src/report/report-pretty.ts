import type { Diagnostic } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema/check';

/** Reads the lines of a file that diagnostics point into; undefined if it cannot be read. */
export type ReadLines = (file: string) => readonly string[] | undefined;

/** Diagnostics as text for people: place, rule, sentence, code frame, way out. */
export function reportPretty(diagnostics: readonly Diagnostic[], readLines: ReadLines): string {
  return diagnostics.map((diagnostic) => reportOne(diagnostic, readLines) + '\n').join('\n');
}

function reportOne(diagnostic: Diagnostic, readLines: ReadLines): string {
  const { file, line, column, severity, id, message, help, fix } = diagnostic;
  const way = fix ? `${help} (fixable with --fix)` : help;
  const frame = codeFrame(diagnostic, readLines(file));
  return (
    [`${file}:${line}:${column}  ${severity}  ${id}`, `  ${message}`, ...frame, `  help: ${way}`]
      .map(printable)
      .join('\n') + '\n'
  );
}

// What stands in a file or is called so must not speak to the terminal, or to whoever reads the output.
const printable = (text: string): string => text.split('\t').map(escapeUnseen).join('\t');

/** The most that is shown of a line, and of that what stands before the place. */
const WIDTH = 140;
const LEAD = 60;

function codeFrame(
  { line, column, length = 1 }: Diagnostic,
  lines: readonly string[] | undefined,
): readonly string[] {
  const text = lines?.[line - 1];
  if (lines === undefined || text === undefined) return [];
  const width = String(line).length;
  const before = lines[line - 2];
  const from = text.length > WIDTH ? Math.max(0, column - 1 - LEAD) : 0;
  const marks = '^'.repeat(
    Math.max(1, Math.min(length, text.length - column + 1, from + WIDTH - column + 1)),
  );
  // Tabs stay tabs, so that the marks stand below the text however wide a tab is.
  const indent = printable(cut(text, from).slice(0, column - 1 - from + (from > 0 ? 1 : 0))).replace(
    /[^\t]/g,
    ' ',
  );
  return [
    '',
    ...(before === undefined ? [] : [`  ${String(line - 1).padStart(width)} | ${cut(before, 0)}`]),
    `> ${line} | ${cut(text, from)}`,
    `  ${' '.repeat(width)} | ${indent}${marks}`,
  ];
}

/** A stretch of a line, with a mark where it was cut. */
const cut = (text: string, from: number): string =>
  (from > 0 ? '…' : '') + text.slice(from, from + WIDTH) + (text.length > from + WIDTH ? '…' : '');

const NAMES = { error: 'error', warning: 'warning', info: 'note' } as const;

/** `2 errors, 1 warning and 3 notes`. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const parts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return count === 0 ? [] : [`${count} ${NAMES[severity]}${count === 1 ? '' : 's'}`];
  });
  if (parts.length < 2) return parts[0] ?? 'no problems';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
