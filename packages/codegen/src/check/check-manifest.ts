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
    // What is missing has the path of the manifest itself.
    if (field === 'tools' || field === 'capabilities' || (path !== '' && reported.has(path))) continue;
    reported.add(path);
    diagnostics.push({ id: 'manifest-invalid', severity, ...at, message, help });
  }
  if (!config.isModule) {
    diagnostics.push({
      id: 'package-not-module',
      severity: 'warning',
      file: 'package.json',
      line: 1,
      column: 1,
      message: 'package.json has no `"type": "module"`, so Node cannot import what the build writes.',
      help: 'Run `npm pkg set type=module`; a bundler does not need it.',
    });
  }
  return diagnostics;
}
