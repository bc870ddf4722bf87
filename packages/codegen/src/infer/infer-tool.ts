import type { Diagnostic, JsonSchema } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { CapabilityReport } from './capabilities/capability-report.ts';
import { diagnoseOutput } from './diagnose-output.ts';
import type { CodeQuestions } from './inference.ts';
import { toolLocation } from './tool-location.ts';
import type { Session } from '../session.ts';

/** A tool with its output schema, declared or derived from what `execute` returns. */
export interface InferredTool extends EvaluatedTool {
  readonly outputSchema: JsonSchema | undefined;
  /** Diagnostics of result types without a JSON form. */
  readonly outputDiagnostics: readonly Diagnostic[];
}

/** The browser features that tools use, by `defineTool` call. */
export type Uses = ReadonlyMap<DiscoveredTool['call'], CapabilityReport>;

/** Reads what the code of tools uses. */
export async function readUses(session: Session, tools: readonly DiscoveredTool[]): Promise<Uses> {
  const { project, memo } = session;
  const reports = tools.map(async (tool) => {
    const dependencies = [await session.codeKeyOf(tool.file)];
    const uses = memo.get(tool.call, 'uses', dependencies, () => usesOf(project, session, tool));
    return [tool.call, await uses] as const;
  });
  return new Map(await Promise.all(reports));
}

async function usesOf(
  project: SourceProject,
  code: CodeQuestions,
  tool: DiscoveredTool,
): Promise<CapabilityReport> {
  try {
    return await code.ask('capabilities', toolLocation(tool));
  } catch (error) {
    // The checker fails on some code, which must not affect other tools.
    const used = `execute (${error instanceof Error ? error.message : String(error)})`;
    const flag = { kind: 'unverifiable', used, path: [], ...positionOf(project, tool.nameNode) } as const;
    return { capabilities: [], maybe: [], flags: [flag] };
  }
}

/** Whether a tool's output schema has to be derived from its code. */
function needsInference({ definitionValue }: EvaluatedTool): boolean {
  const { outputSchema, hasExecute, fields } = definitionValue;
  const isMisspelt = Object.keys(fields).some((key) => closestName(key, ['outputSchema']) !== undefined);
  return outputSchema === undefined && hasExecute && !isMisspelt;
}

/** Adds the output schema to a tool, derived from its types unless it declares one. */
export async function inferTool(
  project: SourceProject,
  code: CodeQuestions,
  tool: EvaluatedTool,
): Promise<InferredTool> {
  if (!needsInference(tool))
    return { ...tool, outputSchema: tool.definitionValue.outputSchema, outputDiagnostics: [] };
  try {
    const types = await code.ask('output', toolLocation(tool));
    if (!types) return { ...tool, outputSchema: undefined, outputDiagnostics: [] };
    const outputDiagnostics = types.diagnostics.length > 0 ? diagnoseOutput(tool, types) : [];
    return { ...tool, outputSchema: types.schema, outputDiagnostics };
  } catch (error) {
    return { ...tool, outputSchema: undefined, outputDiagnostics: [notRead(project, tool, error)] };
  }
}

function notRead(project: SourceProject, tool: EvaluatedTool, error: unknown): Diagnostic {
  return {
    id: 'output-not-json',
    severity: 'error',
    tool: tool.name,
    ...positionOf(project, tool.nameNode),
    message: `The return type of \`execute\` cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    help: 'Declare `outputSchema`.',
  };
}
