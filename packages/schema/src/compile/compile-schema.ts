import * as runtime from '../runtime/index.ts';
import type { JsonSchema, Validator, ToolValidators } from '@btcp/core';
import {
  chunkExpression,
  type ModuleChunk,
  joinChunks,
  moduleChunk,
  exportName,
  isPlainName,
} from './emit/module-text.ts';
import { emitValidator } from './emit/emit-validator.ts';
import type { ReadOptions } from './find-schema-issues.ts';

/**
 * Compiles a schema at run time. Same verdicts, issues and defaults as an emitted validator, as the code is the same.
 * Needs eval, so it does not work under a Content-Security-Policy that forbids it.
 *
 * @throws Error when the schema cannot be compiled; it names every issue with its JSON pointer.
 */
export function compileSchema(schema: JsonSchema): Validator {
  // The export of a `validatorChunk` is what the runtime's `validator` returns.
  return evaluateChunk(validatorChunk('schema', schema)) as Validator;
}

/** Evaluates the export of a chunk in this process, instead of importing it from a file. */
export function evaluateChunk(chunk: ModuleChunk): unknown {
  const { imports } = chunk;
  const functions: Readonly<Record<string, unknown>> = runtime;
  const parameters = imports.map((name) => `$${name}`);
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the text is ours, made from a schema in hand
  const make = new Function(...parameters, `return ${chunkExpression(chunk)}`) as (
    ...values: unknown[]
  ) => unknown;
  return make(...imports.map((name) => functions[name]));
}

/** How emitted modules find their runtime. */
export interface CompileOptions {
  /** Module specifier of the runtime. Default: `@btcp/schema/runtime`. */
  readonly runtime?: string;
}

/** How schemas are compiled to a module. */
export interface CompileValidatorsOptions extends CompileOptions, ReadOptions {}

/**
 * Compiles schemas to one ES module with one export per key, each a `Validator`. The module imports the runtime and
 * nothing else, and needs no eval.
 *
 * @param schemas - JSON Schema 2020-12, or an older draft from draft-04 on where `$schema` says so. Any string may be a key.
 * @throws Error when a schema cannot be compiled; it names the key and every issue with its JSON pointer.
 */
export function compileValidators(
  schemas: Readonly<Record<string, JsonSchema>>,
  options: CompileValidatorsOptions = {},
): { code: string } {
  const chunks = Object.keys(schemas).map((key) => validatorChunk(key, schemas[key] ?? true, options));
  return { code: joinChunks(chunks, options.runtime) };
}

export function validatorChunk(key: string, schema: JsonSchema, options: ReadOptions = {}): ModuleChunk {
  return moduleChunk(key, 'validator', [emitValidator(JSON.stringify(key), schema, options)]);
}

/** The part of a tool that is compiled. */
export interface CompiledToolSource {
  readonly name: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** The compiled validators of one tool. Depends on the tool alone, so it can be cached by its JSON. */
export type ToolChunk = ModuleChunk;

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
  return { code: joinToolChunks(tools.map(compileToolChunk), options), types: declareTools(tools) };
}

/** Compiles the validators of one tool. */
export function compileToolChunk({ name, inputSchema, outputSchema }: CompiledToolSource): ToolChunk {
  const emitted = [emitValidator(`${name}.inputSchema`, inputSchema)];
  if (outputSchema !== undefined) emitted.push(emitValidator(`${name}.outputSchema`, outputSchema));
  return moduleChunk(name, 'toolValidators', emitted);
}

/** Evaluates the validators in this process. Needs eval. */
export function evaluateToolChunk(chunk: ToolChunk): ToolValidators {
  // The export of a `compileToolChunk` is what the runtime's `toolValidators` returns.
  return evaluateChunk(chunk) as ToolValidators;
}

/** Joins compiled tools, fresh or from a cache, to a module. */
export function joinToolChunks(chunks: readonly ToolChunk[], options: CompileOptions = {}): string {
  return joinChunks(chunks, options.runtime);
}

/** The declarations of the module of compiled tools. */
export function declareTools(tools: readonly Omit<CompiledToolSource, 'inputSchema'>[]): string {
  const lines = tools.map(({ name, outputSchema }, index) => {
    const type = outputSchema !== undefined ? 'WithOutput' : 'ToolValidators';
    return isPlainName(name)
      ? `export declare const ${name}: ${type};`
      : `declare const $${index}: ${type};\nexport { $${index} as ${exportName(name)} };`;
  });
  const needsOutput = tools.some(({ outputSchema }) => outputSchema !== undefined);
  return [...declarationHeader(tools.length > 0, needsOutput), ...lines, ''].join('\n');
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
