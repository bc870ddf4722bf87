import type { JsonSchemaObject, Manifest, ManifestTool } from '@btcp/core';
import { GENERATED_HEADER } from '../header.ts';
import { clientPrelude, RESERVED_NAMES } from './client-prelude.ts';
import { DEFAULT_LAYOUT, type CodeLayout } from './code-layout.ts';
import { declareTypes } from './declare-types.ts';
import { exampleText } from './example-text.ts';
import { jsDocLines } from './js-doc.ts';
import {
  arrowChain,
  block,
  callMember,
  lines,
  paragraphs,
  printCode,
  TypePrinter,
  type Code,
} from './print-code.ts';
import { toolTypeNames, TypeNames, type ToolTypeNames } from './type-names.ts';

/** What the text of `client.ts` depends on. */
export interface EmitClientOptions {
  /** Its schemas in normal form. */
  readonly manifest: Manifest;
  /** Default: prettier's defaults. */
  readonly layout?: CodeLayout;
}

/**
 * The text of `client.ts`: the types of every tool's input and output, and `createTools`, which makes typed
 * methods of anything that can call tools by name. It imports nothing, and is laid out as prettier would.
 */
export function emitClient({ manifest, layout = DEFAULT_LAYOUT }: EmitClientOptions): string {
  const tools = uniqueTools(manifest);
  const typeNames = toolTypeNames(tools);
  // Every tool's own types are named before the types that their schemas define.
  const roots = [...typeNames.values()].flatMap(({ input, output }) => [input, output]);
  const names = new TypeNames([...RESERVED_NAMES, ...roots]);
  const typed = tools.map((tool) => ({ tool, types: typeNames.get(tool.name) as ToolTypeNames }));
  const printer = new TypePrinter(layout);
  const code = paragraphs([
    GENERATED_HEADER,
    ...clientPrelude(printer),
    ...typed.flatMap((each) => toolDeclarations(each, names, printer)),
    toolsInterface(manifest.name, typed, printer),
    createTools(tools, printer),
  ]);
  return `${printCode(code, layout)}\n`;
}

interface TypedTool {
  readonly tool: ManifestTool;
  readonly types: ToolTypeNames;
}

// A manifest's tools have different names; one that is not valid must not give code that does not compile.
function uniqueTools({ tools }: Manifest): ManifestTool[] {
  return [...new Map(tools.map((tool) => [tool.name, tool])).values()];
}

function toolDeclarations({ tool, types }: TypedTool, names: TypeNames, printer: TypePrinter): Code[] {
  const { name, inputSchema, outputSchema = {} } = tool;
  const input = { name: types.input, doc: `What \`${name}\` takes.` };
  const output = { name: types.output, doc: `What \`${name}\` returns.` };
  return [
    ...declareTypes(inputSchema, input, names, printer),
    ...declareTypes(outputSchema, output, names, printer),
  ];
}

function toolsInterface(manifestName: string, tools: readonly TypedTool[], printer: TypePrinter): Code {
  const warning = tools.some(({ tool }) => tool.name === 'then') ? `\n\n${THEN_WARNING}` : '';
  const methods = tools.map((each) => toolMethod(each, printer));
  return lines([
    ...jsDocLines(`The tools of ${manifestName}, by name.${warning}`),
    ['export interface Tools ', block(methods)],
  ]);
}

const THEN_WARNING =
  'One of them is called `then`, so a promise must not resolve to this object:\ndo not `await` it, and do not return it from an async function.';

function toolMethod({ tool, types }: TypedTool, printer: TypePrinter): Code {
  const doc = jsDocLines(tool.description, [
    ...tagOf('example', exampleText(tool), true),
    ...(tool.deprecated ? [{ name: 'deprecated', text: tool.deprecationMessage }] : []),
  ]);
  const input = `input${acceptsNothing(tool.inputSchema) ? '?' : ''}: ${types.input}`;
  const parameters = [input, 'options?: CallOptions'];
  const result = `Promise<${types.output}>`;
  return lines([...doc, printer.method(tool.name, parameters, result)]);
}

function tagOf(name: string, text: string | undefined, isCode: boolean) {
  return text === undefined ? [] : [{ name, text, isCode }];
}

/** Whether `{}` is an input as far as the schema's root says, so that a caller may leave it out. */
function acceptsNothing(schema: JsonSchemaObject): boolean {
  const { type, required = [], ...rest } = schema;
  const isPlain = !['anyOf', 'oneOf', 'allOf', '$ref', 'minProperties'].some((keyword) =>
    Object.hasOwn(rest, keyword),
  );
  return type === 'object' && isPlain && Array.isArray(required) && required.length === 0;
}

function createTools(tools: readonly ManifestTool[], printer: TypePrinter): Code {
  const heads = ['(name: string) =>', '(input: unknown = {}, options?: CallOptions) =>'];
  const body = 'caller.callTool(name, input, options) as Promise<never>;';
  const methods = tools.map(({ name }) => callMember(methodKey(name, printer), 'call', printer.string(name)));
  return lines([
    '/** Typed methods for the tools that `caller` can call. */',
    [
      'export function createTools(caller: ToolCaller): Tools ',
      block([
        '// The types hold because the side that runs a tool validates its input and its output.',
        arrowChain('const call =', heads, body),
        ['return ', block(methods), ';'],
      ]),
    ],
  ]);
}

// `__proto__: …` would set the prototype; computed, it is a property like any other.
function methodKey(name: string, printer: TypePrinter): string {
  return name === '__proto__' ? `[${printer.string(name)}]` : printer.key(name);
}
