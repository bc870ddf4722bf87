import type { Manifest, ManifestTool } from '@btcp/core';
import type { Memo } from '../cache/memo.ts';
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

/**
 * Serializes a manifest as `manifest.json`.
 *
 * @param memo - Keeps the text of each tool.
 */
export function emitManifest(manifest: Manifest, memo: Memo): string {
  const tools = manifest.tools.map((tool) =>
    memo.get(tool, 'manifest.json', [], () => membersOf(print({ tools: [tool] }))),
  );
  const members = Object.entries<unknown>({ ...manifest }).map(([key, value]) =>
    key === 'tools' && tools.length > 0
      ? `  "tools": [\n${tools.join(',\n')}\n  ]`
      : print({ [key]: value }).slice('{\n'.length, -'\n}'.length),
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

const print = (value: unknown): string => JSON.stringify(value, null, 2);

// The lines between those of `{ "tools": [` and `] }`.
const membersOf = (text: string): string => text.slice('{\n  "tools": [\n'.length, -'\n  ]\n}'.length);
