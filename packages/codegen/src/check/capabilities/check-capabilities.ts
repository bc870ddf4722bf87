import type { Diagnostic } from '@btcp/core';
import { diagnose, type RuleSettings } from '@btcp/schema/check';
import type { EvaluatedTool } from '../../evaluate/evaluated-tool.ts';
import type { InferredTool, Uses } from '../../infer/infer-tool.ts';
import type { CapabilityReport } from '../../infer/capabilities/capability-report.ts';
import { locate } from '../../source/locate.ts';
import { positionOf } from '../../source/position.ts';
import type { SourceProject } from '../../source/source-project.ts';
import type { ts } from '../../source/ts.ts';
import type { Session } from '../../session.ts';
import { ruleOf } from '../suppressions/can-be-ignored.ts';
import { agreesWith, type CapabilityDiagnostic, compareCapabilities } from './compare-capabilities.ts';
import { contradictedHints } from './contradicted-hints.ts';
import { DeclaredCapabilities } from './declared-capabilities.ts';

/** The result of comparing code with declarations. */
export interface CapabilityCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** Definitions whose code was analysed completely and uses only capabilities that they declare. */
  readonly verified: ReadonlySet<ts.CallExpression>;
}

/** Reports each place where the code of a tool uses capabilities other than the declared ones. */
export function checkCapabilities(
  { project, memo }: Session,
  tools: readonly InferredTool[],
  usesOf: Uses,
  settings: RuleSettings,
): CapabilityCheck {
  // A missing `execute` has its own diagnostic.
  const readable = tools.filter((tool) => tool.definitionValue.hasExecute);
  const checked = readable.map((tool) => {
    const uses = usesOf.get(tool.call) ?? NO_USES;
    return memo.get(tool, 'capabilities', [uses, settings], () =>
      checkCapabilitiesOf(project, tool, uses, settings),
    );
  });
  return {
    diagnostics: checked.flatMap(({ diagnostics }) => diagnostics),
    verified: new Set(readable.filter((_, index) => checked[index]?.isVerified).map(({ call }) => call)),
  };
}

function checkCapabilitiesOf(
  project: SourceProject,
  tool: InferredTool,
  uses: CapabilityReport,
  settings: RuleSettings,
): { readonly diagnostics: readonly Diagnostic[]; readonly isVerified: boolean } {
  const { capabilities, mcp } = tool.definitionValue.fields;
  const declared = Array.isArray(capabilities) ? new DeclaredCapabilities(capabilities) : undefined;
  const found = [...compareCapabilities(uses, declared), ...contradictedHints(uses, mcp)];
  // Unresolved names have their own diagnostic.
  const isUnresolved = tool.outputDiagnostics.some(({ id }) => id === 'types-unresolved');
  const reported = isUnresolved ? found.filter(({ id }) => id !== 'capability-unverifiable') : found;
  return {
    diagnostics: reported.flatMap((each) => describe(project, tool, each, settings)),
    // Suppressions and settings do not change what the code does.
    isVerified: declared !== undefined && agreesWith(uses, declared),
  };
}

const NO_USES: CapabilityReport = { capabilities: [], maybe: [], flags: [] };

function describe(
  project: SourceProject,
  tool: EvaluatedTool,
  { id, at, data }: CapabilityDiagnostic,
  settings: RuleSettings,
): readonly Diagnostic[] {
  const rule = ruleOf(id);
  const words = rule && diagnose(rule, tool.name, data, settings);
  if (!words) return [];
  if (typeof at === 'string') return [{ ...words, ...positionOf(project, locate(tool.definition, at)) }];
  const { file, line, column, length } = at;
  return [{ ...words, file, line, column, ...(length !== undefined && { length }) }];
}
