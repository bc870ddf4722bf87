import type { JsonSchemaObject, Manifest, ManifestTool } from '@btcp/core';
import { exportForms, type ExportedForm } from './export-forms.ts';
import { findRepeats, type RepeatedSchema } from './find-repeats.ts';
import { hoistRepeats } from './hoist-repeats.ts';
import { inlineDefinitions } from './inline-definitions.ts';
import { type CountTokens, ENCODING, loadTokenizer } from './load-tokenizer.ts';

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

/** A tool whose repeated sub-schemas a target takes either way: as definitions, or where they are used. */
export interface FormChoice {
  readonly target: string;
  readonly tool: string;
  readonly published: Size;
  readonly hoisted: Size;
  readonly inlined: Size;
  /** By tokens, then by bytes. */
  readonly cheaper: 'hoisted' | 'inlined';
  /** By how many tokens than the other one. */
  readonly by: number;
}

/** The sizes of a manifest's tools. */
export interface Stats {
  readonly encoding: string;
  readonly targets: readonly TargetStats[];
  readonly repeated: readonly RepeatedSchema[];
  readonly forms: readonly FormChoice[];
}

/** Measures tools as each target gets them. */
export async function collectStats({ tools }: Manifest, targets: readonly string[]): Promise<Stats> {
  const countTokens = await loadTokenizer();
  const published = exportForms(tools, targets);
  // Other forms only of tools whose own has something to choose.
  const pairs = tools.flatMap((tool) => formsOf(tool) ?? []);
  const hoisted = exportForms(
    pairs.map((pair) => pair.hoisted),
    targets,
  );
  const inlined = exportForms(
    pairs.map((pair) => pair.inlined),
    targets,
  );
  return {
    encoding: ENCODING,
    targets: published.map((form) => targetStats(form, countTokens)),
    repeated: findRepeats(tools, countTokens),
    forms: published.flatMap((form, index) => chooseForms(form, hoisted[index], inlined[index], countTokens)),
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

interface Forms {
  readonly hoisted: ManifestTool;
  readonly inlined: ManifestTool;
}

/** Both forms of a tool; `undefined` where they are the same. */
function formsOf(tool: ManifestTool): Forms | undefined {
  const inlined = mapSchemas(tool, (schema) => inlineDefinitions(schema) ?? schema);
  // With the author's own definitions, which may cost more than they save.
  const hoisted = mapSchemas(tool, hoistRepeats);
  return JSON.stringify(hoisted) === JSON.stringify(inlined) ? undefined : { hoisted, inlined };
}

function mapSchemas(tool: ManifestTool, map: (schema: JsonSchemaObject) => object): ManifestTool {
  const { inputSchema, outputSchema } = tool;
  // Both forms are schemas of the same kind as they are made from.
  return {
    ...tool,
    inputSchema: map(inputSchema),
    ...(typeof outputSchema === 'object' && { outputSchema: map(outputSchema) }),
  } as ManifestTool;
}

// A target that inlines, or has no place for schemas, gets the same text of both.
function chooseForms(
  { target, texts }: ExportedForm,
  hoistedForm: ExportedForm | undefined,
  inlinedForm: ExportedForm | undefined,
  countTokens: CountTokens,
): readonly FormChoice[] {
  return [...texts].flatMap(([tool, text]) => {
    const hoistedText = hoistedForm?.texts.get(tool);
    const inlinedText = inlinedForm?.texts.get(tool);
    if (hoistedText === undefined || inlinedText === undefined || hoistedText === inlinedText) return [];
    const [published, hoisted, inlined] = [
      sizeOf(text, countTokens),
      sizeOf(hoistedText, countTokens),
      sizeOf(inlinedText, countTokens),
    ];
    const difference = inlined.tokens - hoisted.tokens || inlined.bytes - hoisted.bytes;
    const cheaper = difference > 0 ? 'hoisted' : 'inlined';
    return {
      target,
      tool,
      published,
      hoisted,
      inlined,
      cheaper,
      by: Math.abs(inlined.tokens - hoisted.tokens),
    };
  });
}
