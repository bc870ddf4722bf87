import type { Example, ManifestTool, JsonSchemaObject } from '@btcp/core';
import { TOOL_FIELDS, isObject, resolveRef } from '@btcp/schema/internal';
import { formatAll, type FormatRequest } from '../../emit/format-text.ts';
import { Pool } from '../../pool/pool.ts';
import { formatFailed, formatOptionsOf } from '../../write/format-options.ts';
import { DefinitionConstants, ModuleNames } from './print-definitions.ts';
import { keepsExtensions } from '../../emit/registration.ts';
import { readCompilerOptions } from '../../source/tsconfig.ts';
import { printDoc } from '../../print/js-doc.ts';
import { printJson, printMember } from '../../print/source-text.ts';
import { printInputSchema, printSchema } from '../../print/print-schema.ts';

const WITHOUT_CONFIG = { printWidth: 100, singleQuote: true } as const;
/** A module to print. */
export interface ToolModule {
  /** With schemas in normal form, and unique names. */
  readonly tools: readonly ManifestTool[];
  /** Path of the future module, which selects the project's prettier options. */
  readonly path: string;
  /** What its tool does. Default: every `execute` throws `NOT_IMPLEMENTED`. */
  readonly code?: ToolCode;
  /** Source text to format, in the place of tools. */
  readonly text?: string;
}

/** The implementation of a module's only tool. */
export interface ToolCode {
  /** Statements that import what `execute` calls: modules of the project by names that end in `.ts`. */
  readonly imports: string;
  /** The member `execute`, as source text. */
  readonly execute: string;
}

/**
 * Prints tools as TypeScript modules that a build reads back as the same tools. Without code, their implementations are
 * left to write.
 *
 * @param tsconfig - The project's, which says whether imports may end in `.ts`; else they end in `.js`.
 */
export async function printModules(
  modules: readonly ToolModule[],
  tsconfig?: string,
): Promise<readonly string[]> {
  const isEmitted = tsconfig !== undefined && !keepsExtensions(readCompilerOptions(tsconfig));
  const options = await formatOptionsOf(modules.map(({ path }) => path));
  const sources = modules.map(({ tools, code, text }, index) => ({
    statements: text === undefined ? statementsOf(tools, code, isEmitted) : [text],
    // One name for all, because those with equal options are formatted together.
    options: { ...WITHOUT_CONFIG, ...options[index], filepath: 'tool.ts', endOfLine: 'lf' as const },
  }));
  const pool = new Pool();
  const formatted = new Map<string, Promise<string>>();
  // Tools of one document share definitions.
  const formatOnce = (request: FormatRequest): Promise<string> => {
    const key = JSON.stringify(request);
    const once = formatted.get(key) ?? pool.run('format', request);
    formatted.set(key, once);
    return once;
  };
  try {
    // Plugins move imports, also from one module to the next; and their objects cannot be sent to another thread.
    const hasPlugins = sources.some(({ options: { plugins = [] } }) => plugins.length > 0);
    const printed = sources.map(async ({ statements, options: all }) =>
      hasPlugins
        ? formatAll([{ text: statements.join('\n\n'), options: all }])
        : Promise.all(statements.map((text) => formatOnce({ text, options: all }))),
    );
    return (await Promise.all(printed)).map((parts) => `${parts.join('\n\n')}\n`);
  } catch (error) {
    throw formatFailed(error);
  } finally {
    await pool.close();
  }
}

/** The imports, constants and tools of a module, each with its comment. */
function statementsOf(
  tools: readonly ManifestTool[],
  code: ToolCode | undefined,
  isEmitted: boolean,
): readonly string[] {
  const names = new ModuleNames(tools.map(({ name }) => name));
  const definitions = new DefinitionConstants(names);
  const printed = tools.map((tool) => printTool(tool, names, definitions, code));
  const statements = [...definitions.statements, ...printed];
  const core = code === undefined ? 'BTCPError, defineTool' : 'defineTool';
  const rest =
    code === undefined ? '' : `\n${isEmitted ? code.imports.replaceAll(".ts'", ".js'") : code.imports}`;
  const imports = `${typeboxImport(statements)}import { ${core} } from '@btcp/core';${rest}`;
  return [imports, ...statements];
}

