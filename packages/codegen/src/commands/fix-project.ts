import { resolve } from 'node:path';
import type { Diagnostic, SourceChange } from '@btcp/core';
import { check, type CheckOptions, type CheckReport, checkSources } from '../check.ts';
import { editSources } from '../edit/edit-sources.ts';
import { ProjectError } from '../system/project-error.ts';

/** The result of applying safe fixes. */
export interface FixedProject extends CheckReport {
  /** The fixed diagnostics, as reported; `diagnostics` holds those left. */
  readonly fixed: readonly Diagnostic[];
}

/** One fix can enable another; more rounds than this mean that fixes undo each other. */
const MOST_ROUNDS = 10;

export async function fix(options: CheckOptions = {}): Promise<FixedProject> {
  const { runExamples, ...withoutRuns } = options;
  const fixed: Diagnostic[] = [];
  const unwritten = new Map<string, Diagnostic>();
  let last = await checkSources(withoutRuns);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { report, sources } = last;
    const chosen = withoutOverlaps(report.diagnostics);
    if (chosen.length === 0) break;
    unwritten.clear();
    const changed = await apply(report.root, chosen, sources, unwritten);
    const isDone = (change: SourceChange): boolean => changed.has(resolve(report.root, change.file));
    const done = chosen.filter((diagnostic) => diagnostic.fix?.every(isDone));
    last = await checkSources(withoutRuns);
    const isTheSame = done.length === 0 && isEqual(sources, last.sources);
    if (isTheSame) break;
    // Without their places, because lines move.
    const left = new Set(last.report.diagnostics.map(keyOf));
    fixed.push(...done.filter((diagnostic) => !left.has(keyOf(diagnostic))));
  }
  const checked = runExamples ? await check(options) : last.report;
  if (unwritten.size === 0) return { ...checked, fixed };
  return { ...checked, ok: false, diagnostics: [...checked.diagnostics, ...unwritten.values()], fixed };
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

/**
 * @param unwritten - Takes what is wrong with files that cannot be written.
 * @returns The files that were changed.
 */
async function apply(
  root: string,
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
  unwritten: Map<string, Diagnostic>,
): Promise<ReadonlySet<string>> {
  const changes = diagnostics.flatMap(({ fix: own = [] }) => own);
  const distinct = [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
  const changed = new Set<string>();
  for (const name of new Set(distinct.map(({ file }) => file))) {
    const file = resolve(root, name);
    const edits = distinct.filter((change) => change.file === name).map((change) => ({ ...change, file }));
    try {
      for (const each of await editSources(edits, (path) => sources.get(path))) changed.add(each);
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      unwritten.set(file, { severity: 'error', file: name, line: 1, column: 1, ...error.diagnostic });
    }
  }
  return changed;
}

function keyOf({ id, file, tool, message }: Diagnostic): string {
  return JSON.stringify([id, file, tool, message]);
}
