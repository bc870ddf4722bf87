import { BTCPError, type HostAbortSignal, type Progress, type Registration } from '@btcp/core';
import { errorText } from '../calls/format-calls.ts';
import { describeTool } from '../export/describe-tool.ts';
import { derivedHints } from '../formats/mcp/derived-hints.ts';
import type { ToolCaller } from '../tool-host.ts';
import { type StandardToolSchema, toStandardSchema } from './to-standard-schema.ts';

/** How one call runs; what those who call tools pass beside the input. */
export interface ExecuteOptions {
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  /** Cancels the call. */
  readonly signal?: HostAbortSignal | undefined;
  /** What the AI SDK calls `signal`. */
  readonly abortSignal?: HostAbortSignal | undefined;
  /** Hears the tool's progress; FastMCP passes it. */
  readonly reportProgress?: ((update: Progress) => unknown) | undefined;
}

/** A tool as others' APIs take it, unmodified. */
export type StandardTool<Input = unknown, Output = unknown> = {
  readonly name: string;
  /** For agents; begins with "[DEPRECATED: …]" where it applies. */
  readonly description: string;
  readonly inputSchema: StandardToolSchema<Input>;
  /** The same as `inputSchema`, under FastMCP's name for it. */
  readonly parameters: StandardToolSchema<Input>;
  /** Hints that follow from the capabilities where the build read the code and it agrees; in the words of MCP. */
  readonly annotations: { readonly readOnlyHint?: boolean; readonly openWorldHint?: boolean };
  /**
   * Calls the tool through the client's gate, validators and deadline.
   *
   * @throws BTCPError Its message also has the code and the suggestion, as an agent is shown nothing else.
   */
  readonly execute: (input: Input, options?: ExecuteOptions) => Promise<Output>;
} & (unknown extends Output
  ? { readonly outputSchema?: never }
  : { readonly outputSchema: StandardToolSchema<Output> });

/** The tools of a registration by name, typed where its type says how: a built one does. */
export type StandardTools<Tools> = unknown extends Tools
  ? Readonly<Record<string, StandardTool>>
  : { readonly [Name in keyof Tools]: StandardToolOf<Tools[Name]> };

type StandardToolOf<Method> = Method extends (
  input: infer Input,
  ...options: never[]
) => Promise<infer Output>
  ? StandardTool<NonNullable<Input>, Output>
  : never;

/**
 * Gives the tools of a registration as others' APIs take them: the AI SDK's `tool` and `generateText`, `registerTool` of
 * the MCP SDK, FastMCP's `addTool`, and whatever else reads Standard Schema.
 *
 * @param caller - Runs the calls: a `BTCPClient` with the registration in it.
 * @param registration - Built, or by hand with validators.
 * @throws BTCPError `VALIDATORS_MISSING`.
 * @example
 * const tools = standardTools(client, registration);
 * await generateText({ model, prompt, tools });
 */
export function standardTools<Tools>(
  caller: ToolCaller,
  registration: Registration<Tools>,
): StandardTools<Tools> {
  const { manifest, validators } = registration;
  const tools = manifest.tools.map((tool) => {
    const own = validators && Object.hasOwn(validators, tool.name) ? validators[tool.name] : undefined;
    if (!own) throw new BTCPError('VALIDATORS_MISSING', `The tool "${tool.name}" comes without validators.`);
    const inputSchema = toStandardSchema(tool.inputSchema, own.input);
    const standard: StandardTool = {
      name: tool.name,
      description: describeTool(tool),
      inputSchema,
      parameters: inputSchema,
      annotations: derivedHints(tool),
      execute: (input, options) => execute(caller, tool.name, input, options),
      ...(tool.outputSchema &&
        own.output && { outputSchema: toStandardSchema(tool.outputSchema, own.output) }),
    } as StandardTool;
    return [tool.name, standard];
  });
  // Their types are those that the build wrote from the same schemas.
  // Without a prototype, so that a model that calls `toString` calls no tool.
  return Object.assign(Object.create(null) as object, Object.fromEntries(tools)) as StandardTools<Tools>;
}

async function execute(
  caller: ToolCaller,
  name: string,
  input: unknown,
  options: ExecuteOptions = {},
): Promise<unknown> {
  const { timeout, signal = options.abortSignal, reportProgress } = options;
  const onProgress = reportProgress && ((update: Progress): void => void reportProgress(update));
  try {
    return await caller.callTool(name, input, { timeout, signal, onProgress });
  } catch (thrown) {
    const error = BTCPError.from(thrown);
    const { code, suggestion, data, issues } = error;
    throw new BTCPError(code, { message: errorText(error), suggestion, data, issues, cause: error });
  }
}
