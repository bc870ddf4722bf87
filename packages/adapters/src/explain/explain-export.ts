import type { Manifest, ManifestTool } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { collectExport, type ExportOptions } from '../export/export-tools.ts';
import type { ExportChange, Warning } from '../lower/rules.ts';
import type { LoweredEntry } from '../export/exported-set.ts';
import { FORMATS } from '../targets/targets.ts';
import type { ExportProfile } from '../profile/export-profile.ts';
import { findNarrowed, findWidened, type Validators } from './find-counterexample.ts';

/** One loss or change, and a value that shows it. */
export interface ExplainedChange extends Warning {
  readonly tool: string;
  /** Whether the target advertises more than the tool accepts. */
  readonly widened: boolean;
  /**
   * An input that the tool refuses and the exported schema accepts. Absent where nothing was widened, and where none
   * was found.
   */
  readonly counterexample?: unknown;
  /** Whether it should widen, but no such input was found: another keyword may have the same effect. */
  readonly unproven?: true;
}

/** An input that a tool accepts and its exported schema refuses, which is a bug. */
export interface NarrowedTool {
  readonly tool: string;
  readonly input: unknown;
}

/** A tool whose schemas can't be compiled, so that no input can be tried. */
export interface UncheckedTool {
  readonly tool: string;
  readonly reason: string;
}

/** What an export does to the tools' schemas, with proofs. */
export interface ExportExplanation {
  readonly changes: readonly ExplainedChange[];
  readonly narrowed: readonly NarrowedTool[];
  readonly unchecked: readonly UncheckedTool[];
}

/**
 * Shows which inputs an export accepts though the tools refuse them, and looks for inputs that it refuses though the
 * tools accept them. Values are generated from the schemas, changed, and checked by the validators of both.
 *
 * Compiles schemas at run time, so it needs `eval`.
 *
 * @param source - A manifest, or its tools; never written to.
 */
export function explainExport(
  source: Manifest | readonly ManifestTool[],
  options: ExportOptions,
): ExportExplanation {
  const compiled = compileEntries(source, options);
  return {
    changes: compiled.flatMap(explainTool),
    narrowed: compiled.flatMap(findNarrowedTool),
    unchecked: compiled.flatMap(({ entry, validators }) =>
      typeof validators === 'string' ? [{ tool: entry.tool.name, reason: validators }] : [],
    ),
  };
}

/**
 * Looks for inputs that tools accept and their exported schemas refuse, among values generated from the schemas.
 *
 * Compiles schemas at run time, so it needs `eval`.
 *
 * @returns None, unless an export has a bug. Tools whose schemas can't be compiled are not tried.
 */
export function findNarrowedTools(
  source: Manifest | readonly ManifestTool[],
  options: ExportOptions,
): readonly NarrowedTool[] {
  return compileEntries(source, options).flatMap(findNarrowedTool);
}

/** An exported tool with its validators, or why there are none. */
interface CompiledEntry {
  readonly entry: LoweredEntry;
  readonly validators: Validators | string;
  readonly base: string;
}

function compileEntries(
  source: Manifest | readonly ManifestTool[],
  options: ExportOptions,
): readonly CompiledEntry[] {
  const profile = FORMATS[options.target].export;
  const base = profile.schema.base ?? '';
  return collectExport(source, options).entries.map((entry) => ({
    entry,
    validators: validatorsOf(entry, profile),
    base,
  }));
}

// An external manifest may have schemas that don't compile.
function validatorsOf(
  { inputSchema: original, lowered }: LoweredEntry,
  profile: ExportProfile,
): Validators | string {
  try {
    return {
      original,
      own: compileSchema(original),
      advertised: compileSchema(profile.decode?.(lowered.meaning()) ?? lowered.meaning()),
    };
  } catch (error) {
    return (error as Error).message;
  }
}

function explainTool({ entry: { tool, lowered }, validators, base }: CompiledEntry): ExplainedChange[] {
  const widening = lowered.changes.filter(isWidening);
  return lowered.changes.map((change): ExplainedChange => {
    const { code, path, keyword, detail, effect } = change;
    const beside = widening.flatMap((other) =>
      other.path === path && other.keyword !== undefined && other.keyword !== keyword ? [other.keyword] : [],
    );
    const found =
      isWidening(change) && typeof validators !== 'string'
        ? findWidened(validators, change, beside)
        : undefined;
    return {
      tool: tool.name,
      code,
      path: base + path,
      ...(keyword !== undefined && { keyword }),
      detail,
      widened: effect === 'widens' || found !== undefined,
      ...(found !== undefined && { counterexample: found }),
      ...(effect === 'widens' && found === undefined && { unproven: true }),
    };
  });
}

const isWidening = ({ effect }: ExportChange): boolean => effect === 'widens' || effect === 'collapses';

function findNarrowedTool({ entry: { tool, lowered }, validators }: CompiledEntry): NarrowedTool[] {
  if (typeof validators === 'string') return [];
  const isClosed = lowered.changes.some(({ effect }) => effect === 'closes');
  const found = findNarrowed(validators, isClosed);
  return found === undefined ? [] : [{ tool: tool.name, input: found }];
}
