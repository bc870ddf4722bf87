import type { Diagnostic } from '@btcp/core';
import { CODE_RULES, describeFinding, type RuleSettings, severityOf } from '@btcp/schema/check';
import type { EvaluatedTool } from '../../evaluate/evaluated-tool.ts';
import { inferCapabilities } from '../../infer/capabilities/infer-capabilities.ts';
import { locate } from '../../source/locate.ts';
import { positionOf } from '../../source/position.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { ruleOf } from '../can-be-ignored.ts';
import { mapInTurns } from '../map-in-turns.ts';
import { compareCapabilities, type Difference } from './compare-capabilities.ts';
import { DeclaredCapabilities } from './declared-capabilities.ts';

/**
 * Finds where the code of tools uses other powers of the browser than they declare; one diagnostic for each place.
 *
 * @returns Nothing where every rule about that is off; no code is read then.
 */
export async function checkCapabilities(
  project: SourceProject,
  tools: readonly EvaluatedTool[],
  settings: RuleSettings,
): Promise<readonly Diagnostic[] | undefined> {
  const isOn = CODE_RULES.some(
    (rule) => rule.family === 'capabilities' && severityOf(rule, settings) !== undefined,
  );
  if (!isOn) return undefined;
  return (await mapInTurns(tools, (tool) => checkTool(project, tool, settings))).flat();
}

function checkTool(
  project: SourceProject,
  tool: EvaluatedTool,
  settings: RuleSettings,
): readonly Diagnostic[] {
  const { fields, hasExecute } = tool.definitionValue;
  // That it is missing has been said.
  if (!hasExecute) return [];
  const declared = Array.isArray(fields.capabilities)
    ? new DeclaredCapabilities(fields.capabilities)
    : undefined;
  const differences = compareCapabilities(inferCapabilities(project, tool), declared);
  return differences.flatMap((difference) => describe(project, tool, difference, settings));
}

function describe(
  project: SourceProject,
  tool: EvaluatedTool,
  { id, at, data }: Difference,
  settings: RuleSettings,
): readonly Diagnostic[] {
  const rule = ruleOf(id);
  const words = rule && describeFinding(rule, tool.name, data, settings);
  if (!words) return [];
  if (typeof at === 'string') return [{ ...words, ...positionOf(project, locate(tool.definition, at)) }];
  const { file, line, column, length } = at;
  return [{ ...words, file, line, column, ...(length !== undefined && { length }) }];
}
