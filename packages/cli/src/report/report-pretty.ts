import type { Diagnostic } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema/internal';
import { counted } from '../io.ts';

/** Reads the lines of a file that diagnostics point into; undefined if it cannot be read. */
export type ReadLines = (file: string) => readonly string[] | undefined;

/**
 * Diagnostics for people: place, rule, message, code frame, advice. Notes come last, one line each: they are advice, and
 * would bury errors.
 *
 * @param withNotes - Whether notes have frame and advice, too.
 */
export function reportPretty(
  diagnostics: readonly Diagnostic[],
  readLines: ReadLines,
  withNotes: boolean = false,
): string {
  const notes = diagnostics.filter(isNote);
  const framed = [...diagnostics.filter((each) => !isNote(each)), ...(withNotes ? notes : [])];
  // Of too many, none that makes a command fail is left out for one that does not.
  const first = framed.length > MAX_FRAMED ? framed.toSorted((a, b) => rankOf(a) - rankOf(b)) : framed;
  const texts = first.slice(0, MAX_FRAMED).map((diagnostic) => reportOne(diagnostic, readLines));
  if (framed.length > MAX_FRAMED)
    texts.push(textOf([`and ${framed.length - MAX_FRAMED} more, which \`btcp check --format json\` lists`]));
  if (notes.length > 0 && !withNotes) texts.push(reportNotes(notes));
  return texts.map((text) => text + '\n').join('\n');
}

const rankOf = ({ severity }: Diagnostic): number => ['error', 'warning', 'info'].indexOf(severity);

const isNote = ({ severity }: Diagnostic): boolean => severity === 'info';

const MAX_FRAMED = 500;
const MAX_NOTES = 20;

function reportNotes(notes: readonly Diagnostic[]): string {
  const shown = notes.slice(0, MAX_NOTES);
  const places = shown.map(({ file, line, column }) => `${file}:${line}:${column}`);
  const width = Math.max(...places.map((place) => place.length));
  const lines = shown.map(
    ({ id, message, fix }, index) =>
      `  ${(places[index] ?? '').padEnd(width)}  ${id}  ${message}${fixable(fix)}`,
  );
  const left = notes.length - shown.length;
  return textOf([
    'notes, which `btcp check --notes` shows with their advice:',
    ...lines,
    ...(left > 0 ? [`  and ${left} more`] : []),
  ]);
}

function reportOne(diagnostic: Diagnostic, readLines: ReadLines): string {
  const { file, line, column, length, severity, id, message } = diagnostic;
  // What has no place is about the whole file.
  const isPlaced = line > 1 || column > 1 || length !== undefined;
  return textOf([
    `${file}${isPlaced ? `:${line}:${column}` : ''}  ${severity}  ${id}`,
    `  ${message}`,
    ...(isPlaced ? codeFrame(diagnostic, readLines(file)) : []),
    helpOf(diagnostic),
  ]);
}

const helpOf = ({ help, fix }: Diagnostic): string => `  help: ${help}${fixable(fix)}`;

const fixable = (fix: Diagnostic['fix']): string => (fix ? ' (fixable with --fix)' : '');

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
