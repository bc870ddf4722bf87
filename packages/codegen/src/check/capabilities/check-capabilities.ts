import type { Diagnostic } from '@btcp/core';
import { describeFinding, type RuleSettings } from '@btcp/schema/check';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { EvaluatedTool } from '../../evaluate/evaluated-tool.ts';
import { ToolCapabilities } from '../../infer/capabilities/tool-capabilities.ts';
import { locate } from '../../source/locate.ts';
import { positionOf } from '../../source/position.ts';
import type { SourceProject } from '../../source/source-project.ts';
import type { ts } from '../../source/ts.ts';
import { ruleOf } from '../can-be-ignored.ts';
import { mapInTurns } from '../map-in-turns.ts';
import { agreesWith, compareCapabilities, type Difference } from './compare-capabilities.ts';
import { contradictedHints } from './contradicted-hints.ts';
import { DeclaredCapabilities } from './declared-capabilities.ts';

/** What comparing code with declarations gave. */
export interface CapabilityCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** The definitions whose code was read as a whole and uses nothing that they do not declare. */
  readonly verified: ReadonlySet<ts.CallExpression>;
}

/** Finds where the code of tools uses other capabilities than they declare; one diagnostic for each place. */
export class CapabilityChecks {
  readonly #project: SourceProject;
  readonly #settings: RuleSettings;
  readonly #tools: readonly DiscoveredTool[];
  readonly #uses: ToolCapabilities;
  #begun: Promise<unknown> | undefined;

  constructor(project: SourceProject, tools: readonly DiscoveredTool[], settings: RuleSettings) {
    this.#project = project;
    this.#settings = settings;
    this.#tools = tools;
    this.#uses = new ToolCapabilities(project, tools);
  }

  /** Begins to read the code of tools, in turns; to be called when this thread has nothing else to do. */
  begin(): void {
    // What fails here fails again in `finish`, which is heard.
    this.#begun ??= mapInTurns(this.#tools, (tool) => this.#uses.of(tool)).catch(() => undefined);
  }

  /** Reads the rest. */
  async finish(tools: readonly EvaluatedTool[]): Promise<CapabilityCheck> {
    // That `execute` is missing has been said.
    const readable = tools.filter((tool) => tool.definitionValue.hasExecute);
    const verified = new Set<ts.CallExpression>();
    const found = await mapInTurns(readable, (tool) => {
      const report = this.#uses.of(tool);
      const { capabilities, mcp } = tool.definitionValue.fields;
      const declared = Array.isArray(capabilities) ? new DeclaredCapabilities(capabilities) : undefined;
      // Whatever comments and settings silence: this goes by what the code does.
      if (declared && agreesWith(report, declared)) verified.add(tool.call);
      const differences = [...compareCapabilities(report, declared), ...contradictedHints(report, mcp)];
      return differences.flatMap((difference) => describe(this.#project, tool, difference, this.#settings));
    });
    return { diagnostics: found.flat(), verified };
  }

  /** Ends what was begun. */
  async close(): Promise<void> {
    await this.#begun;
    this.#uses.close();
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
