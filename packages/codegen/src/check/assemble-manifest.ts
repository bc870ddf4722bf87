import type { Manifest, ManifestTool } from '@btcp/core';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { compareText } from '../source/match-files.ts';

/** Assembles a manifest; its capabilities are the exact sorted union of the tools'. */
export function assembleManifest(config: LoadedConfig, tools: readonly ManifestTool[]): Manifest {
  return {
    btcp: '1.0',
    name: config.name,
    version: config.version,
    ...(config.description !== undefined && { description: config.description }),
    ...(config.provider && { provider: config.provider }),
    tools,
    // A tool that has not been checked yet may lack them.
    capabilities: [...new Set(tools.flatMap((tool) => tool.capabilities ?? []))].sort(compareText),
    ...(config.config && { config: config.config }),
  };
}
