import type { Diagnostic } from '@btcp/core';
import { CODE_RULES, describeFinding, type RuleSettings, severityOf } from '@btcp/schema/check';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { EvaluatedTool } from '../../evaluate/evaluated-tool.ts';
import type { CapabilityReport } from '../../infer/capabilities/capability-report.ts';
import { inferCapabilities } from '../../infer/capabilities/infer-capabilities.ts';
import { locate } from '../../source/locate.ts';
import { positionOf } from '../../source/position.ts';
import type { SourceProject } from '../../source/source-project.ts';
import type { ts } from '../../source/ts.ts';
import { ruleOf } from '../can-be-ignored.ts';
import { mapInTurns } from '../map-in-turns.ts';
import { compareCapabilities, type Difference } from './compare-capabilities.ts';
import { DeclaredCapabilities } from './declared-capabilities.ts';

/**
 * Finds where the code of tools uses other powers of the browser than they declare; one diagnostic for each place. No code
 * is read where every rule about that is off.
 */
export class CapabilityChecks {
  readonly #project: SourceProject;
  readonly #settings: RuleSettings;
  readonly #isOn: boolean;
  readonly #reports = new Map<ts.CallExpression, CapabilityReport>();
  #hasBegun = false;

  constructor(project: SourceProject, settings: RuleSettings) {
    this.#project = project;
    this.#settings = settings;
    this.#isOn = CODE_RULES.some(
      (rule) => rule.family === 'capabilities' && severityOf(rule, settings) !== undefined,
    );
  }

  /** Begins to read the code of tools, in turns; to be called when this thread has nothing else to do. */
  begin(tools: readonly DiscoveredTool[]): void {
    if (!this.#isOn || this.#hasBegun) return;
    this.#hasBegun = true;
    // What fails here fails again in `finish`, which is heard.
    mapInTurns(tools, (tool) => this.#reportOf(tool)).catch(() => undefined);
  }

  /** Reads the rest; returns nothing where no code is read. */
  async finish(tools: readonly EvaluatedTool[]): Promise<readonly Diagnostic[] | undefined> {
    if (!this.#isOn) return undefined;
    return (await mapInTurns(tools, (tool) => this.#check(tool))).flat();
  }

  #check(tool: EvaluatedTool): readonly Diagnostic[] {
    const { fields, hasExecute } = tool.definitionValue;
    // That it is missing has been said.
    if (!hasExecute) return [];
    const declared = Array.isArray(fields.capabilities)
      ? new DeclaredCapabilities(fields.capabilities)
      : undefined;
    const differences = compareCapabilities(this.#reportOf(tool), declared);
    return differences.flatMap((difference) => describe(this.#project, tool, difference, this.#settings));
  }

  #reportOf(tool: DiscoveredTool): CapabilityReport {
    let report = this.#reports.get(tool.call);
    if (!report) this.#reports.set(tool.call, (report = inferCapabilities(this.#project, tool)));
    return report;
  }
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
