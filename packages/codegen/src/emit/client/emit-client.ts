import type { JsonSchemaObject, Manifest, ManifestTool } from '@btcp/core';
import { closureOf, decodeFragment, resolveRef } from '@btcp/schema/internal';
import { type Piece, type Texts, GENERATED_HEADER } from '../format-pieces.ts';
import { groupTools, type ToolGroup } from '../tool-groups.ts';
import { jsDocLines } from '../../print/js-doc.ts';
import { block, printMethod, printDeclaration, type TypeText } from '../../print/print-code.ts';
import { stringLiteral, isIdentifier, printJson, printMember } from '../../print/source-text.ts';
import { toolTypeNames, TypeNames, type ToolTypeNames, pascalCase } from '../../print/type-names.ts';
import { schemaType, UNKNOWN } from '../../print/schema-type.ts';

/**
 * Returns the source of `client.ts`, which imports nothing: the types of every tool's input and output, and
 * `createTools`, which wraps anything that calls tools by name in typed methods.
 *
 * @param manifest - Its schemas in normal form.
 * @param groups - Its tools, no two of one name.
 */
export function emitClient(
  manifest: Manifest,
  groups: readonly ToolGroup[] = groupTools(manifest.tools),
): readonly Piece[] {
  const typeNames = toolTypeNames(groups.flatMap(({ tools }) => tools));
  // Every tool's own types are named before the types that their schemas define.
  const roots = [...typeNames.values()].flatMap(({ input, output }) => [input, output]);
  const names = new TypeNames([...RESERVED_NAMES, ...roots]);
  const typed = groups.map(({ tools, text, hash }): TypedGroup => {
    const own = tools.map((tool) => ({ tool, types: typeNames.get(tool.name) as ToolTypeNames }));
    return { tools: own, text, key: [hash, own.map(({ types }) => types)] };
  });
  return [
    `${GENERATED_HEADER}\n\n${CLIENT_PRELUDE}`,
    ...typed.flatMap((group) => groupDeclarations(group, names)),
    toolsInterface(manifest.name, typed),
    createTools(groups.flatMap(({ tools }) => tools)),
  ];
}

interface TypedGroup extends Pick<ToolGroup, 'text'> {
  readonly tools: readonly TypedTool[];
  /** What its declarations and methods follow from. */
  readonly key: readonly unknown[];
}

interface TypedTool {
  readonly tool: ManifestTool;
  readonly types: ToolTypeNames;
}

function groupDeclarations({ tools, text, key }: TypedGroup, names: TypeNames): readonly Texts[] {
  const declare = (tool: TypedTool): string => toolDeclarations(tool, names).join('\n\n');
  // The names of types that schemas refer to depend on those of other tools.
  return text.includes('"$ref"')
    ? tools.map(declare)
    : [{ key: ['types', ...key], texts: () => tools.map(declare) }];
}

function toolDeclarations({ tool, types }: TypedTool, names: TypeNames): string[] {
  const { name, inputSchema, outputSchema = {} } = tool;
  const input = { name: types.input, doc: `What \`${name}\` takes.` };
  const output = { name: types.output, doc: `What \`${name}\` returns.` };
  return [...declareTypes(inputSchema, input, names), ...declareTypes(outputSchema, output, names)];
}

function toolsInterface(manifestName: string, groups: readonly TypedGroup[]): Piece {
  const doc = jsDocLines(`The tools of ${manifestName}, by name.`);
  const members = groups.map(({ tools, key }) => ({
    key: ['methods', ...key],
    texts: () => tools.map(toolMethod),
  }));
  return { head: [...doc, 'export interface Tools {}'].join('\n'), members };
}

function toolMethod({ tool, types }: TypedTool): string {
  const doc = jsDocLines(tool.description, [
    ...tagOf('example', exampleText(tool), true),
    ...(tool.deprecated ? [{ name: 'deprecated', text: tool.deprecationMessage }] : []),
  ]);
  const input = `input${acceptsNothing(tool.inputSchema) ? '?' : ''}: ${types.input}`;
  const parameters = [input, 'options?: CallOptions'];
  const result = `Promise<${types.output}>`;
  return [...doc, printMethod(tool.name, parameters, result)].join('\n');
}

function tagOf(name: string, text: string | undefined, isCode: boolean) {
  return text === undefined ? [] : [{ name, text, isCode }];
}

/** Whether the schema's root allows `{}`, so that a caller may omit the input. */
function acceptsNothing(schema: JsonSchemaObject): boolean {
  const { type, required = [], ...rest } = schema;
  const isPlain = !['anyOf', 'oneOf', 'allOf', '$ref', 'minProperties'].some((keyword) =>
    Object.hasOwn(rest, keyword),
  );
  return type === 'object' && isPlain && Array.isArray(required) && required.length === 0;
}

