import type { ManifestTool, Registration } from '@btcp/core';
import { describeTools } from '../describe-tools.ts';

/** A tool with its registration. */
export interface DescribedTool {
  readonly tool: ManifestTool;
  readonly registration: Registration;
}

/**
 * Describes what `defineTool` returned. One without `name` is called `tool`, as its export is not known.
 *
 * @throws BTCPError for anything else.
 */
export function describedTool(received: unknown): DescribedTool {
  const registration = describeTools({ tool: received });
  // There is one tool.
  return { tool: registration.manifest.tools[0] as ManifestTool, registration };
}
