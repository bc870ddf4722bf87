import type { JsonSchema, ManifestTool } from '@btcp/core';
import { isObject, walkSchema } from '@btcp/schema';
import type { CountTokens } from './load-tokenizer.ts';

/** A sub-schema that occurs more than once. */
export interface RepeatedSchema {
  readonly schema: JsonSchema;
  /** Each a tool's name and a JSON pointer into the tool. */
  readonly places: readonly { readonly tool: string; readonly path: string }[];
  /** Of one occurrence. */
  readonly bytes: number;
  readonly tokens: number;
  /** Of all occurrences. */
  readonly totalBytes: number;
  readonly totalTokens: number;
}

/** No reference is shorter. */
const SHORTEST = JSON.stringify({ $ref: '#/$defs/a' }).length;

/**
 * The sub-schemas that tools repeat, the most expensive first. What is part of a larger one that repeats is counted with
 * that one; what is no longer than a reference is left out.
 */
export function findRepeats(
  tools: readonly ManifestTool[],
  countTokens: CountTokens,
): readonly RepeatedSchema[] {
  const counts = new Map<string, number>();
  eachSubschema(tools, (text) => void counts.set(text, (counts.get(text) ?? 0) + 1));
  const places = new Map<string, { tool: string; path: string }[]>();
  eachSubschema(tools, (text, tool, path) => {
    if ((counts.get(text) ?? 0) < 2) return true;
    const known = places.get(text);
    if (known) known.push({ tool, path });
    else places.set(text, [{ tool, path }]);
    return false;
  });
  return [...places]
    .filter(([, found]) => found.length > 1)
    .map(([text, found]) => {
      const bytes = Buffer.byteLength(text);
      const tokens = countTokens(text);
      const times = found.length;
      const schema = JSON.parse(text) as JsonSchema;
      return { schema, places: found, bytes, tokens, totalBytes: bytes * times, totalTokens: tokens * times };
    })
    .sort((a, b) => b.totalTokens - a.totalTokens);
}

/** @param visit - Returns `false` to skip what is below. */
function eachSubschema(
  tools: readonly ManifestTool[],
  visit: (text: string, tool: string, path: string) => boolean | void,
): void {
  for (const { name, inputSchema, outputSchema } of tools) {
    for (const [field, schema] of Object.entries({ inputSchema, outputSchema })) {
      if (schema === undefined) continue;
      walkSchema(schema, (node, pointer) => {
        if (!isObject(node) || pointer === '') return undefined;
        const text = JSON.stringify(node);
        if (text.length <= SHORTEST) return false;
        return visit(text, name, `/${field}${pointer}`) === false ? false : undefined;
      });
    }
  }
}
