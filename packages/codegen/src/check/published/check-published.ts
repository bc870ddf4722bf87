import type { JsonSchema, ManifestTool, UnplacedDiagnostic } from '@btcp/core';
import { type RuleSettings, runToolRules, ToolFacts } from '@btcp/schema/check';
import type { ToolChunk } from '@btcp/schema/compile';
import type { AliasOfTool } from '../../evaluate/evaluation-protocol.ts';

export interface PublishedCheck {
  readonly diagnostics: readonly UnplacedDiagnostic[];
  /** Absent where a schema cannot be compiled. */
  readonly validators?: ToolChunk;
}

export interface CheckRequest {
  readonly published: ManifestTool;
  /** Fields that are already reported. */
  readonly unusable: readonly string[];
  readonly rules: RuleSettings;
  /** The capabilities that the config declares. */
  readonly ownCapabilities: readonly string[];
  /** Set where it is an alias. */
  readonly alias?: AliasOfTool;
}

/** Runs the rules on published tools, and compiles their validators. */
export async function checkAll(requests: readonly CheckRequest[]): Promise<readonly PublishedCheck[]> {
  return Promise.all(requests.map(checkPublished));
}

async function checkPublished({
  published,
  unusable,
  rules,
  ownCapabilities,
  alias,
}: CheckRequest): Promise<PublishedCheck> {
  const facts = new ToolFacts(published, new Set(unusable), { ownCapabilities });
  const ruleDiagnostics = runToolRules(facts, rules);
  const { chunk } = facts;
  const diagnostics = [
    ...ruleDiagnostics,
    ...(alias ? await checkMapping(alias, published.inputSchema) : []),
  ];
  return { diagnostics, ...(chunk && { validators: chunk }) };
}

// Loads what compares schemas only for an alias.
async function checkMapping(
  alias: AliasOfTool,
  inputSchema: JsonSchema,
): Promise<readonly UnplacedDiagnostic[]> {
  const { findRefusedInput } = await import('./find-refused-input.ts');
  return findRefusedInput(alias, inputSchema);
}
