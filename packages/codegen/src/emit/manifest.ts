import type { Manifest } from '@btcp/core';
import type { CheckedTool } from '../check/checked-tool.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { compareText } from '../source/source-project.ts';

/** Puts a manifest together: tools in name order, capabilities their exact sorted union. */
export function assembleManifest(
  config: LoadedConfig,
  tools: readonly Pick<CheckedTool, 'published'>[],
): Manifest {
  const published = tools.map((tool) => tool.published).sort((a, b) => compareText(a.name, b.name));
  return {
    btcp: '1.0',
    name: config.name,
    version: config.version,
    ...(config.description !== undefined && { description: config.description }),
    ...(config.provider && { provider: config.provider }),
    tools: published,
    capabilities: [...new Set(published.flatMap((tool) => tool.capabilities))].sort(compareText),
    ...(config.config && { config: config.config }),
  };
}

/** The text of `manifest.json`. */
export function emitManifest(manifest: Manifest): string {
  return JSON.stringify(manifest, null, 2) + '\n';
}
