import type { Diagnostic, JsonSchema } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import { diagnoseOutput } from './diagnose-output.ts';
import type { Inference } from './inference.ts';
import { placeOf } from './tool-place.ts';

/** A tool with its output schema, given or derived from what `execute` returns. */
export interface InferredTool extends EvaluatedTool {
  readonly outputSchema: JsonSchema | undefined;
  /** What of the result has no JSON form. */
  readonly outputDiagnostics: readonly Diagnostic[];
}

/** Whether a tool's output schema has to be derived from its code. */
function needsInference({ definitionValue }: EvaluatedTool): boolean {
  const { outputSchema, hasExecute, fields } = definitionValue;
  const isMisspelt = Object.keys(fields).some((key) => closestName(key, ['outputSchema']) !== undefined);
  return outputSchema === undefined && hasExecute && !isMisspelt;
}

/** Gives a tool its output schema; types are read only if it has none of its own. */
export async function inferTool(
  project: SourceProject,
  inference: Inference,
  tool: EvaluatedTool,
): Promise<InferredTool> {
  if (!needsInference(tool))
    return { ...tool, outputSchema: tool.definitionValue.outputSchema, outputDiagnostics: [] };
  try {
    const types = await inference.ask('output', placeOf(tool));
    if (!types) return { ...tool, outputSchema: undefined, outputDiagnostics: [] };
    const outputDiagnostics = types.problems.length > 0 ? diagnoseOutput(tool, types) : [];
    return { ...tool, outputSchema: types.schema, outputDiagnostics };
  } catch (error) {
    // The checker fails on some code; that must not take the other tools along.
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
