import type { JsonSchema, ToolValidators } from '@btcp/core';
import { type CompileOptions, evaluateChunk } from './compile-schema.ts';
import { emitValidator } from './emit/emit-validator.ts';
import { exportName, isPlainName, joinChunks, moduleChunk, type ModuleChunk } from './emit/module-text.ts';

/** The part of a tool that is compiled. */
export interface CompiledToolSource {
  readonly name: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** The compiled validators of one tool. Depends on the tool alone, so it can be cached by its JSON. */
export interface ToolChunk extends ModuleChunk {
  readonly hasOutput: boolean;
}

/**
 * Compiles the validators of tools to one ES module, with one export per tool: `{ input, output }`. A bundler drops
 * the tools that nobody imports. What validators of several tools have in common is emitted once.
 *
 * @param tools - In the order in which they are to be exported.
 * @returns The module, and its declarations for TypeScript.
 * @throws Error when a schema cannot be compiled, or two tools have one name.
 */
export function compileToolValidators(
  tools: readonly CompiledToolSource[],
  options: CompileOptions = {},
): { code: string; types: string } {
  return joinToolChunks(tools.map(compileToolChunk), options);
}

/** Compiles the validators of one tool. */
export function compileToolChunk({ name, inputSchema, outputSchema }: CompiledToolSource): ToolChunk {
  const emitted = [emitValidator(`${name}.inputSchema`, inputSchema)];
  if (outputSchema !== undefined) emitted.push(emitValidator(`${name}.outputSchema`, outputSchema));
  return { ...moduleChunk(name, 'toolValidators', emitted), hasOutput: outputSchema !== undefined };
}

/** Evaluates the validators in this process. Needs eval. */
export function evaluateToolChunk(chunk: ToolChunk): ToolValidators {
  // The export of a `compileToolChunk` is what the runtime's `toolValidators` returns.
  return evaluateChunk(chunk) as ToolValidators;
}

/** Joins compiled tools, fresh or from a cache, to a module and its declarations. */
export function joinToolChunks(
  chunks: readonly ToolChunk[],
  options: CompileOptions = {},
): { code: string; types: string } {
  return { code: joinChunks(chunks, options.runtime), types: declareTools(chunks) };
}

/** The declarations of the exports of compiled tools. */
export function declareTools(chunks: readonly ToolChunk[]): string {
  const lines = chunks.map(({ name, hasOutput }, index) => {
    const type = hasOutput ? 'WithOutput' : 'ToolValidators';
    return isPlainName(name)
      ? `export declare const ${name}: ${type};`
      : `declare const $${index}: ${type};\nexport { $${index} as ${exportName(name)} };`;
  });
  const needsOutput = chunks.some(({ hasOutput }) => hasOutput);
  return [...declarationHeader(chunks.length > 0, needsOutput), ...lines, ''].join('\n');
}

function declarationHeader(hasTools: boolean, needsOutput: boolean): readonly string[] {
  if (!hasTools) return ['export {};'];
  if (!needsOutput) return [`import type { ToolValidators } from '@btcp/core';`, ''];
  return [
    `import type { ToolValidators, Validator } from '@btcp/core';`,
    '',
    'interface WithOutput extends ToolValidators {',
    '  readonly output: Validator;',
    '}',
    '',
  ];
}
