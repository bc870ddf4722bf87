import type { JsonSchema, ManifestTool } from '@btcp/core';
import { isObject } from '@btcp/schema';

/** How often a word of each part counts. */
const WEIGHTS = { name: 4, title: 3, description: 2, parameters: 1 };

/** BM25's saturation of repeated words, and its correction for long texts; the usual values. */
const [K, B] = [1.2, 0.75];

/** Term → its weighted count in a tool. */
type Counts = ReadonlyMap<string, number>;

// A client's tools are frozen, so the result stays true.
const known = new WeakMap<ManifestTool, Counts>();

/**
 * Ranks tools by BM25 (Robertson and Zaragoza, 2009) over their names, titles, descriptions, tags, and the names and
 * descriptions of their parameters.
 *
 * @returns Those with a word of the query, best first; equal ones in the order of their names.
 */
export function rankTools(tools: readonly ManifestTool[], query: string): readonly ManifestTool[] {
  const documents = tools.map((tool) => ({ tool, counts: countsOf(tool) }));
  const lengths = documents.map(({ counts }) => lengthOf(counts));
  const average = lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1);
  const terms = [...new Set(termsOf(query))].map((term) => {
    const holders = documents.filter(({ counts }) => counts.has(term)).length;
    return { term, rarity: Math.log(1 + (tools.length - holders + 0.5) / (holders + 0.5)) };
  });
  const scoreOf = (counts: Counts, length: number): number =>
    terms.reduce((sum, { term, rarity }) => {
      const count = counts.get(term) ?? 0;
      return sum + (rarity * count * (K + 1)) / (count + K * (1 - B + (B * length) / average));
    }, 0);
  return documents
    .map(({ tool, counts }, index) => ({ tool, score: scoreOf(counts, lengths[index] ?? 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
    .map(({ tool }) => tool);
}

const lengthOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

function countsOf(tool: ManifestTool): Counts {
  const found = known.get(tool);
  if (found) return found;
  const { name, description, tags = [], mcp, inputSchema } = tool;
  const counts = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  add(name, WEIGHTS.name);
  add(mcp?.title ?? '', WEIGHTS.title);
  add([mcp?.description ?? description, ...tags].join(' '), WEIGHTS.description);
  add(parameterTexts(inputSchema).join(' '), WEIGHTS.parameters);
  known.set(tool, counts);
  return counts;
}

/** The names and descriptions of properties, at any depth. */
function parameterTexts(schema: JsonSchema): readonly string[] {
  return Object.entries(isObject(schema) ? schema : {}).flatMap(([keyword, value]) => {
    const below = (Array.isArray(value) ? value : [value]).filter(isObject);
    if (keyword === 'properties' || keyword === '$defs')
      return below.flatMap((named) =>
        Object.entries(named).flatMap(([name, each]) => [
          name,
          textOf(each),
          ...parameterTexts(each as JsonSchema),
        ]),
      );
    return below.flatMap((each) => [textOf(each), ...parameterTexts(each)]);
  });
}

const textOf = (schema: unknown): string => {
  const { description } = Object(schema) as { readonly description?: unknown };
  return typeof description === 'string' ? description : '';
};

/** The words of a text in lower case, without a plural's ending; `getCells` has two. */
function termsOf(text: string): readonly string[] {
  const words = text.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1') : word,
  );
}
