import type { Hint as TypeBoxHint, Kind, OptionalKind } from '@sinclair/typebox';
import { BTCPError } from './btcp-error.ts';
import type { Capability, ListedCapability } from './capabilities/capability.ts';
import type { ContentSource } from './content/content-source.ts';
import type { HostAbortSignal } from './host-types.ts';
import type { ExampleInput, Tool, ToolContext, ToolMetadata } from './tool.ts';

/**
 * The type of the values that a schema describes: of a Standard Schema (Zod, Valibot, ArkType, …) what it takes, which is
 * what its JSON Schema describes.
 */
export type TypeOf<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly input: infer I }
    ? I
    : unknown
  : TypeOfOther<S>;

/**
 * The type of what `execute` may return for an output schema: also read-only arrays, and where it has media, what becomes
 * base64 text.
 */
export type ReturnOf<S> = S extends { readonly '~standard': object }
  ? TypeOf<S>
  : TypeOfOther<S, ContentSource>;

/**
 * The type of the input that `execute` gets of a schema: with defaults filled in. As builds refuse schemas of other
 * libraries that change values otherwise, it is what such a library gives.
 */
export type InputOf<S> = S extends { readonly '~standard': unknown }
  ? S extends { readonly _zod: { readonly output: unknown } }
    ? S['_zod']['output']
    : OutputOfStandard<S>
  : TypeOfOther<S>;

type OutputOfStandard<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly output: infer O }
    ? O
    : unknown
  : unknown;

type TypeOfOther<S, Media = string> = S extends { readonly '~kind': string }
  ? TypeOfTypeBox1<S>
  : TypeOfTypeBox<S, Media>;

/**
 * The type that a TypeBox schema describes. Equal to TypeBox's `Static` but for `readonly`, at half its cost for the
 * compiler: objects, arrays and unions are inferred here, all else from the schema's own `static`.
 */
type TypeOfTypeBox<S, Media> = S extends { properties: infer P }
  ? ObjectTypeOf<P, Media>
  : S extends { anyOf: infer U extends readonly unknown[] }
    ? TypeOfTypeBox<U[number], Media>
    : S extends { [Kind]: 'Array'; items: infer I }
      ? ArrayOf<TypeOfTypeBox<I, Media>, Media>
      : S extends { contentEncoding: 'base64'; contentMediaType: string }
        ? Media
        : S extends { static: infer T }
          ? T
          : unknown;

// Only what may be returned has other media than strings.
type ArrayOf<Item, Media> = [Media] extends [string] ? Item[] : readonly Item[];

type ObjectTypeOf<P, Media, Q extends keyof P = OptionalKeys<P>> = Flat<
  { [K in Exclude<keyof P, Q>]: TypeOfTypeBox<P[K], Media> } & { [K in Q]?: TypeOfTypeBox<P[K], Media> }
>;

type OptionalKeys<P> = { [K in keyof P]: P[K] extends { [OptionalKind]: string } ? K : never }[keyof P];

/** The types of TypeBox 1 by its own marks: its `Static` of an open type parameter costs more than a million instantiations. */
type TypeOfTypeBox1<S> = S extends { const: infer V }
  ? V
  : S extends { enum: infer V extends readonly unknown[] }
    ? V[number]
    : S extends { properties: infer P }
      ? Flat<
          { [K in Exclude<keyof P, Optional1<P>>]: TypeOfTypeBox1<P[K]> } & {
            [K in Optional1<P>]?: TypeOfTypeBox1<P[K]>;
          }
        >
      : S extends { anyOf: infer U extends readonly unknown[] }
        ? TypeOfTypeBox1<U[number]>
        : S extends { '~kind': 'Array'; items: infer I }
          ? TypeOfTypeBox1<I>[]
          : S extends { '~kind': infer K extends keyof Primitives1 }
            ? Primitives1[K]
            : unknown;

type Optional1<P> = { [K in keyof P]: P[K] extends { '~optional': true } ? K : never }[keyof P];

interface Primitives1 {
  String: string;
  Number: number;
  Integer: number;
  Boolean: boolean;
  Null: null;
}

// `& {}` makes editors show the properties instead of this name.
type Flat<T> = { [K in keyof T]: T[K] } & {};

type Primitive = string | number | boolean | null | undefined | void;

// A return type that mentions a type parameter with this constraint, which every JSON value satisfies, keeps literal
// types of properties and the tuple type of array literals.
type Hint<V> = V | object | { [key: string]: Hint<V> } | Hint<V>[] | [];

/**
 * A former name of a tool, or the name of a tool that it replaces. A build publishes it as a deprecated tool of its own,
 * so that callers of the old name go on.
 */
