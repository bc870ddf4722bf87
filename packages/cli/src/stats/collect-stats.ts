import type { Manifest } from '@btcp/core';
import { exportForms, type ExportedForm, type CountTokens, ENCODING, loadTokenizer } from './export-forms.ts';
import { escapeUnseen } from '@btcp/schema/internal';

export interface Size {
  readonly bytes: number;
  readonly tokens: number;
}

export interface TargetStats {
  readonly target: string;
  readonly tools: readonly (Size & { readonly name: string })[];
  readonly total: Size;
  /** The tools that the target can't express. */
  readonly refused: readonly string[];
}

export interface Stats {
  readonly encoding: string;
  readonly targets: readonly TargetStats[];
}

export async function collectStats({ tools }: Manifest, targets: readonly string[]): Promise<Stats> {
  const countTokens = await loadTokenizer();
  return {
    encoding: ENCODING,
    targets: exportForms(tools, targets).map((form) => targetStats(form, countTokens)),
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

/** What tools take, as text for a person. */
export function statsText({ encoding, targets }: Stats): string {
  return `\nTokens are those of ${encoding}.\n\n${targets.map(targetText).join('\n')}`;
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
