import type { Diagnostic, JsonSchema } from '@btcp/core';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import { locate } from '../source/locate.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import { inferOutput } from './infer-output.ts';

/** A tool with its output schema, given or derived from what `execute` returns. */
export interface InferredTool extends EvaluatedTool {
  readonly outputSchema: JsonSchema | undefined;
  /** What of the result has no JSON form. */
  readonly outputDiagnostics: readonly Diagnostic[];
}

/** Whether a tool's output schema has to be derived from its code. */
export function needsInference({ definitionValue }: EvaluatedTool): boolean {
  return definitionValue.outputSchema === undefined && definitionValue.hasExecute;
}

/** Gives a tool its output schema; types are read only if it has none of its own. */
export function inferTool(project: SourceProject, tool: EvaluatedTool): InferredTool {
  const { outputSchema } = tool.definitionValue;
  if (!needsInference(tool)) return { ...tool, outputSchema, outputDiagnostics: [] };
  const checker = project.checker();
  const symbol = checker.getTypeAtLocation(tool.definition).getProperty('execute');
  if (!symbol) return { ...tool, outputSchema, outputDiagnostics: [] };
  const execute = checker.getTypeOfSymbolAtLocation(symbol, tool.definition);
  const { schema, problems } = inferOutput({
    checker,
    execute,
    location: locate(tool.definition, '/execute'),
  });
  const outputDiagnostics = problems.map(({ node, message, help }): Diagnostic => {
    const place = positionOf(project, node);
    return { id: 'output-not-json', severity: 'error', tool: tool.name, ...place, message, help };
  });
  return { ...tool, outputSchema: schema, outputDiagnostics };
}
