import {
  BTCPError,
  type CallOptions,
  type HostAbortSignal,
  type ManifestTool,
  type Progress,
  type Registration,
  type ToolCaller,
  type ToolValidators,
  type Validator,
  type JsonSchemaObject,
} from '@btcp/core';
import { ownValue } from '@btcp/core/internal';
import { isObject, listedHints } from '@btcp/schema/internal';
import { errorText, valueText } from '../../profile/format-calls.ts';
import { refuseNoClient } from '../tool-host.ts';
import { askByRequests, type Elicit, type Elicitation } from '../ask-by-requests.ts';
import { describeTool, shownTitle } from '../../profile/describe-tool.ts';
import { type LoadedOnUse, type StandardToolSchema, toStandardSchema } from './to-standard-schema.ts';
import { type McpContext, withProgress } from '../mcp-progress.ts';
import { type McpResult, toMcpError, toMcpResult } from '../../targets/mcp/mcp-result.ts';
import { mentionsContent, plainType } from '@btcp/core/content';
import { type ContentPart, splitOutput } from '../../profile/content/split-output.ts';

/** How one call runs; callers pass it next to the input. */
export interface ExecuteOptions extends Pick<CallOptions, 'timeout' | 'signal' | 'onConfirm' | 'onAsk'> {
  /** The AI SDK's name for `signal`. */
  readonly abortSignal?: HostAbortSignal | undefined;
  /** Receives the tool's progress; FastMCP passes it. */
  readonly reportProgress?: ((update: Progress) => unknown) | undefined;
  /** The AI SDK's: what says that the user has approved the call of this id. */
  readonly toolCallId?: string | undefined;
  readonly messages?: readonly unknown[] | undefined;
}

