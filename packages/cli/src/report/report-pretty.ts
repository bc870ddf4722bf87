import type { Diagnostic } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema';
import { counted } from './counted.ts';

/** Reads the lines of a file that diagnostics point into; undefined if it cannot be read. */
export type ReadLines = (file: string) => readonly string[] | undefined;

/**
 * Diagnostics for people: place, rule, message, code frame, advice. Several notes of one rule come last, as one with
 * all their places: they are advice, and would bury errors.
 */
export function reportPretty(diagnostics: readonly Diagnostic[], readLines: ReadLines): string {
  const notes = new Map<string, Diagnostic[]>();
  for (const note of diagnostics.filter(({ severity }) => severity === 'info')) {
    const key = JSON.stringify([note.id, note.help]);
    notes.set(key, [...(notes.get(key) ?? []), note]);
  }
  const groups = [...notes.values()].filter((group) => group.length > 1);
  const grouped = new Set(groups.flat());
  const alone = diagnostics.filter((diagnostic) => !grouped.has(diagnostic));
  const texts = [...alone.map((diagnostic) => reportOne(diagnostic, readLines)), ...groups.map(reportGroup)];
  return texts.map((text) => text + '\n').join('\n');
}

/** Maximum places of one rule to list. */
const MAX_PLACES = 12;

function reportGroup(notes: readonly Diagnostic[]): string {
  const [first] = notes as readonly [Diagnostic, ...Diagnostic[]];
  const places = notes.slice(0, MAX_PLACES).map(({ file, line, column }) => `${file}:${line}:${column}`);
  const width = Math.max(...places.map((place) => place.length));
  const lines = places.map((place, index) => `  ${place.padEnd(width)}  ${notes[index]?.message}`);
  const left = notes.length - lines.length;
  return textOf([
    `${notes.length} notes  ${first.id}`,
    ...lines,
    ...(left > 0 ? [`  and ${left} more, which --format json lists`] : []),
    helpOf(first),
  ]);
}

function reportOne(diagnostic: Diagnostic, readLines: ReadLines): string {
  const { file, line, column, severity, id, message } = diagnostic;
  const frame = codeFrame(diagnostic, readLines(file));
  return textOf([
    `${file}:${line}:${column}  ${severity}  ${id}`,
    `  ${message}`,
    ...frame,
    helpOf(diagnostic),
  ]);
}

const helpOf = ({ help, fix }: Diagnostic): string => `  help: ${help}${fix ? ' (fixable with --fix)' : ''}`;

const textOf = (lines: readonly string[]): string => lines.map(printable).join('\n') + '\n';

// Text of files and names must not control the terminal, or mislead a reader.
const printable = (text: string): string => text.split('\t').map(escapeUnseen).join('\t');

/** Maximum characters of a line, and of its part before the place. */
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
  // Keeps tabs, so that the marks are below the text whatever the width of a tab.
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

/** A part of a line, with a mark where it was cut. */
const cut = (text: string, from: number): string =>
  (from > 0 ? '…' : '') + text.slice(from, from + WIDTH) + (text.length > from + WIDTH ? '…' : '');

const NAMES = { error: 'error', warning: 'warning', info: 'note' } as const;

/** `2 errors, 1 warning and 3 notes`. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const parts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return count === 0 ? [] : [counted(count, NAMES[severity])];
  });
  if (parts.length < 2) return parts[0] ?? 'no problems';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
