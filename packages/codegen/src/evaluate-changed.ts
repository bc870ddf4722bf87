import type { Diagnostic } from '@btcp/core';
import { keyOf } from './cache/cache.ts';
import { Definitions } from './definitions.ts';
import { evaluateTools } from './evaluate/evaluate-tools.ts';
import { findMentioned, type FoundFiles } from './find-tools.ts';
import type { Session } from './session.ts';
import type { EvaluatedTool } from './evaluate/evaluation-protocol.ts';

export interface ChangedTool {
  readonly tool: EvaluatedTool;
  /** A hash of all that it follows from. */
  readonly key: string;
  /** Whether evaluating it again would give the same. */
  readonly isRepeatable: boolean;
}

export interface EvaluatedFiles {
  readonly tools: readonly ChangedTool[];
  readonly diagnostics: readonly Diagnostic[];
  readonly isRepeatable: boolean;
}

export async function evaluateChanged(
  context: Session,
  found: FoundFiles,
  timeout: number | undefined,
): Promise<EvaluatedFiles> {
  const { syntax, processes } = context;
  const byFile = new Map(found.changed.map((file) => [file.path, file]));
  const discovered = found.changed.flatMap(({ tools }) => tools);
  if (discovered.length === 0) return { tools: [], diagnostics: [], isRepeatable: true };
  const cache = new Definitions(context);
  const { tools, diagnostics, isRepeatable } = await evaluateTools(
    syntax,
    [...discovered, ...findMentioned(context, found)],
    { timeout, cache, processes, missing: new Set(found.changed.flatMap(({ missing }) => missing)) },
  );
  const changed = tools.flatMap((tool): readonly ChangedTool[] => {
    const file = byFile.get(tool.file);
    if (!file) return [];
    const isSame = cache.isRepeatable(tool);
    const key = keyOf([file.question, tool.exportName, isSame ? null : tool.definitionValue]);
    return [{ tool, key, isRepeatable: isSame }];
  });
  return { tools: changed, diagnostics, isRepeatable };
}
