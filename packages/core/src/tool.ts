import type { AskUser, AskHandler, ConfirmHandler } from './ask.ts';
import type { Capability } from './capabilities/capability.ts';
import type { ClipboardAccess, FetchAccess, PageAccess, StorageAccess } from './context-access.ts';
import type { HostAbortSignal, HostDocument } from './host-types.ts';

/**
 * What a tool's `execute` receives besides its input. A host extends it by declaration merging:
 * `declare module '@btcp/core' { interface ToolContext { db: Database } }`.
 */
export interface ToolContext {
  /** The document to act on: the page's own, or the one that a test or host passes. */
  readonly dom: HostDocument;
  /** Aborted when the caller cancels or the deadline passes. */
  readonly signal: HostAbortSignal;
  /** Reports progress; present only if the caller asked for it: `ctx.progress?.({ progress: 3, total: 10 })`. */
  readonly progress?: (update: Progress) => void;
  /** Reads and changes the page; as the next ones, it also works where tools run isolated, without `dom`. */
  readonly page: PageAccess;
  readonly storage: StorageAccess;
  readonly fetch: FetchAccess;
  readonly clipboard: ClipboardAccess;
  /** Asks the user for what the tool lacks. */
  readonly ask: AskUser;
  /** Who calls, where the host knows: present over HTTP with `auth`, except in isolated tools. */
  readonly auth?: CallerAuth;
  /** The trace that the call belongs to, if its caller named one; not in isolated tools. */
  readonly trace?: TraceContext;
}

/** What one call adds to `ctx`. */
export type AddedContext = Partial<
  Omit<ToolContext, 'dom' | 'signal' | 'progress' | 'page' | 'storage' | 'fetch' | 'clipboard' | 'ask'>
>;

