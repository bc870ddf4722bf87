import type { Issue, ManifestTool } from '@btcp/core';
import type { SchemaProblem } from '@btcp/schema';
import { evaluateToolChunk, type ToolChunk } from '@btcp/schema/compile';

/** Finds the examples that break the tool's own schemas; paths point into the tool. */
export function findExampleProblems(
  { examples = [] }: ManifestTool,
  chunk: ToolChunk,
): readonly Omit<SchemaProblem, 'keyword'>[] {
  if (examples.length === 0) return [];
  const { input, output } = evaluateToolChunk(chunk);
  return examples.flatMap((example, index) => {
    const given = input(example.input);
    const returned = example.output === undefined ? undefined : output?.(example.output);
    return [
      ...(given.ok ? [] : given.issues.map((issue) => problem(`/examples/${index}/input`, 'input', issue))),
      ...(returned?.ok === false
        ? returned.issues.map((issue) => problem(`/examples/${index}/output`, 'output', issue))
        : []),
    ];
  });
}

function problem(at: string, what: string, { path, message }: Issue): Omit<SchemaProblem, 'keyword'> {
  return {
    path: at + path,
    message: `The example's ${what} breaks the ${what} schema: ${message}.`,
    help: 'Correct the example, or the schema if the example is right.',
  };
}