export interface StandardHints {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A tool as other libraries accept it, unmodified. */
export type StandardTool<Input = unknown, Output = unknown> = {
  readonly name: string;
  /** For people, where the author gave one. */
  readonly title?: string;
  /** For agents; begins with "[DEPRECATED: …]" where it applies. */
  readonly description: string;
  readonly inputSchema: StandardToolSchema<Input>;
  /** The same as `inputSchema`, under FastMCP's name for it. */
  readonly parameters: StandardToolSchema<Input>;
  /** Whether the AI SDK asks for the user's approval before a call, as the tool has `confirm`. */
  readonly needsApproval?: true;
  /** MCP's hints, as MCP clients get them: the author's, as far as a build has verified what they promise, or the derived ones. */
  readonly annotations: StandardHints;
  /**
   * Calls the tool through the client's gate, validators and deadline.
   *
   * @throws BTCPError Its message includes the code and the suggestion, as an agent sees nothing else.
   */
  readonly execute: (input: Input, options?: ExecuteOptions) => Promise<Output>;
  /** Gives the AI SDK's models the output's media and links as parts; absent where the output schema has none. */
  readonly toModelOutput?: (result: { readonly output: Output }) => ModelOutput;
} & (unknown extends Output
  ? { readonly outputSchema?: never }
  : { readonly outputSchema: StandardToolSchema<Output> });

/** The tools of a registration by name, with their types if the registration has them: a built one does. */
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
 * Returns the tools of a registration as other libraries accept them: the AI SDK's `tool` and `generateText`,
 * `registerTool` of the MCP SDK, FastMCP's `addTool`, and any other reader of Standard Schema.
 *
 * @param caller - Runs the calls: a `BTCPClient` with the registration in it.
 * @param registration - Built, or by hand with validators.
 * @throws BTCPError `MISSING_VALIDATORS`, or `INVALID_ARGUMENT` where it gets something else.
 * @example
 * const tools = standardTools(client, registration);
 * await generateText({ model, prompt, tools });
 */
export function standardTools<Tools>(
  caller: ToolCaller,
  registration: Registration<Tools>,
): StandardTools<Tools> {
  refuseNoClient(caller, 'callTool');
  const { manifest, validators, validatorsOnCall } = Object(registration) as typeof registration;
  if (!isObject(manifest))
    throw new BTCPError('INVALID_ARGUMENT', {
      message: 'What was passed as the registration is none.',
      suggestion: 'Write `standardTools(client, registration)`, with the `registration` of the build.',
    });
  const host: Host = { takesFiles: false };
  const tools = manifest.tools.map((tool) => {
    const own = ownValue(validators, tool.name) ?? ownValue(validatorsOnCall, tool.name);
    if (!own)
      throw new BTCPError('MISSING_VALIDATORS', {
        message: `The tool "${tool.name}" comes without validators.`,
        suggestion: 'Pass those of `btcp build`.',
      });
    const inputSchema = toStandardSchema(tool.inputSchema, validatorOf(own, 'input'));
    const toModelOutput = modelOutputOf(tool.outputSchema, host);
    const standard: StandardTool = {
      name: tool.name,
      ...(tool.mcp?.title !== undefined && { title: shownTitle(tool.mcp.title) }),
      description: describeTool(tool),
      inputSchema,
      parameters: inputSchema,
      ...(asksBefore(tool) && { needsApproval: true }),
      // A build checks those of an author.
      annotations: listedHints(tool) as StandardHints,
      execute: (input, options) => {
        if (options?.toolCallId !== undefined) host.takesFiles = isOfVersion7(options);
        return execute(caller, tool.name, input, options);
      },
      ...(toModelOutput && { toModelOutput }),
      ...(tool.outputSchema &&
        (typeof own === 'function' || own.output) && {
          outputSchema: toStandardSchema(tool.outputSchema, validatorOf(own, 'output')),
        }),
    } as StandardTool;
    return [tool.name, standard];
  });
  // The build wrote their types from the same schemas. Without a prototype, so that a model that calls `toString` calls
  // no tool.
  return Object.assign(Object.create(null) as object, Object.fromEntries(tools)) as StandardTools<Tools>;
}

// The build made one for each schema.
function validatorOf(
  own: ToolValidators | (() => Promise<ToolValidators>),
  part: keyof ToolValidators,
): Validator | LoadedOnUse {
  if (typeof own !== 'function') return own[part] as Validator;
  return { load: async () => (await own())[part] as Validator };
}

async function execute(
  caller: ToolCaller,
  name: string,
  input: unknown,
  options: ExecuteOptions = {},
): Promise<unknown> {
  const { timeout, signal = options.abortSignal, reportProgress, onAsk } = options;
  const onConfirm = options.onConfirm ?? (isApproved(options) ? () => true : undefined);
  const onProgress = reportProgress && ((update: Progress): void => void reportProgress(update));
  try {
    return await caller.callTool(name, input, { timeout, signal, onProgress, onConfirm, onAsk });
  } catch (thrown) {
    const error = BTCPError.from(thrown);
    const { code, suggestion, data, issues } = error;
    throw new BTCPError(code, { message: errorText(error), suggestion, data, issues, cause: error });
  }
}

const asksBefore = ({ confirm }: ManifestTool): boolean => confirm !== undefined && confirm !== false;

/**
 * Whether the messages of the AI SDK have its user's approval of this call, which the SDK asks for before it runs it. Some models
 * give every call the same id: an approval that was asked for before a call of this id had its result was that call's.
 */
function isApproved({ toolCallId, messages = [] }: ExecuteOptions): boolean {
  if (toolCallId === undefined) return false;
  const parts = messages.flatMap((message) => {
    const { content } = Object(message) as { readonly content?: unknown };
    return Array.isArray(content) ? (content as readonly Readonly<Record<string, unknown>>[]) : [];
  });
  const lastOf = (type: string): number =>
    parts.findLastIndex((part) => part['type'] === type && part['toolCallId'] === toolCallId);
  const asked = lastOf('tool-approval-request');
  if (asked <= lastOf('tool-result')) return false;
  return parts.some(
    ({ type, approved, approvalId }) =>
      type === 'tool-approval-response' && approved === true && approvalId === parts[asked]?.['approvalId'],
  );
}

/** What is used of the MCP SDK's `McpServer`. */
export interface AskingServer {
  readonly server: {
    getClientCapabilities(): { readonly elicitation?: Elicitation | undefined } | undefined;
    elicitInput(...args: Parameters<Elicit>): ReturnType<Elicit>;
  };
}

/** What asks clients since 2026-07-28: `askByResults` of `@btcp/adapters/mcp-server`, which needs the MCP SDK. */
type AskByResults<Asked> = <T>(
  // The SDK's own context, of which `McpContext` has a part.
  call: { readonly tool: Pick<ManifestTool, 'name' | 'description'>; input: unknown; context: never },
  run: (options: ExecuteOptions) => Promise<T>,
) => Promise<T | Asked>;

/**
 * The callback of the MCP SDK's `registerTool`: calls a tool and returns its result in MCP. An error becomes a result
 * with its code and suggestion; cancellation and progress are forwarded. Media and links are content blocks.
 *
 * @param asking - The server that the tool is registered on: its clients before 2026-07-28 ask their users for `confirm`
 * and `ctx.ask`. Default: nobody is asked.
 * @param byResults - The same for clients since then: `askByResults()` of `@btcp/adapters/mcp-server`.
 * @example
 * server.registerTool(tool.name, tool, mcpHandler(tool, server));
 */
export function mcpHandler<Input, Output, Asked = never>(
  tool: StandardTool<Input, Output>,
  asking?: AskingServer,
  byResults?: AskByResults<Asked>,
): (input: Input, context: McpContext) => Promise<McpResult | Asked> {
  const schema = tool.outputSchema?.['~standard'].jsonSchema.output({ target: 'draft-2020-12' });
  return (input, context) =>
    withProgress<McpResult | Asked>(context, (reportProgress) => {
      const run = async (options: ExecuteOptions): Promise<McpResult> => {
        try {
          return toResult(await tool.execute(input, { ...options, reportProgress }), schema, context);
        } catch (thrown) {
          const error = BTCPError.from(thrown);
          // The message of a standard tool's error includes code and suggestion.
          return toMcpError(error, error.message);
        }
      };
      const { signal, envelope } = context.mcpReq;
      if (envelope === undefined || !byResults) return run({ signal, ...askBy(context, asking?.server) });
      const { name, description } = tool;
      return byResults({ tool: { name, description }, input, context: context as never }, run);
    });
}

function toResult(
  output: unknown,
  schema: JsonSchemaObject | undefined,
  { mcpReq: { sendNotification } }: McpContext,
): McpResult {
  const result = toMcpResult(output, schema, 'text');
  // The SDK 2 holds it to the tool's output schema, which has no references, and wraps what is no object; the SDK 1
  // refuses that.
  return schema && (isObject(output) || sendNotification === undefined)
    ? { content: result.content, structuredContent: output as Record<string, unknown> }
    : result;
}

function askBy({ mcpReq }: McpContext, server: AskingServer['server'] | undefined): ExecuteOptions {
  const elicitation = server?.getClientCapabilities()?.elicitation;
  // Since 2026-07-28 servers send no requests.
  if (!server || !elicitation || mcpReq.envelope !== undefined) return {};
  const related = { relatedRequestId: mcpReq.requestId ?? mcpReq.id };
  return askByRequests(elicitation, (params, options) =>
    server.elicitInput(params, { ...options, ...related }),
  );
}

/** A part of what a model gets of an output, in the AI SDK. */
type ModelOutputPart =
  { type: 'text'; text: string } | { type: 'image-data' | 'file-data'; data: string; mediaType: string };

/** What a model gets of an output, in the AI SDK. */
type ModelOutput =
  | { type: 'content'; value: ModelOutputPart[] }
  | { type: 'text'; value: string }
  | { type: 'json'; value: never };

/** What the AI SDK takes that called last: `toModelOutput` is not told its version. */
interface Host {
  takesFiles: boolean;
}

/** Whether options of a call are those of the AI SDK 7: the 6 names its context `experimental_context`. */
const isOfVersion7 = (options: object): boolean =>
  Object.hasOwn(options, 'context') && !Object.hasOwn(options, 'experimental_context');

/**
 * The AI SDK's `toModelOutput` of a tool: for one whose output schema has media or links. A link stays in the JSON: as a part, the
 * SDK would load it for many models, and end the whole run where it cannot.
 */
function modelOutputOf(
  schema: JsonSchemaObject | undefined,
  host: Host,
): ((result: { readonly output: unknown }) => ModelOutput) | undefined {
  if (!mentionsContent(schema)) return undefined;
  return ({ output }) => {
    const split = splitOutput(output, schema, { kinds: ['media'] });
    // Validated output is JSON, which the AI SDK's own type describes more narrowly.
    if (!split)
      return typeof output === 'string'
        ? { type: 'text', value: output }
        : { type: 'json', value: output as never };
    const { value, parts, isPart } = split;
    const text: ModelOutputPart[] = isPart ? [] : [{ type: 'text', text: valueText(value) }];
    return { type: 'content', value: [...text, ...parts.map((part) => toPart(part, host))] };
  };
}

function toPart({ type, data }: ContentPart, { takesFiles }: Host): ModelOutputPart {
  const isImage = plainType(type).startsWith('image/');
  if (!takesFiles) return { type: isImage ? 'image-data' : 'file-data', data, mediaType: type };
  // Version 7 warns of the other form, and the types of version 6 lack this one.
  return { type: 'file', data: { type: 'data', data }, mediaType: type } as unknown as ModelOutputPart;
}
