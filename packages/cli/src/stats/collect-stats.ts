import type { Manifest, JsonSchema, ManifestTool } from '@btcp/core';
import { exportForms, type ExportedForm, type CountTokens, ENCODING, loadTokenizer } from './export-forms.ts';
import { isObject, walkSchema, escapeUnseen } from '@btcp/schema/internal';

/** The size of a text. */
export interface Size {
  readonly bytes: number;
  readonly tokens: number;
}

/** The sizes of the tools as a target gets them. */
export interface TargetStats {
  readonly target: string;
  readonly tools: readonly (Size & { readonly name: string })[];
  readonly total: Size;
  /** The tools that the target can't express. */
  readonly refused: readonly string[];
}

/** The sizes of a manifest's tools. */
export interface Stats {
  readonly encoding: string;
  readonly targets: readonly TargetStats[];
  readonly repeated: readonly RepeatedSchema[];
}

/** Measures tools as each target gets them. */
export async function collectStats({ tools }: Manifest, targets: readonly string[]): Promise<Stats> {
  const countTokens = await loadTokenizer();
  return {
    encoding: ENCODING,
    targets: exportForms(tools, targets).map((form) => targetStats(form, countTokens)),
    repeated: findRepeats(tools, countTokens),
  };
}

function sizeOf(text: string, countTokens: CountTokens): Size {
  return { bytes: Buffer.byteLength(text), tokens: countTokens(text) };
}

function targetStats({ target, texts, refused }: ExportedForm, countTokens: CountTokens): TargetStats {
  const tools = [...texts].map(([name, text]) => ({ name, ...sizeOf(text, countTokens) }));
  const total = {
    bytes: tools.reduce((sum, { bytes }) => sum + bytes, 0),
    tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0),
  };
  return { target, tools, total, refused };
}

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

/** Longer schemas are cut. */
const MOST_CHARACTERS = 60;

/** What tools take, as text for a person. */
export function statsText({ encoding, targets, repeated }: Stats): string {
  const sections = [
    ...targets.map(targetText),
    ...(repeated.length > 0 ? [`repeated sub-schemas\n${repeated.map(repeatText).join('')}`] : []),
  ];
  return `\nTokens are those of ${encoding}.\n\n${sections.join('\n')}`;
}

function targetText({ target, tools, total, refused }: TargetStats): string {
  const rows = [...tools, { name: 'total', ...total }];
  const width = Math.max(target.length, ...rows.map(({ name }) => name.length + 2));
  const left = refused.length > 0 ? `  not expressible: ${escapeUnseen(refused.join(', '))}\n` : '';
  const head = `${target.padEnd(width)}  ${'bytes'.padStart(8)}  ${'tokens'.padStart(8)}\n`;
  return head + rows.map((row) => `${`  ${row.name}`.padEnd(width)}  ${columns(row)}\n`).join('') + left;
}

function columns({ bytes, tokens }: Size): string {
  return `${String(bytes).padStart(8)}  ${String(tokens).padStart(8)}`;
}

function repeatText({ schema, places, tokens, totalTokens, bytes, totalBytes }: RepeatedSchema): string {
  const text = JSON.stringify(schema);
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  const [first] = places;
  return `  ${places.length} × ${tokens} tokens = ${totalTokens} (${bytes} bytes, ${totalBytes}): ${escapeUnseen(shown)}
    first in ${first?.tool}, ${escapeUnseen(first?.path ?? '')}
`;
}
