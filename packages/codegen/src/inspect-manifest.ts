import type { Diagnostic, Manifest } from '@btcp/core';
import { sortDiagnostics } from './check/report/group-diagnostics.ts';

/** A manifest that has been checked, before it is written. */
export interface InspectedManifest {
  /** Absolute path of the config's folder, which the files of diagnostics are relative to. */
  readonly root: string;
  readonly manifest: Manifest;
  /** Those of the config. */
  readonly targets: readonly string[];
}

/** Reports what is wrong with a whole manifest. */
export type ManifestInspector = (inspected: InspectedManifest) => Promise<readonly Diagnostic[]>;

/** Adds what an inspector finds to the diagnostics of a build. */
export async function withInspection(
  diagnostics: readonly Diagnostic[],
  inspect: ManifestInspector | undefined,
  inspected: InspectedManifest,
): Promise<readonly Diagnostic[]> {
  const found = await inspect?.(inspected);
  return found && found.length > 0 ? sortDiagnostics([...diagnostics, ...found]) : diagnostics;
}

/** Whether none of the diagnostics fails a build. */
export function hasNoError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.every(({ severity }) => severity !== 'error');
}