function typeboxImport(statements: readonly string[]): string {
  const isNamed = statements.some((text) => /\bStatic<typeof /.test(text));
  const names = ['Type', ...(isNamed ? ['type Static'] : [])];
  return `import { ${names.join(', ')} } from '@sinclair/typebox';\n`;
}

function printTool(
  tool: ManifestTool,
  names: ModuleNames,
  definitions: DefinitionConstants,
  code: ToolCode | undefined,
): string {
  const exported = names.ofTool(tool.name);
  const doc = printDoc(tool.description);
  const members = TOOL_FIELDS.flatMap((field) => {
    const value = tool[field];
    // A manifest has the digest of a document, and no source of it.
    if (value === undefined || field === 'ui' || (field === 'description' && doc !== undefined)) return [];
    // Prints a name with `_`, because rules ask for camelCase unless the name is explicit.
    if (field === 'name' && exported === value && !value.includes('_')) return [];
    return [printMember(field, printField(tool, field, definitions))];
  });
  const comment = doc === undefined ? '' : `${doc}\n`;
  return `${comment}export const ${exported} = defineTool({\n${[...members, code?.execute ?? printExecute(tool)].join(',\n')},\n});`;
}

function printField(tool: ManifestTool, field: keyof ManifestTool, definitions: DefinitionConstants): string {
  if (field === 'inputSchema') return printInputSchema(tool.inputSchema, definitions.add(tool.inputSchema));
  if (field === 'outputSchema') return printSchema(tool.outputSchema, definitions.add(tool.outputSchema));
  if (field === 'examples')
    return `[${(tool.examples ?? []).map((each) => printCall(each, tool)).join(', ')}]`;
  return printJson(tool[field]);
}

function printCall(example: Example, { inputSchema, outputSchema = {} }: ManifestTool): string {
  const members = Object.entries(example).map(([key, value]) => {
    if (key === 'input') return printMember(key, printExample(value, inputSchema, inputSchema));
    if (key === 'output') return printMember(key, printExample(value, outputSchema, outputSchema));
    return printMember(key, printJson(value));
  });
  return `{ ${members.join(', ')} }`;
}

// Without a declared type, `execute` returns `never`, from which no output schema is derived.
function printExecute({ name }: ManifestTool): string {
  const options = printJson({
    message: `The tool "${name}" has been imported, but not written yet.`,
    suggestion: 'Do without it until its provider has written what it does.',
  });
  return `execute() {\n throw new BTCPError('NOT_IMPLEMENTED', ${options});\n}`;
}

/**
 * Prints a value of a schema as an expression of the schema's type. Properties that an open schema does not name are
 * spread, because TypeScript rejects excess properties in a literal.
 *
 * @param root - The schema that references are resolved in.
 */
function printExample(value: unknown, schema: unknown, root: JsonSchemaObject): string {
  const meant = follow(schema, root);
  if (Array.isArray(value)) {
    return `[${value.map((item) => printExample(item, meant?.['items'], root)).join(', ')}]`;
  }
  const properties = meant?.['properties'];
  if (!isObject(value) || !isObject(properties)) return printJson(value);
  const isNamed = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(properties, name);
  const members = Object.entries(value);
  const named = members
    .filter(isNamed)
    .map(([name, member]) => printMember(name, printExample(member, properties[name], root)));
  const others = Object.fromEntries(members.filter((member) => !isNamed(member)));
  const spread = Object.keys(others).length > 0 ? [`...${printJson(others)}`] : [];
  return `{ ${[...named, ...spread].join(', ')} }`;
}

function follow(schema: unknown, root: JsonSchemaObject): JsonSchemaObject | undefined {
  if (!isObject(schema)) return undefined;
  const ref = schema['$ref'];
  const target = typeof ref === 'string' ? resolveRef(root, ref) : schema;
  return isObject(target) ? target : undefined;
}
