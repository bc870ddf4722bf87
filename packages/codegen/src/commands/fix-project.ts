import { resolve } from 'node:path';
import type { Diagnostic, SourceChange } from '@btcp/core';
import { check, type CheckOptions, type CheckReport, checkSources } from '../check.ts';
import { editSources } from '../edit/edit-sources.ts';

/** The result of applying safe fixes. */
export interface FixedProject extends CheckReport {
  /** The fixed diagnostics, as reported; `diagnostics` holds those left. */
  readonly fixed: readonly Diagnostic[];
}

/** One fix can enable another; more rounds than this mean that fixes undo each other. */
const MOST_ROUNDS = 10;

/**
 * Applies safe fixes to the source and checks again, until nothing is left to fix. A file that changes during a check
 * is not written, but checked again.
 */
export async function fix(options: CheckOptions = {}): Promise<FixedProject> {
  const { runExamples, ...withoutRuns } = options;
  const fixed: Diagnostic[] = [];
  let last = await checkSources(withoutRuns);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { report, sources } = last;
    const chosen = withoutOverlaps(report.diagnostics);
    if (chosen.length === 0) break;
    const changed = await apply(report.root, chosen, sources);
    const isDone = (change: SourceChange): boolean => changed.has(resolve(report.root, change.file));
    const done = chosen.filter((diagnostic) => diagnostic.fix?.every(isDone));
    last = await checkSources(withoutRuns);
    const isTheSame = done.length === 0 && isEqual(sources, last.sources);
    if (isTheSame) break;
    // Without their places, because lines move.
    const left = new Set(last.report.diagnostics.map(keyOf));
    fixed.push(...done.filter((diagnostic) => !left.has(keyOf(diagnostic))));
  }
  return { ...(runExamples ? await check(options) : last.report), fixed };
}

function isEqual(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([file, text]) => b.get(file) === text);
}

/** Selects the diagnostics whose fixes do not overlap. Equal changes are no overlap. */
function withoutOverlaps(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const taken = new Map<string, SourceChange>();
  return diagnostics.filter(({ fix: changes }) => {
    if (!changes || changes.some((change) => isInTheWay(change, [...taken.values()]))) return false;
    for (const change of changes) taken.set(JSON.stringify(change), change);
    return true;
  });
}

function isInTheWay(change: SourceChange, taken: readonly SourceChange[]): boolean {
  return taken.some(
    (other) =>
      other.file === change.file &&
      JSON.stringify(other) !== JSON.stringify(change) &&
      other.start <= change.end &&
      change.start <= other.end,
  );
}

/** @returns The files that were changed. */
async function apply(
  root: string,
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const changes = diagnostics.flatMap(({ fix: own = [] }) => own);
  const distinct = new Map(changes.map((change) => [JSON.stringify(change), change]));
  const edits = [...distinct.values()].map((change) => ({ ...change, file: resolve(root, change.file) }));
  return editSources(edits, (file) => sources.get(file));
}

function keyOf({ id, file, tool, message }: Diagnostic): string {
  return JSON.stringify([id, file, tool, message]);
}
