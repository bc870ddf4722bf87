import { exportTools, hasStrictForm } from '@btcp/adapters';
import { TARGETS, type Target } from '@btcp/adapters/formats';
import type { ManifestTool } from '@btcp/core';
import { InputError } from '../errors.ts';

/** The targets that are measured where the config names none. */
const DEFAULT_TARGETS: readonly Target[] = ['mcp-2025-11-25', 'openai-chat', 'anthropic', 'gemini'];

/** The tools as a target gets them. */
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
  const wanted = targets.length === 0 ? DEFAULT_TARGETS : [...new Set(targets)];
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
  // Names and tools are in the same order; Gemini's and Microsoft's are wrapped for a request.
  const texts = exported.tools
    .flatMap((tool: object): unknown => {
      if ('functionDeclarations' in tool) return tool.functionDeclarations;
      return 'functions' in tool ? tool.functions : tool;
    })
    .map((tool, index) => [names[index] ?? '', JSON.stringify(tool)] as const);
  return { target: name, texts: new Map(texts), refused: exported.refused.map(({ tool }) => tool) };
}
