import type { JsonSchemaObject, Manifest, ManifestTool } from '@btcp/core';
import { isObject, setOwn, walkSchema } from '@btcp/schema';
import { compileSchema } from '@btcp/schema/compile';
import { collectExport, type ExportOptions } from '../export-tools.ts';
import type { LoweredEntry } from '../export/exported-set.ts';
import { PROFILES } from '../targets/profiles.ts';
import type { Profile } from '../targets/profile.ts';
import type { WarningCode } from '../warning.ts';
import { advertisedSchema } from './advertised-schema.ts';
import { findNarrowed, findWidened } from './find-counterexample.ts';

/** One loss or change, and what it lets through. */
export interface ExplainedChange {
  readonly tool: string;
  readonly code: WarningCode;
  readonly path: string;
  readonly keyword?: string;
  readonly detail: string;
  /** Whether the target advertises more than the tool accepts. */
  readonly widened: boolean;
  /**
   * An input that the tool refuses and the exported schema accepts. Absent where nothing was widened, and where none
   * was found.
   */
  readonly counterexample?: unknown;
}

/** An input that a tool accepts and its exported schema refuses, which must never be. */
export interface NarrowedTool {
  readonly tool: string;
  readonly input: unknown;
}

/** What an export does to the tools' schemas, with proofs. */
export interface ExportExplanation {
  readonly changes: readonly ExplainedChange[];
  readonly narrowed: readonly NarrowedTool[];
}

/**
 * Shows what an export lets through that the tools refuse, and looks for what it would refuse though the tools accept
 * it. Values are made from the schemas, changed, and checked by the validators of both.
 *
 * Compiles schemas at run time, so it needs `eval`.
 *
 * @param source - A manifest, or its tools; never written to.
 */
export function explainExport(
  source: Manifest | readonly ManifestTool[],
  options: ExportOptions,
): ExportExplanation {
  const profile = PROFILES[options.target];
  const changes = collectEntries(source, options).flatMap((entry) => explainTool(entry, profile));
  return { changes, narrowed: findNarrowedTools(source, options) };
}

/**
 * Looks for inputs that tools accept and their exported schemas refuse, in values made from the schemas.
 *
 * Compiles schemas at run time, so it needs `eval`.
 *
 * @returns None, unless an export does what it must never do.
 */
export function findNarrowedTools(
  source: Manifest | readonly ManifestTool[],
  options: ExportOptions,
): readonly NarrowedTool[] {
  const profile = PROFILES[options.target];
  return collectEntries(source, options).flatMap((entry) => findNarrowedTool(entry, profile));
}

function collectEntries(
  source: Manifest | readonly ManifestTool[],
  options: ExportOptions,
): readonly LoweredEntry[] {
  return PROFILES[options.target].hasNoSchema === true ? [] : collectExport(source, options).entries;
}

function explainTool({ tool, inputSchema, lowered }: LoweredEntry, profile: Profile): ExplainedChange[] {
  const advertised = compileSchema(advertisedSchema(lowered, profile));
  return lowered.changes.map((change): ExplainedChange => {
    const { code, path, keyword, detail, effect } = change;
    const isWidening = effect === 'widens' || effect === 'collapses';
    const found = isWidening ? findWidened(inputSchema, advertised, change) : undefined;
    return {
      tool: tool.name,
      code,
      path: (profile.schema.base ?? '') + path,
      ...(keyword !== undefined && { keyword }),
      detail,
      widened: effect === 'widens' || found !== undefined,
      ...(found && { counterexample: found.value }),
    };
  });
}

function findNarrowedTool({ tool, inputSchema, lowered }: LoweredEntry, profile: Profile): NarrowedTool[] {
  const isClosed = lowered.changes.some(({ effect }) => effect === 'closes');
  const advertised = compileSchema(advertisedSchema(lowered, profile));
  const found = findNarrowed(isClosed ? closeObjects(inputSchema) : inputSchema, advertised);
  return found === undefined ? [] : [{ tool: tool.name, input: found.value }];
}

/** The one narrowing that is allowed: properties that nothing describes. */
function closeObjects(schema: JsonSchemaObject): JsonSchemaObject {
  const copy = structuredClone(schema);
  walkSchema(copy, (node) => {
    if (!isObject(node) || Object.hasOwn(node, 'additionalProperties')) return;
    if (isObject(node['properties'])) setOwn(node, 'additionalProperties', false);
  });
  return copy;
}
