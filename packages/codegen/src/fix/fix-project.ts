import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Diagnostic, SourceChange } from '@btcp/core';
import { check, type CheckOptions, type CheckReport } from '../check.ts';
import { hasSyntaxError } from '../edit/can-edit.ts';
import { replaceSources } from '../edit/replace-sources.ts';
import { editedTexts } from '../edit/source-edit.ts';

/** A project after what has one safe repair was repaired. */
export interface FixedProject extends CheckReport {
  /** What was repaired, as it was reported; `diagnostics` are what is left. */
  readonly fixed: readonly Diagnostic[];
}

/** One repair can make room for another one; more rounds than this are repairs that undo each other. */
const MOST_ROUNDS = 10;

/** Repairs in the source what has one safe repair, and checks again, until there is nothing left to repair. */
export async function fix(options: CheckOptions = {}): Promise<FixedProject> {
  const fixed: Diagnostic[] = [];
  for (let round = 0; ; round++) {
    const report = await check(options);
    const chosen = round < MOST_ROUNDS ? withoutOverlaps(report.diagnostics) : [];
    const done = chosen.length > 0 ? await apply(report.root, chosen) : [];
    if (done.length === 0) return { ...report, fixed };
    fixed.push(...done);
  }
}

/** The repairs that can be made at once: none in the way of an earlier one; the same one counts once. */
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

/** @returns Those whose files were changed: a file that would have a syntax error afterwards is left alone. */
async function apply(root: string, diagnostics: readonly Diagnostic[]): Promise<readonly Diagnostic[]> {
  const changes = diagnostics.flatMap(({ fix: own = [] }) => own);
  const distinct = new Map(changes.map((change) => [JSON.stringify(change), change]));
  const edits = [...distinct.values()].map((change) => ({ ...change, file: resolve(root, change.file) }));
  const before = new Map<string, string>();
  for (const { file } of edits) if (!before.has(file)) before.set(file, await readFile(file, 'utf8'));
  const texts = [...editedTexts(edits, (file) => before.get(file))].filter(
    ([file, text]) => text !== before.get(file) && !hasSyntaxError(file, text),
  );
  await replaceSources(new Map(texts));
  const changed = new Set(texts.map(([file]) => file));
  return diagnostics.filter(({ fix: own = [] }) => own.every(({ file }) => changed.has(resolve(root, file))));
}
