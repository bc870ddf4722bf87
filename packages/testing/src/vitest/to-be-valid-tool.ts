import { runToolDocument } from '@btcp/schema/check';
import { describedTool } from './described-tool.ts';
import { type MatcherResult, result } from './matcher-result.ts';

/** @param received - What `defineTool` returned. */
export function toBeValidTool(received: unknown): MatcherResult {
  const { tool } = describedTool(received);
  const errors = runToolDocument(tool).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return result(true, `"${tool.name}" is a valid tool.`);
  const lines = errors.map(({ path, message, help }) => `${path || '/'}: ${message}\n  help: ${help}`);
  return result(false, `"${tool.name}" is not a valid tool.\n${lines.join('\n')}`);
}
