import type { ManifestTool } from '@btcp/core';
import { hashOfText } from '../cache/inputs.ts';

/** The first call of a tool loads the validators of as many: a start compiles none, a call only a few. */
export const GROUP_SIZE = 25;

/** Tools that are emitted together: what is emitted of them is kept, for later builds too, until one of them changes. */
export interface ToolGroup {
  readonly tools: readonly ManifestTool[];
  /** The tools as `manifest.json` lists them. */
  readonly text: string;
  /** Of the text. */
  readonly hash: string;
}

export function groupTools(tools: readonly ManifestTool[]): readonly ToolGroup[] {
  return Array.from({ length: Math.ceil(tools.length / GROUP_SIZE) }, (_, index) => {
    const start = index * GROUP_SIZE;
    const own = tools.slice(start, start + GROUP_SIZE);
    const text = own.map((tool) => textOf(tool)).join(',\n');
    return { tools: own, text, hash: hashOfText(text) };
  });
}

/** Consecutive builds of a session have the same objects, but for what was edited. */
const TEXTS = new WeakMap<ManifestTool, string>();

function textOf(tool: ManifestTool): string {
  const text = TEXTS.get(tool) ?? membersOf(tool);
  TEXTS.set(tool, text);
  return text;
}

// The lines between those of `{ "tools": [` and `] }`.
const membersOf = (tool: ManifestTool): string =>
  JSON.stringify({ tools: [tool] }, null, 2).slice('{\n  "tools": [\n'.length, -'\n  ]\n}'.length);
