import type { JsonSchema, ManifestTool, UnplacedDiagnostic } from '@btcp/core';
import { type RuleSettings, runToolRules, ToolFacts } from '@btcp/schema/check';
import type { ToolChunk } from '@btcp/schema/compile';
import type { AliasOfTool } from '../../evaluate/evaluation-protocol.ts';

/** The result of checking a published tool. */
export interface PublishedCheck {
  readonly diagnostics: readonly UnplacedDiagnostic[];
  /** Absent where a schema cannot be compiled. */
  readonly validators?: ToolChunk;
}

/** A tool to check as published. */
export interface CheckRequest {
  readonly published: ManifestTool;
  /** Fields that are already reported. */
  readonly unusable: readonly string[];
  readonly settings: CheckSettings;
  /** The capabilities that the config declares. */
  readonly ownCapabilities: readonly string[];
  /** Set where it is an alias. */
  readonly alias?: AliasOfTool;
}

/** How tools are checked. */
export interface CheckSettings {
  /** Severities by rule. */
  readonly rules: RuleSettings;
  /** Whether the compiled validators are compared with ajv, too. */
  readonly crossCheck: boolean;
}

/** Runs the rules on published tools, and compiles their validators. */
export async function checkAll(requests: readonly CheckRequest[]): Promise<readonly PublishedCheck[]> {
  return Promise.all(requests.map(checkPublished));
}

async function checkPublished({
  published,
  unusable,
  settings,
  ownCapabilities,
  alias,
}: CheckRequest): Promise<PublishedCheck> {
  const facts = new ToolFacts(published, new Set(unusable), { ownCapabilities });
  const ruleDiagnostics = runToolRules(facts, settings.rules);
  const { chunk } = facts;
  const diagnostics = [
    ...ruleDiagnostics,
    ...(settings.crossCheck ? await crossCheck(facts) : []),
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

// Loads ajv only where validators are to be compared with it.
async function crossCheck(facts: ToolFacts): Promise<readonly UnplacedDiagnostic[]> {
  const { crossCheckValidators } = await import('./cross-check-validators.ts');
  return crossCheckValidators(facts, facts.validators);
}
