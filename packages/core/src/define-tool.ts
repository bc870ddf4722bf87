import type { ObjectSchemaOf, SchemaOf, Tool, ToolContext, ToolMetadata } from './tool.ts';

type Primitive = string | number | boolean | null | undefined | void;

// An output's type parameter is constrained by this, which every JSON value satisfies, only for what it does to
// inference: a property whose contextual type mentions V keeps its literal type, and an array literal its tuple type.
type Hint<V> = V | object | { [key: string]: Hint<V> } | Hint<V>[] | [];

/** What an author writes of a tool. */
export interface ToolDefinition<Input, Output, Returned> extends ToolMetadata<
  NoInfer<Input>,
  NoInfer<Output>
> {
  /** A TypeBox object schema. */
  readonly inputSchema: ObjectSchemaOf<Input>;
  /** A TypeBox schema of what `execute` returns. Default: derived from its return type by the build. */
  readonly outputSchema?: SchemaOf<Output>;
  // `Returned | Output`, two bare parameters: the return type then only fills in what `outputSchema` left open.
  // The promise gives `new Promise(…)` its type.
  execute(input: Input, context: ToolContext): Returned | Output | Promise<NoInfer<Output>>;
}

/**
 * Defines a tool: a typed function with what an agent needs to know to call it.
 *
 * @param definition - Schemas, capabilities, metadata and `execute`; the input's and output's types follow from the schemas.
 * @returns The definition, callable as the bare function for unit tests. A client calls it with gate, validation and deadline.
 */
export function defineTool<
  Input,
  V extends Primitive,
  Output extends Hint<V>,
  Returned extends Output | Promise<Output>,
>(definition: ToolDefinition<Input, Output, Returned>): Tool<Input, Returned> {
  const call = (input: Input, context?: Partial<ToolContext>): unknown =>
    definition.execute(input, (context ?? {}) as ToolContext);
  // `name` and `length` of a function are read-only but configurable, so define rather than assign.
  return Object.defineProperties(call, Object.getOwnPropertyDescriptors(definition)) as unknown as Tool<
    Input,
    Returned
  >;
}