/** An authenticated caller, without its token, which tools and logs have no use for. */
export interface CallerAuth {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Seconds since the epoch. */
  readonly expiresAt?: number | undefined;
  /** What the host's authentication adds, for example the tenant. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** A trace, in the formats of the W3C's Trace Context and Baggage. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** The progress of a call. */
export interface Progress {
  /** Grows with every update. */
  readonly progress: number;
  /** The final value of `progress`, where that is known. */
  readonly total?: number;
  /** What is being done, for people and agents. */
  readonly message?: string;
}

/** One example call. */
export interface Example<Input = unknown, Output = unknown> {
  /** What the example demonstrates. */
  readonly description?: string;
  readonly input: Input;
  readonly output?: Output;
}

/** One example call, as its author writes it. */
export interface AuthoredExample<Input = unknown, Output = unknown> extends Example<Input, Output> {
  /**
   * What `btcp check --run` runs the example with; a path relative to the tool's file. HTML is the page; a module's
   * default export is what a host adds to `ctx`, or a function that returns it. Not published. Default: an empty page.
   */
  readonly fixture?: string;
}

/**
 * Fields of an MCP tool that replace or extend those derived from the BTCP tool. The names are the protocol's own; see
 * https://modelcontextprotocol.io/specification.
 */
export interface McpFields {
  /** The tool's name for MCP clients, where BTCP's rules do not allow it. */
  readonly name?: string;
  /** The name for people. */
  readonly title?: string;
  /**
   * The whole description, where BTCP's limits do not allow it: one that is longer than the tool's own is used in every
   * export. `null` for none.
   */
  readonly description?: string | null;
  /** Hints such as `destructiveHint`: they can say less than those derived from the capabilities; `null` for none. */
  readonly annotations?: Readonly<Record<string, unknown>> | null;
  /**
   * Keywords for the root of the input schema, such as `$schema`, over those that BTCP publishes; `null` removes one.
   * For another notation of the same schema: one that accepts other values is left out.
   */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  /** The same for the output schema. */
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly icons?: readonly Readonly<Record<string, unknown>>[];
  readonly execution?: Readonly<Record<string, unknown>>;
  /** Metadata under keys that are not BTCP's. */
  readonly _meta?: Readonly<Record<string, unknown>>;
  /** Any other field of the MCP tool. */
  readonly [field: string]: unknown;
}

/**
 * The input that a caller may pass: every property is optional, because defaults are not part of a schema's type. The
 * build reports missing ones.
 */
export type ExampleInput<Input> = Input extends object
  ? { readonly [K in keyof Input]?: ExampleInput<Input[K]> }
  : Input;

/** A tool without its schemas and implementation. */
export interface ToolMetadata<Input = unknown, Output = unknown> {
  /** `^[a-zA-Z][a-zA-Z0-9_]*$`, at most 64 characters. Default: the name of the export. */
  readonly name?: string;
  /** What the tool does, for agents: 10 to 1,000 characters. Default: the JSDoc of the export. */
  readonly description?: string;
  /** The capabilities that the tool needs; calls are refused until the host grants them. */
  readonly capabilities: readonly Capability[];
  readonly examples?: readonly AuthoredExample<ExampleInput<Input>, Output>[];
  /** Default: whether the JSDoc has `@deprecated`. */
  readonly deprecated?: boolean;
  /** What to use instead. Default: the text of `@deprecated`, or a sentence that names `successor` and `sunset`. */
  readonly deprecationMessage?: string;
  /** The name of the tool to use instead of this deprecated one. */
  readonly successor?: string;
  /** The version of the manifest in which this deprecated tool will be gone, for example "2.0.0". */
  readonly sunset?: string;
  readonly tags?: readonly string[];
  /** Milliseconds, 1,000 to 300,000; instead of the manifest's. Callers can shorten it. */
  readonly timeout?: number;
  /**
   * Asks the user before each call: in the tool's name (`true`), by a sentence such as 'Delete this invoice?', or by one
   * that a function makes of the input, which is not published.
   */
  readonly confirm?: boolean | string | ((input: Input) => string);
  /**
   * What shows the tool's results in hosts of MCP Apps: HTML, or a script that fills `<div id="root">`; a path relative to
   * the tool's file, for example './order-card.html' or './order-card.tsx'. See docs/apps.md.
   */
  readonly ui?: string;
  /** MCP fields that BTCP lacks; exports to MCP include them. */
  readonly mcp?: McpFields;
}

/** A tool as `defineTool` returns it: its definition, callable like the function it wraps. */
export interface Tool<Input = never, Returned = unknown> extends Omit<ToolMetadata, 'confirm'> {
  /**
   * Runs the implementation directly: no gate, no validation, no deadline. For unit tests. Without a `signal`, the
   * context's is never aborted.
   */
  (input: Input, context?: Partial<ToolContext>): Returned;
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly confirm?: boolean | string | ((input: never) => string);
  /** Former names of the tool, and what maps their inputs to its own. */
  readonly aliases?: Readonly<Record<string, { readonly mapInput?: (input: never) => unknown }>>;
  readonly execute: (input: Input, context: ToolContext) => Returned;
}

/** What a caller made of a string that a model had sent in the place of another value. */
export interface CoercedValue {
  /** A JSON pointer to it. */
  readonly path: string;
  readonly from: string;
  readonly to: unknown;
}

/** How one call runs. */
export interface CallOptions {
  /**
   * Milliseconds, above 0. Can shorten the tool's or its manifest's deadline, never lengthen it; without one it
   * replaces the client's default. The call ends at most 50 ms or an eighth of it late.
   */
  readonly timeout?: number | undefined;
  /** Cancels the call: it fails with `CALL_CANCELLED`, and the tool's `ctx.signal` is aborted. */
  readonly signal?: HostAbortSignal | undefined;
  /**
   * Receives what the tool reports with `ctx.progress`; of an isolated tool only what is a `Progress`, with the first
   * 1,000 characters of its message.
   */
  readonly onProgress?: ((update: Progress) => void) | undefined;
  /** Added to the tool's `ctx`, over what the client's `context` has, and to the events; not to the `ctx` of isolated tools. */
  readonly context?: AddedContext | undefined;
  /** What the caller has coerced in the input, for the events of the call; `coerceInputs` of `@btcp/adapters` does. */
  readonly coerced?: readonly CoercedValue[] | undefined;
  /** Asks the caller's user to confirm this call, of a tool with `confirm`; instead of the client's `onConfirm`. */
  readonly onConfirm?: ConfirmHandler | undefined;
  /** Asks the caller's user what the tool asks; instead of the client's `onAsk`. */
  readonly onAsk?: AskHandler | undefined;
}

/** Anything that can call a tool by name: a `BTCPClient`, or a bridge to one elsewhere. */
export interface ToolCaller {
  callTool(name: string, input?: unknown, options?: CallOptions): Promise<unknown>;
}
