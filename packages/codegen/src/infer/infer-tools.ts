import type { Diagnostic, JsonSchema } from '@btcp/core';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import { locate } from '../source/locate.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import { inferOutput } from './infer-output.ts';

/** A tool with its output schema, given or derived from what `execute` returns. */
export interface InferredTool extends EvaluatedTool {
  readonly outputSchema: JsonSchema | undefined;
}

/** What inference gave. */
export interface Inference {
  readonly tools: readonly InferredTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Derives the output schema of every tool that gives none; types are read only if there is such a tool. */
export function inferTools(project: SourceProject, tools: readonly EvaluatedTool[]): Inference {
  const diagnostics: Diagnostic[] = [];
  const inferred = tools.map((tool): InferredTool => {
    const { outputSchema, hasExecute } = tool.definitionValue;
    if (outputSchema !== undefined || !hasExecute) return { ...tool, outputSchema };
    return { ...tool, outputSchema: inferOne(project, tool, diagnostics) };
  });
  return { tools: inferred, diagnostics };
}

function inferOne(
  project: SourceProject,
  tool: EvaluatedTool,
  diagnostics: Diagnostic[],
): JsonSchema | undefined {
  const checker = project.checker();
  const symbol = checker.getTypeAtLocation(tool.definition).getProperty('execute');
  if (!symbol) return undefined;
  const execute = checker.getTypeOfSymbolAtLocation(symbol, tool.definition);
  const { schema, problems } = inferOutput({
    checker,
    execute,
    location: locate(tool.definition, '/execute'),
  });
  for (const { node, message, help } of problems) {
    const place = positionOf(project, node);
    diagnostics.push({ id: 'output-not-json', severity: 'error', tool: tool.name, ...place, message, help });
  }
  return schema;
}