function createTools(tools: readonly ManifestTool[]): string {
  const methods = tools.map(({ name }) => `${printMember(name, `call(${stringLiteral(name)})`, false)},`);
  return `/** Typed methods for the tools that \`caller\` can call. */
export function createTools(caller: ToolCaller): Tools {
  // The types hold because the side that runs a tool validates its input and its output.
  function call(name: string) {
    return (input: unknown = {}, options?: CallOptions) => {
      return caller.callTool(name, input, options) as Promise<never>;
    };
  }
  return ${block(methods)};
}`;
}

const MAX_LENGTH = 400;

/** Prints a call with the tool's first example; undefined if there is none, or it is longer than `MAX_LENGTH`. */
function exampleText(tool: ManifestTool): string | undefined {
  const [example] = tool.examples ?? [];
  if (!example) return undefined;
  const callee = isIdentifier(tool.name) ? `tools.${tool.name}` : `tools[${stringLiteral(tool.name)}]`;
  const comment = example.description?.split(/[\r\n\u2028\u2029]/)[0];
  const lines = [
    ...(comment ? [`// ${comment}`] : []),
    `await ${callee}(${printJson(example.input, false)});`,
    ...(example.output === undefined ? [] : [`// → ${printJson(example.output, false)}`]),
  ];
  const text = lines.join('\n');
  return text.length <= MAX_LENGTH ? text : undefined;
}

/** Names that every `client.ts` declares or uses. */
const RESERVED_NAMES: readonly string[] = [
  'CallOptions',
  'CallProgress',
  'CallSignal',
  'MinimalSignal',
  'ToolCaller',
  'Tools',
  'createTools',
  'Promise',
];

/** Declarations at the start of every `client.ts`. They compile with and without the types of DOM and Node. */
const CLIENT_PRELUDE = `/** What is needed of an \`AbortSignal\`. */
export interface MinimalSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** \`AbortSignal\` where the project has its type. */
export type CallSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal };
} ? Signal : MinimalSignal;

/** How far a call has come. */
export interface CallProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** How to run one call. */
export interface CallOptions {
  /** Milliseconds. */
  timeout?: number | undefined;
  /** Cancels the call when it is aborted. */
  signal?: CallSignal | undefined;
  /** Receives what the tool reports of its progress. */
  onProgress?: ((update: CallProgress) => void) | undefined;
}

/** Anything that calls tools by name, such as a \`BTCPClient\`. */
export interface ToolCaller {
  callTool(name: string, input: unknown, options?: CallOptions): Promise<unknown>;
}`;

export interface TypeSubject {
  /** Name of the root type; prefix of the names of the others. */
  readonly name: string;
  /** JSDoc of the root type. */
  readonly doc: string;
}

/**
 * Declares the type of a schema and the types that it refers to.
 *
 * @param schema - 2020-12, in normal form.
 * @param names - Assigns names to the types that the schema refers to.
 */
function declareTypes(schema: JsonSchemaObject, { name, doc }: TypeSubject, names: TypeNames): string[] {
  const named = new Map([['', nameTarget(schema, '#', () => name)]]);
  const pending: (readonly [pointer: string, name: string])[] = [['', name]];
  const refer = (ref: string): TypeText => {
    const pointer = pointerOf(ref);
    const known = named.get(pointer);
    if (known) return known;
    const type = nameTarget(schema, ref, () => {
      const taken = names.take(name + pascalCase(pointer.split('/').at(-1) ?? ''));
      pending.push([pointer, taken]);
      return taken;
    });
    named.set(pointer, type);
    return type;
  };
  const declarations: string[] = [];
  // `refer` appends to the array during this loop.
  for (const [pointer, typeName] of pending) {
    const target = resolveRef(schema, `#${encodeURIComponent(pointer)}`);
    const description = typeof target === 'object' ? target['description'] : undefined;
    const comment = jsDocLines(
      pointer === '' ? [doc, description].filter(Boolean).join('\n\n') : description,
    );
    declarations.push([...comment, printDeclaration(typeName, schemaType(target, refer))].join('\n'));
  }
  return declarations;
}

/** Returns the name of a reference's target; `unknown` if there is no target, or only a cycle of references. */
function nameTarget(root: JsonSchemaObject, ref: string, take: () => string): TypeText {
  const hasNone = resolveRef(root, ref) === undefined || leadsBack(root, ref);
  return hasNone ? UNKNOWN : { kind: 'text', text: take() };
}

const pointerOf = (ref: string): string => decodeFragment(ref.slice(1));

/** Whether a schema is part of a cycle of references without a property or element in it, which has no meaning. */
function leadsBack(root: JsonSchemaObject, ref: string): boolean {
  const next = (pointer: string): string[] =>
    directRefs(resolveRef(root, `#${encodeURIComponent(pointer)}`)).map(pointerOf);
  const start = pointerOf(ref);
  return closureOf(next(start), next).has(start);
}

function directRefs(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, anyOf, oneOf, allOf } = schema as JsonSchemaObject;
  const branches = [anyOf, oneOf, allOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return [...(typeof $ref === 'string' ? [$ref] : []), ...branches.flatMap(directRefs)];
}
