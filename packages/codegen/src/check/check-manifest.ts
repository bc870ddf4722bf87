import type { Diagnostic, Manifest } from '@btcp/core';
import { findManifestProblems } from '@btcp/schema';
import { CONFIG_FILES, type LoadedConfig } from '../config/loaded-config.ts';
import type { Discovery } from '../discover/discover-tools.ts';

/** Finds what is wrong with the manifest beside its tools: its name, version and description. */
export function checkManifest(
  config: LoadedConfig,
  manifest: Manifest,
  discovery: Discovery,
): readonly Diagnostic[] {
  const at = { file: CONFIG_FILES[0], line: 1, column: 1 } as const;
  const diagnostics: Diagnostic[] = [];
  if (discovery.tools.length === 0 && !discovery.diagnostics.some(({ severity }) => severity === 'error')) {
    diagnostics.push({
      id: 'no-tools',
      severity: 'error',
      ...at,
      message: `The files that match ${config.tools.map((glob) => `"${glob}"`).join(', ')} define no tool.`,
      help: 'Write `export const <name> = defineTool({ … })` in one of them.',
    });
  }
  const reported = new Set<string>();
  // The tools themselves have been checked where they stand, and a failed one is missing here.
  for (const { path, message, help, severity } of findManifestProblems({
    ...manifest,
    tools: [],
    capabilities: [],
  })) {
    const field = path.split('/')[1] ?? '';
    if (field === 'tools' || field === 'capabilities' || reported.has(path)) continue;
    reported.add(path);
    if (field !== 'description' || manifest.description !== undefined)
      diagnostics.push({ id: 'manifest-invalid', severity, ...at, message, help });
  }
  if (manifest.description === undefined) {
    diagnostics.push({
      id: 'manifest-without-description',
      severity: 'warning',
      ...at,
      message: 'The manifest has no description.',
      help: 'Add `description` to the config or to package.json: what these tools are for, in one sentence.',
    });
  }
  return diagnostics;
}
