import type { Diagnostic, Manifest } from '@btcp/core';

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

/** Whether none of the diagnostics fails a build. */
export function hasNoError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.every(({ severity }) => severity !== 'error');
}
