import type { Diagnostic } from '@btcp/core';
import { groupBy } from '../../source/group-by.ts';
import { compareText } from '../../source/match-files.ts';

/** Keys that group diagnostics of one mistake, for rules where that is not the position. */
const COMMON: Readonly<Record<string, (found: Diagnostic) => readonly unknown[]>> = {
  'capability-missing': ({ tool, data }) => [tool, data?.['capability']],
  'capability-maybe': ({ tool, data }) => [tool, data?.['capabilities']],
  // The mistake is in the code, whichever tools run it.
  'capability-unverifiable': ({ file, data }) => [file, data?.['used']],
  'power-unmapped': ({ file, data }) => [file, data?.['power']],
  'capability-opaque': ({ tool }) => [tool],
};

/** Advice that applies to every property of a tool: reported once per tool and file, naming the others. */
const NAMED: Readonly<Record<string, (found: Diagnostic) => unknown>> = {
  'input-unread': ({ data }) => [data?.['properties']].flat().join(', '),
  'property-without-description': ({ data }) => data?.['property'],
};

/** Keys that merge further what `COMMON` left apart: of a place that many tools reach, and of a tool's code in many files. */
const FURTHER: Readonly<Record<string, (found: Diagnostic) => readonly unknown[]>> = {
  'capability-missing': ({ file, line, column, data }) => [file, line, column, data?.['capability']],
  'power-unmapped': ({ tool, data }) => [tool, data?.['power']],
  'input-unread': ({ tool, file }) => [tool, file],
  'property-without-description': ({ tool, file }) => [tool, file],
};

/** How many positions and tools a message names; the data has all of them. */
const MOST_NAMED = 3;

/**
 * Merges the diagnostics of one mistake into one, at the first position. That includes those of several tools at a
 * position that they share, such as a shared schema.
 */
export function groupDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const commonPlace = new PositionKeys();
  const mistakes = groupBy(diagnostics, (found) =>
    JSON.stringify([found.id, ...(COMMON[found.id] ?? commonPlace.of)(found)]),
  );
  const advice = groupBy([...mistakes.values()], ([first], index) =>
    JSON.stringify((first && FURTHER[first.id]?.(first).concat(first.id)) ?? [index]),
  );
  return [...advice.values()]
    .map((group) => group.flat())
    .flatMap(([first, ...others]) => (first ? [others.length > 0 ? withOthers(first, others) : first] : []));
}

/** Keeps apart violations of one rule by one tool at one position. */
class PositionKeys {
  readonly #counts = new Map<string, number>();

  of = ({ id, tool, file, line, column }: Diagnostic): readonly unknown[] => {
    const key = JSON.stringify([id, tool, file, line, column]);
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    return [file, line, column, count, tool === undefined];
  };
}

function withOthers(first: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const locations = distinct([first, ...others].map(locationOf)).slice(1);
  const names = distinct([first, ...others].flatMap((each) => NAMED[each.id]?.(each) ?? [])).slice(1);
  const tools = distinct([first, ...others].map(({ tool }) => tool)).slice(1);
  const lines = distinct([first, ...others].map(({ file, line }) => `${file}:${line}`)).slice(1);
  const alike = [names, tools].filter((list) => list.length > 0).map((list) => some(list.map(quotedName)));
  const also = [
    ...(lines.length > 0 && names.length === 0 ? [`Also at ${some(lines)}.`] : []),
    ...(alike.length > 0 ? [`The same goes for ${alike.join(', and in ')}.`] : []),
  ];
  return {
    ...first,
    message: also.length === 0 ? first.message : [sentence(first.message), ...also].join(' '),
    data: { ...first.data, others: locations, otherTools: tools },
  };
}

function locationOf(each: Diagnostic): Readonly<Record<string, unknown>> {
  const { file, line, column, data } = each;
  return { file, line, column, used: data?.['used'], name: NAMED[each.id]?.(each) };
}

function quotedName(name: unknown): string {
  return `"${String(name)}"`;
}

// A message may end in a quoted error, which has no full stop of ours.
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function some(texts: readonly string[]): string {
  const left = texts.length - MOST_NAMED;
  return left > 0 ? `${texts.slice(0, MOST_NAMED).join(', ')} and ${left} more` : texts.join(', ');
}

/**
 * Drops what only follows from an error that is reported: types and code that cannot be read, because an import leads to no file; advice on a use that isolated
 * tools cannot have; and a note on a stated hint that is wrong. Runs after suppressions, so that it stays where the error is suppressed.
 */
export function dropExplained(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return diagnostics.filter((each) => {
    const causes = EXPLAINED[each.id] ?? [];
    return !errors.some((error) =>
      causes.some(
        ({ cause, same }) => error.id === cause && same.every((field) => error[field] === each[field]),
      ),
    );
  });
}

interface Cause {
  /** The id of the error that explains a diagnostic. */
  readonly cause: string;
  /** The fields in which both agree then. */
  readonly same: readonly (keyof Diagnostic)[];
}

const OUT_OF_REACH: Cause = { cause: 'isolated-out-of-reach', same: ['tool', 'file', 'line', 'column'] };

const EXPLAINED: Readonly<Record<string, readonly Cause[]>> = {
  'package-not-installed': [
    { cause: 'types-unresolved', same: ['file', 'line', 'column'] },
    { cause: 'schema-needs-import', same: ['file'] },
  ],
  'types-unresolved': [{ cause: 'import-unresolved', same: ['file', 'line', 'column'] }],
  'capability-opaque': [{ cause: 'import-unresolved', same: ['file'] }, OUT_OF_REACH],
  'capability-missing': [OUT_OF_REACH],
  'capability-maybe': [OUT_OF_REACH],
  'capability-unverifiable': [OUT_OF_REACH],
  'power-unmapped': [OUT_OF_REACH],
  'hint-stated': [{ cause: 'hint-contradicted', same: ['tool', 'file', 'line', 'column'] }],
};

/** Sorts by file, line, column, id and message; drops duplicates. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { id, tool, file, line, column, message } = diagnostic;
    const key = [id, tool, file, line, column, message].join('\0');
    if (!seen.has(key)) seen.set(key, diagnostic);
  }
  return [...seen.values()].sort(
    (a, b) =>
      compareText(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      compareText(a.id, b.id) ||
      compareText(a.message, b.message),
  );
}
