import { exportTools } from '@btcp/adapters';
import { hasStrictForm } from '@btcp/adapters/internal';
import { MEASURED_TARGETS, TARGETS } from '@btcp/adapters/formats';
import type { ManifestTool } from '@btcp/core';
import { InputError } from '../errors.ts';
import { loadPeers } from '../system/load-peers.ts';

export interface ExportedForm {
  /** As in the config: a strict form ends in `-strict`. */
  readonly target: string;
  /** The tool's own name → its JSON, without those that the target can't express. */
  readonly texts: ReadonlyMap<string, string>;
  /** The tools that the target can't express. */
  readonly refused: readonly string[];
}

/**
 * Exports tools to every target of a config.
 *
 * @throws InputError where the config names a target that does not exist.
 */
export function exportForms(
  tools: readonly ManifestTool[],
  targets: readonly string[],
): readonly ExportedForm[] {
  const wanted = targets.length === 0 ? MEASURED_TARGETS : [...new Set(targets)];
  return wanted.map((name) => exportForm(tools, name));
}

function exportForm(tools: readonly ManifestTool[], name: string): ExportedForm {
  const target = TARGETS.find((each) => name === each || (hasStrictForm(each) && name === `${each}-strict`));
  if (target === undefined) {
    throw new InputError(
      `\`targets\` of the config names "${name}", which is no target.`,
      'Run `btcp check`, which lists them.',
    );
  }
  const exported = exportTools(tools, { target, strict: name !== target });
  const names = Object.values(exported.names);
  // Names and tools are in the same order; some targets' are wrapped for a request.
  const texts = exported.tools
    .flatMap((tool: object): unknown => {
      if ('functionDeclarations' in tool) return tool.functionDeclarations;
      return 'functions' in tool ? tool.functions : tool;
    })
    .map((tool, index) => [names[index] ?? '', JSON.stringify(tool)] as const);
  return { target: name, texts: new Map(texts), refused: exported.refused.map(({ tool }) => tool) };
}

declare global {
  // The tokenizer's declarations name this type, which the types of Node 20 lack.
  interface TextDecoder {
    readonly encoding: string;
  }
}

export const ENCODING = 'o200k_base';

export type CountTokens = (text: string) => number;

/**
 * Loads the tokenizer, which takes a quarter of a second.
 *
 * @throws InputError if it is not installed: it takes 30 MB, and only counting needs it.
 */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens } = await loadPeers(
    () => import('gpt-tokenizer/encoding/o200k_base'),
    'Counting tokens',
    'gpt-tokenizer@4',
  );
  // By default `<|endoftext|>` throws; in a description it is text like any other.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => splitRuns(text).reduce((sum, part) => sum + countTokens(part, options), 0);
}

/** A run of letters, signs or spaces that is longer than those of ordinary text. */
const RUN = /[\p{L}\p{M}]{1000}|[^\s\p{L}\p{M}\p{N}]{1000}|\s{1000}/gu;

/** Cuts a text within such runs, as encoding one takes quadratic time. Any other text stays whole. */
function splitRuns(text: string): readonly string[] {
  const ends = [...text.matchAll(RUN)].map(({ 0: run, index }) => index + run.length);
  return [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end));
}
