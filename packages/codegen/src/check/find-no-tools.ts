import type { Diagnostic } from '@btcp/core';
import type { LoadedConfig } from '../config/loaded-config.ts';
import type { Discovery } from '../discover/discover-tools.ts';
import { relativePath } from '../source/relative-path.ts';

/** Reports that there is no tool, unless another diagnostic explains why. */
export function findNoTools(
  config: LoadedConfig,
  diagnostics: readonly Diagnostic[],
  tools: Discovery['tools'],
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
