import type { Manifest } from '@btcp/core';
import { exportForms, type ExportedForm } from './export-forms.ts';
import { findRepeats, type RepeatedSchema } from './find-repeats.ts';
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