export interface Alias<InputSchema, Input> {
  /** An object schema of what callers of this name pass. Default: the tool's. */
  readonly inputSchema?: InputSchema;
  /**
   * Makes the tool's input of the alias's. Builds run it on samples, so it must be a pure function. The result is
   * validated like any input, and its defaults are filled in. Default: the same input.
   */
  readonly mapInput?: (input: InputOf<InputSchema>) => ExampleInput<Input>;
  /** The version of the manifest in which this name will be gone, for example "2.0.0". */
  readonly sunset?: string;
}

/** A tool as its author writes it. */
export interface ToolDefinition<
  InputSchema,
  OutputSchema,
  Returned,
  Hinted = never,
  Aliases = unknown,
  Listed extends Capability = Capability,
> extends ToolMetadata<InputOf<InputSchema>, TypeOf<OutputSchema>> {
  readonly capabilities: readonly ListedCapability<Listed>[];
  /** An object schema of TypeBox, or of a library that writes JSON Schema: Zod, Valibot, ArkType. */
  readonly inputSchema: InputSchema;
  /** A schema of what `execute` returns. Default: derived from its return type by the build. */
  readonly outputSchema?: OutputSchema;
  /** Former names of the tool: the build publishes each as a deprecated tool of its own. */
  readonly aliases?: { readonly [Name in keyof Aliases]: Alias<Aliases[Name], InputOf<InputSchema>> };
  // `Hinted` is inferred as `never`: it only lends its constraint. The promise gives `new Promise(…)` its type.
  execute(
    input: InputOf<InputSchema>,
    context: ToolContext,
  ): Returned | NoInfer<Hinted> | Promise<ReturnOf<OutputSchema>>;
}

/** What marks the schemas of other libraries: those of Standard Schema, and of TypeBox 1. */
interface Marked {
  // Comparing it with another type than `unknown` would resolve all that Zod has there.
  readonly '~standard'?: unknown;
  readonly '~kind'?: string;
}

interface ObjectSchema extends Marked {
  readonly type?: 'object';
  // Of a module of TypeBox, whose type does not say that it is an object: a build tells.
  readonly $defs?: unknown;
}

interface RecursiveSchema {
  readonly [TypeBoxHint]: 'Recursive';
}

// Every TypeBox schema can have a title, but not every one has a type.
interface AnySchema extends Marked {
  readonly type?: unknown;
  readonly title?: unknown;
}

/**
 * Defines a tool: a typed function, and all that an agent needs to call it.
 *
 * @param definition - Schemas, capabilities, metadata and `execute`; the input's and output's types follow from the schemas.
 * @returns The definition, frozen, and callable as the bare function for unit tests. A client calls it with gate, validation
 * and deadline.
 */
export function defineTool<
  InputSchema extends ObjectSchema | RecursiveSchema,
  OutputSchema extends AnySchema,
  V extends Primitive,
  Returned extends ReturnOf<OutputSchema> | Promise<ReturnOf<OutputSchema>>,
  Hinted extends Hint<V> = never,
  Aliases = unknown,
  Listed extends Capability = never,
>(
  definition: ToolDefinition<InputSchema, OutputSchema, Returned, Hinted, Aliases, Listed>,
): Tool<InputOf<InputSchema>, Returned> {
  const call = (input: InputOf<InputSchema>, context?: Partial<ToolContext>): unknown =>
    definition.execute(input, completed(context) as ToolContext);
  // `name` and `length` of a function are read-only but configurable, so define rather than assign.
  Object.defineProperties(call, Object.getOwnPropertyDescriptors(definition));
  // What a build has read of a tool is what runs: nothing puts another function in the place of one.
  const { aliases = {} } = definition as { aliases?: Readonly<Record<string, unknown>> };
  [...Object.values(aliases), aliases, call].forEach(Object.freeze);
  return call as unknown as Tool<InputOf<InputSchema>, Returned>;
}

const PROVIDED = ['dom', 'page', 'storage', 'fetch', 'clipboard', 'ask'] as const;

/** Says what a bare call lacks; not enumerable, so that a context can be spread. */
const MISSING: object = Object.defineProperties(
  {},
  Object.fromEntries(PROVIDED.map((name) => [name, { get: () => refuse(name) }])),
);

function refuse(name: string): never {
  throw new BTCPError('INVALID_ARGUMENT', {
    message: `This direct call has no \`ctx.${name}\`, which clients provide.`,
    suggestion: `Call the tool through a client, such as \`BTCPTestClient\` of @btcp/testing, or pass { ${name} } after the input.`,
  });
}

/** A context that has a signal: where it was left out, one that is never aborted, and is made when it is read. */
function completed(context: Partial<ToolContext> | undefined): Partial<ToolContext> {
  if (context && 'signal' in context) return context;
  const given = {
    ...context,
    get signal() {
      // Browsers and Node have it, but not the libraries that this is compiled with.
      const { AbortController } = globalThis as unknown as {
        readonly AbortController: new () => { readonly signal: HostAbortSignal };
      };
      return new AbortController().signal;
    },
  };
  return Object.setPrototypeOf(given, MISSING) as typeof given;
}
