import type { Diagnostic } from '@btcp/core';
import { diagnose, type RuleSettings } from '@btcp/schema/check';
import type { CapabilityReport } from '../../infer/capabilities/capability-report.ts';
import type { InferredTool } from '../../infer/infer-tool.ts';
import { locate } from '../../source/locate.ts';
import { positionOf } from '../../source/position.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { agreesWith, type CapabilityDiagnostic, compareCapabilities } from './compare-capabilities.ts';
import { contradictedHints } from './contradicted-hints.ts';
import { DeclaredCapabilities } from './declared-capabilities.ts';
import type { EvaluatedTool } from '../../evaluate/evaluation-protocol.ts';

/** The result of comparing the code of a tool with its declarations. */
export interface CapabilityCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** Whether its code was analysed completely and uses only capabilities that it declares. */
  readonly isVerified: boolean;
}

/** Reports each place where the code of a tool uses capabilities other than the declared ones. */
export function checkCapabilities(
  project: SourceProject,
  tool: InferredTool,
  uses: CapabilityReport,
  settings: RuleSettings,
): CapabilityCheck {
  const { definitionValue } = tool;
  // A missing `execute` has its own diagnostic.
  if (!definitionValue.hasExecute) return { diagnostics: [], isVerified: false };
  const { capabilities, mcp } = definitionValue.fields;
  const declared = Array.isArray(capabilities) ? new DeclaredCapabilities(capabilities) : undefined;
  const found = [...compareCapabilities(uses, declared), ...contradictedHints(uses, mcp, capabilities)];
  // Unresolved names have their own diagnostic.
  const isUnresolved = tool.outputDiagnostics.some(({ id }) => id === 'types-unresolved');
  const reported = isUnresolved ? found.filter(({ id }) => id !== 'capability-unverifiable') : found;
  return {
    diagnostics: reported.flatMap((each) => describe(project, tool, each, settings)),
    // Suppressions and settings do not change what the code does.
    isVerified: declared !== undefined && agreesWith(uses, declared),
  };
}

function describe(
  project: SourceProject,
  tool: EvaluatedTool,
  { id, at, data }: CapabilityDiagnostic,
  settings: RuleSettings,
): readonly Diagnostic[] {
  const words = diagnose(id, tool.name, data, settings);
  if (!words) return [];
  if (typeof at === 'string') return [{ ...words, ...positionOf(project, locate(tool.definition, at)) }];
  const { file, line, column, length } = at;
  return [{ ...words, file, line, column, ...(length !== undefined && { length }) }];
}
