import type { Diagnostic, JsonSchema } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';
import { TOOL_FIELDS } from '@btcp/schema/internal';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { CapabilityReport } from './capabilities/capability-report.ts';
import type { CodeDiagnostic } from './handler/code-diagnostic.ts';
import type { CodeQuestions } from './inference.ts';
import { toolLocation } from './tool-location.ts';
import type { EvaluatedTool } from '../evaluate/evaluation-protocol.ts';
import { printSchema } from '../print/print-schema.ts';
import { aliasHelp } from '../source/alias-help.ts';
import { locate } from '../source/locate.ts';
import { ts } from '../source/ts.ts';
import { unwrap } from '../source/nodes.ts';
import type { OutputTypes, Unresolved } from './code-reader.ts';

export interface InferContext extends CodeQuestions {
  readonly syntax: SourceProject;
}

export interface InferredTool extends EvaluatedTool {
  /** Declared, or derived from what `execute` returns. */
  readonly outputSchema: JsonSchema | undefined;
  readonly outputDiagnostics: readonly Diagnostic[];
  /** What its code does, which the rules about what is published need not wait for. */
  readonly code: Promise<CodeReport>;
}

export interface CodeReport {
  readonly uses: CapabilityReport;
  readonly ofCode: readonly CodeDiagnostic[];
}

/** The browser features that tools use, by `defineTool` call. */
export type Uses = ReadonlyMap<DiscoveredTool['call'], CapabilityReport>;

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

function diagnoseOutput(
  project: SourceProject,
  tool: EvaluatedTool,
  { diagnostics, unresolved }: OutputTypes,
): readonly Diagnostic[] {
  // An unknown field breaks the definition's type, and has its own diagnostic.
  if (Object.keys(tool.definitionValue.fields).some((field) => !isField(field))) return [];
  if (unresolved.length > 0) return unresolved.map((each) => diagnoseUnresolved(project, tool, each));
  return diagnostics.map(({ path: _, message, help, ...position }) => ({
    id: 'output-not-json',
    severity: 'error',
    tool: tool.name,
    ...position,
    message,
    help,
  }));
}

const isField = (name: string): boolean => TOOL_FIELDS.some((field) => field === name);

function diagnoseUnresolved(
  project: SourceProject,
  tool: EvaluatedTool,
  { code, text, ...position }: Unresolved,
): Diagnostic {
  return {
    id: 'types-unresolved',
    severity: 'error',
    tool: tool.name,
    ...position,
    message: `The output cannot be derived, because TypeScript cannot resolve this: ${text}`,
    help:
      hasPlainInput(tool) && OF_TYPE_UNKNOWN.has(code)
        ? plainInputHelp(tool)
        : (contextHelp(tool, text) ?? helpFor(project, text, code)),
  };
}

const OF_TYPE_UNKNOWN: ReadonlySet<number> = new Set([2339, 2571, 18046]);

/** Whether an input schema is written as JSON Schema, from which `execute` gets no types. */
function hasPlainInput({ definition }: EvaluatedTool): boolean {
  const member = locate(definition, '/inputSchema').parent;
  return ts.isPropertyAssignment(member) && ts.isObjectLiteralExpression(unwrap(member.initializer));
}

const LONGEST = 600;

function plainInputHelp({ definitionValue }: EvaluatedTool): string {
  const names = { typeOf: () => 'unknown', constantOf: () => undefined };
  const line = printSchema(definitionValue.inputSchema, names).replace(/\s*\n\s*/g, ' ');
  const equivalent = line.length > LONGEST ? 'Type.Object({ … })' : line;
  return `JSON Schema gives \`execute\` no types: write \`inputSchema\` with TypeBox, \`${equivalent}\`.`;
}

const OF_VITE =
  /on type 'ImportMeta'|Cannot find module '(?:virtual:[^']*|[^']*\?[^']*|[^']*\.(?:css|scss|less|svg|png|jpe?g|gif|webp|avif|ico|woff2?|mp[34]|wasm|txt))'/;

/** Relative imports without an extension, under `nodenext`. */
const WITHOUT_EXTENSION: ReadonlySet<number> = new Set([2834, 2835]);

function helpFor(project: SourceProject, text: string, code: number): string {
  if (OF_VITE.test(text))
    return 'With Vite, add `"types": ["vite/client"]` to `compilerOptions` of the tsconfig, which declares `import.meta.env` and imports of assets; with another bundler, its own types. Or declare `outputSchema`.';
  if (text.startsWith(`Module '"@prisma/client"' has no exported member`))
    return 'Run `npx prisma generate`, which writes what `@prisma/client` exports.';
  if (WITHOUT_EXTENSION.has(code)) {
    const [, meant] = /Did you mean '([^']*)'/.exec(text) ?? [];
    return meant === undefined
      ? "Write the file's name with its extension, for example `./lib/index.js`: Node looks for no other one."
      : `Write \`${meant}\`: Node takes an import as it is written.`;
  }
  if (/^'(?:\w+\.)?dom' is of type 'unknown'/.test(text))
    return 'Add "DOM" to `lib` in the tsconfig, so that `dom` is a `Document`.';
  const [, specifier = ''] = /^Cannot find module '([^']*)'/.exec(text) ?? [];
  return (
    aliasHelp(specifier, project) ??
    `${/^[^.]/.test(specifier) ? `Install \`${specifier}\`, or see` : 'See'} TS${code}: correct the code or the project's tsconfig (\`moduleResolution\`, \`target\`, \`lib\`), or declare \`outputSchema\`. \`npx -p typescript tsc --noEmit\` shows the rest.`
  );
}

/** Help where a member of the context is read that it does not have. */
function contextHelp({ definitionValue }: EvaluatedTool, text: string): string | undefined {
  const [, name] = /^Property '(\w+)' does not exist on type 'ToolContext'/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const { properties = {} } = Object(definitionValue.inputSchema) as { readonly properties?: object };
  if (Object.hasOwn(properties, name))
    return '`execute` gets all of the input as its first argument, and the context as its second: `execute({ … }, context)`.';
  // What the page has under that name may be meant, or what the host is to add.
  const meant = name === 'document' ? '`ctx.dom` is the document. ' : '';
  return `${meant}What your host adds to \`ctx\` is declared once: \`declare module '@btcp/core' { interface ToolContext { ${name}: … } }\`. Pass it with \`new BTCPClient({ context: { ${name} } })\`.`;
}
