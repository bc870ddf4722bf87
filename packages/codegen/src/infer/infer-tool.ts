import type { Diagnostic, JsonSchema } from '@btcp/core';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import { TOOL_FIELDS } from '@btcp/schema';
import { closestName } from '@btcp/schema/runtime';
import { findUnresolved } from './find-unresolved.ts';
import { locate } from '../source/locate.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { ts } from '../source/ts.ts';
import { inferOutput } from './infer-output.ts';

/** A tool with its output schema, given or derived from what `execute` returns. */
export interface InferredTool extends EvaluatedTool {
  readonly outputSchema: JsonSchema | undefined;
  /** What of the result has no JSON form. */
  readonly outputDiagnostics: readonly Diagnostic[];
}

/** Whether a tool's output schema has to be derived from its code. */
export function needsInference({ definitionValue }: EvaluatedTool): boolean {
  const { outputSchema, hasExecute, fields } = definitionValue;
  const isMisspelt = Object.keys(fields).some((key) => closestName(key, ['outputSchema']) !== undefined);
  return outputSchema === undefined && hasExecute && !isMisspelt;
}

/** Gives a tool its output schema; types are read only if it has none of its own. */
export function inferTool(project: SourceProject, tool: EvaluatedTool): InferredTool {
  if (!needsInference(tool)) {
    return { ...tool, outputSchema: tool.definitionValue.outputSchema, outputDiagnostics: [] };
  }
  try {
    return { ...tool, ...inferFromTypes(project, tool) };
  } catch (error) {
    // The compiler fails on some code; that must not take the other tools along.
    const problem = {
      message: `The return type of \`execute\` cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      help: 'Declare `outputSchema`.',
    };
    return {
      ...tool,
      outputSchema: undefined,
      outputDiagnostics: [diagnose(project, tool, tool.nameNode, problem)],
    };
  }
}

function inferFromTypes(
  project: SourceProject,
  tool: EvaluatedTool,
): Pick<InferredTool, 'outputSchema' | 'outputDiagnostics'> {
  const checker = project.checker();
  const symbol = checker.getTypeAtLocation(tool.definition).getProperty('execute');
  if (!symbol) return { outputSchema: undefined, outputDiagnostics: [] };
  const execute = checker.getTypeOfSymbolAtLocation(symbol, tool.definition);
  const { schema, problems } = inferOutput({
    checker,
    execute,
    location: locate(tool.definition, '/execute'),
  });
  const found = problems.map((problem) => diagnose(project, tool, problem.node, problem));
  if (found.length === 0) return { outputSchema: schema, outputDiagnostics: [] };
  // With a field that is none, the definition has no type that says more; what to do about the field has been said.
  if (Object.keys(tool.definitionValue.fields).some((field) => !isField(field)))
    return { outputSchema: schema, outputDiagnostics: [] };
  const reasons = findUnresolved(project, tool);
  return { outputSchema: schema, outputDiagnostics: reasons.length > 0 ? reasons : found };
}

const isField = (name: string): boolean => TOOL_FIELDS.some((field) => field === name);

function diagnose(
  project: SourceProject,
  tool: EvaluatedTool,
  node: ts.Node,
  { message, help }: Pick<Diagnostic, 'message' | 'help'>,
): Diagnostic {
  return {
    id: 'output-not-json',
    severity: 'error',
    tool: tool.name,
    ...positionOf(project, node),
    message,
    help,
  };
}
