import type { Diagnostic, JsonSchema } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { CapabilityReport } from './capabilities/capability-report.ts';
import { diagnoseOutput } from './diagnose-output.ts';
import type { CodeDiagnostic } from './handler/code-diagnostic.ts';
import type { CodeQuestions } from './inference.ts';
import { toolLocation } from './tool-location.ts';
import type { EvaluatedTool } from '../evaluate/evaluation-protocol.ts';

/** What inference needs of a build's context. */
export interface InferContext extends CodeQuestions {
  readonly syntax: SourceProject;
}

/** A tool with what its code says. */
export interface InferredTool extends EvaluatedTool {
  /** Declared, or derived from what `execute` returns. */
  readonly outputSchema: JsonSchema | undefined;
  /** Diagnostics of result types without a JSON form. */
  readonly outputDiagnostics: readonly Diagnostic[];
  /** What its code does, which the rules about what is published need not wait for. */
  readonly code: Promise<CodeReport>;
}

/** What the code of a tool does. */
export interface CodeReport {
  /** The browser features that it uses. */
  readonly uses: CapabilityReport;
  /** What the rules about code found in it. */
  readonly ofCode: readonly CodeDiagnostic[];
}

/** The browser features that tools use, by `defineTool` call. */
export type Uses = ReadonlyMap<DiscoveredTool['call'], CapabilityReport>;

/** Reads what the code of tools uses, which needs no schemas. */
export async function readUses(context: InferContext, tools: readonly DiscoveredTool[]): Promise<Uses> {
  const reports = tools.map(
    async (tool) => [tool.call, await usesOf(context.syntax, context, tool)] as const,
  );
  return new Map(await Promise.all(reports));
}

/** Asks the type checker about a tool: what it returns, what it uses, and what its handler does. */
export async function inferTool(
  context: InferContext,
  tool: EvaluatedTool,
  uses: Promise<Uses>,
): Promise<InferredTool> {
  const code = readCode(context, tool, uses);
  return { ...tool, ...(await inferOutput(context, tool)), code };
}

async function readCode(
  context: InferContext,
  tool: EvaluatedTool,
  uses: Promise<Uses>,
): Promise<CodeReport> {
  const ofCode = await askHandler(context, tool);
  return { ofCode, uses: (await uses).get(tool.call) ?? NO_USES };
}

const NO_USES: CapabilityReport = { capabilities: [], maybe: [], flags: [] };

async function askHandler(context: InferContext, tool: EvaluatedTool): Promise<readonly CodeDiagnostic[]> {
  const { inputSchema, outputSchema, optionalDefaults = [] } = tool.definitionValue;
  const schemas = { inputSchema, outputSchema, optionalDefaults };
  // The checker fails on some code; report nothing then.
  return context.ask('handler', toolLocation(tool), schemas).catch(() => []);
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

/** The output schema of a tool, derived from its types unless it declares one. */
async function inferOutput(
  context: InferContext,
  tool: EvaluatedTool,
): Promise<Pick<InferredTool, 'outputSchema' | 'outputDiagnostics'>> {
  if (!needsInference(tool))
    return { outputSchema: tool.definitionValue.outputSchema, outputDiagnostics: [] };
  try {
    const types = await context.ask('output', toolLocation(tool));
    if (!types) return { outputSchema: undefined, outputDiagnostics: [] };
    const outputDiagnostics = types.diagnostics.length > 0 ? diagnoseOutput(context.syntax, tool, types) : [];
    return { outputSchema: types.schema, outputDiagnostics };
  } catch (error) {
    return { outputSchema: undefined, outputDiagnostics: [notRead(context.syntax, tool, error)] };
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
