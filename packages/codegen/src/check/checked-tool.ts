import type { ManifestTool } from '@btcp/core';
import type { ToolChunk } from '@btcp/schema/compile';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';

declare const checked: unique symbol;

/** A tool that passed all checks; only `finishChecks` makes one, so nothing unchecked is emitted. */
export interface CheckedTool extends EvaluatedTool {
  readonly [checked]: true;
  /** As the manifest publishes it. */
  readonly published: ManifestTool;
  readonly validators: ToolChunk;
}
