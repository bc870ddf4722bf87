import type { Diagnostic } from '@btcp/core';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { relativePath } from '../source/relative-path.ts';

/** Reports that there is no tool, unless another diagnostic explains why. */
export function findNoTools(
  config: LoadedConfig,
  diagnostics: readonly Diagnostic[],
  tools: readonly unknown[],
): readonly Diagnostic[] {
  if (tools.length > 0 || diagnostics.some(({ severity }) => severity === 'error')) return [];
  const unrecognised = diagnostics.find(({ id }) => id === 'tool-unrecognised');
  return [
    {
      id: 'no-tools',
      severity: 'error',
      file: relativePath(config.root, config.file),
      line: 1,
      column: 1,
      message: `The files that match ${config.tools.map((glob) => `"${glob}"`).join(', ')} define no tool.`,
      help: unrecognised
        ? `Correct what looks like one, at ${unrecognised.file}:${unrecognised.line}.`
        : 'Write `export const <name> = defineTool({ … })` in one of them.',
    },
  ];
}

/** Reports that no file matches. */
export function findNoFiles(config: LoadedConfig): Diagnostic {
  return {
    id: 'no-files',
    severity: 'error',
    file: relativePath(config.root, config.file),
    line: 1,
    column: 1,
    message: `No file matches ${config.tools.map((glob) => `"${glob}"`).join(', ')}.`,
    help: 'Correct `tools` in the config; the globs are relative to its folder.',
  };
}
