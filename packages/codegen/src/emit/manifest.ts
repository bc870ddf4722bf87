import type { Manifest } from '@btcp/core';
import type { Memo } from '../cache/memo.ts';

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
