import type { HostAbortSignal, ManifestTool, JsonSchemaObject } from '@btcp/core';
import { isObject, mapValues, pickKeys, resolveRef } from '@btcp/schema/internal';
import { describeTool } from '../../profile/describe-tool.ts';
import { webMcpFields, type WebMcpFields } from '../../profile/mcp-fields/mcp-fields.ts';
import { type ToolHost, findListingProblems, type ToolProblem } from '../tool-host.ts';
import { executeTool } from './execute-tool.ts';

/**
 * A problem with a tool in the browser.
 *
 * - `schema-simplified`: the browser refused its schema, and has one of types, properties and limits alone; calls are
 *   validated against the original.
 * - `not-registered`: the browser refused it.
 * - `not-listable`: it violates the meta-schema, so the browser was not asked.
 */
export type WebMcpProblem = ToolProblem<'schema-simplified' | 'not-registered' | 'not-listable'>;

/** How tools are bound. */
export interface WebMcpOptions {
  /** Unbinds when it is aborted. */
  readonly signal?: HostAbortSignal | undefined;
  /** Milliseconds; shortens the deadline of every call. */
  readonly timeout?: number | undefined;
  /** Origins of other documents, in this page's frames or around it, that may use the tools. Default: none. */
  readonly exposedTo?: readonly string[] | undefined;
  /** Is called when the browser's agent runs a tool, or has filled in a form that is one. */
  readonly onActivated?: ((activated: { readonly tool: string }) => void) | undefined;
  /** Receives problems as they are found, also of tools that are registered later. */
  readonly onProblem?: ((problem: WebMcpProblem) => void) | undefined;
}

/** A client's tools in the browser. */
export interface WebMcpBinding {
  /** Whether the browser has WebMCP; if not, nothing was registered. */
  readonly supported: boolean;
  /** Names of the tools that the browser has now. */
  readonly tools: readonly string[];
  /** Every problem so far, one for each tool. */
  readonly problems: readonly WebMcpProblem[];
  /** Unregisters the tools. Running calls finish. */
  dispose(): void;
}

/** A tool in the browser, and the controller that unregisters it. */
interface Registered {
  readonly tool: ManifestTool;
  readonly controller: AbortController;
}

export class Binding implements WebMcpBinding {
  readonly supported = true;
  readonly #host: ToolHost;
  readonly #context: ModelContext;
  readonly #options: WebMcpOptions;
  readonly #registered = new Map<string, Registered>();
  readonly #problems: WebMcpProblem[] = [];
  readonly #reported = new WeakSet<ManifestTool>();
  #stop: (() => void) | undefined;

  constructor(host: ToolHost, context: ModelContext, options: WebMcpOptions) {
    this.#host = host;
    this.#context = context;
    this.#options = options;
  }

  get tools(): readonly string[] {
    return [...this.#registered.keys()];
  }

  get problems(): readonly WebMcpProblem[] {
    return [...this.#problems];
  }

  async follow(): Promise<void> {
    const { signal } = this.#options;
    if (signal?.aborted === true) return;
    signal?.addEventListener('abort', () => this.dispose());
    this.#stop = this.#host.on('toolsChanged', () => this.#update());
    this.#context.addEventListener?.('toolactivated', this.#hear);
    await this.#update();
  }

  // The browser tells of its page's forms, too; of the client's tools each call tells.
  #hear = ({ toolName }: { readonly toolName?: unknown }): void => {
    if (typeof toolName === 'string' && !this.#registered.has(toolName))
      this.#options.onActivated?.({ tool: toolName });
  };

  dispose(): void {
    this.#stop?.();
    this.#context.removeEventListener?.('toolactivated', this.#hear);
    for (const name of this.tools) this.#remove(name);
  }

  /** Synchronises the browser's tools with the client's. */
  async #update(): Promise<void> {
    const wanted = new Map(this.#host.listTools().map((tool) => [tool.name, tool]));
    for (const [name, { tool }] of this.#registered) if (wanted.get(name) !== tool) this.#remove(name);
    const added = [...wanted.values()].filter(({ name }) => !this.#registered.has(name));
    await Promise.all(added.map((tool) => this.#add(tool)));
  }

  async #add(tool: ManifestTool): Promise<void> {
    const { name, inputSchema } = tool;
    const problems = findListingProblems(tool);
    if (problems.length > 0) return this.#report(tool, 'not-listable', problems.join(' '));
    const controller = new AbortController();
    this.#registered.set(name, { tool, controller });
    const refused = await this.#register(tool, inputSchema, controller);
    if (refused === undefined || controller.signal.aborted) return;
    if ((await this.#register(tool, flattenSchema(inputSchema), controller)) === undefined)
      return this.#report(tool, 'schema-simplified', refused);
    if (controller.signal.aborted) return;
    this.#remove(name);
    this.#report(tool, 'not-registered', refused);
  }

  /** @returns Why the browser refused it. */
  async #register(
    tool: ManifestTool,
    schema: object,
    controller: AbortController,
  ): Promise<string | undefined> {
    try {
      const { exposedTo } = this.#options;
      await this.#context.registerTool(this.#describe(tool, schema), {
        signal: controller.signal,
        ...(exposedTo && { exposedTo }),
      });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #describe(tool: ManifestTool, inputSchema: object): ModelContextTool {
    const { timeout, onActivated } = this.#options;
    return {
      name: tool.name,
      ...webMcpFields(tool, describeTool(tool)),
      inputSchema,
      execute: async (input, options) => {
        // What it throws is not the tool's.
        if (onActivated) queueMicrotask(() => onActivated({ tool: tool.name }));
        return executeTool(this.#host, tool, input, { timeout, signal: options?.signal });
      },
    };
  }

  #remove(name: string): void {
    this.#registered.get(name)?.controller.abort();
    this.#registered.delete(name);
  }

  // A tool that is not in the browser is tried again at every change of the client's tools.
  #report(tool: ManifestTool, code: WebMcpProblem['code'], message: string): void {
    if (this.#reported.has(tool)) return;
    this.#reported.add(tool);
    const problem = { tool: tool.name, code, message };
    this.#problems.push(problem);
    this.#options.onProblem?.(problem);
  }
}

/** A tool as a page registers it (WebMCP draft of 2026-09-15). */
export interface ModelContextTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: WebMcpFields['annotations'];
  readonly execute: (input: unknown, options?: { readonly signal?: HostAbortSignal }) => Promise<unknown>;
}

export interface ModelContext {
  /** Rejects invalid tools; the tool stays until the signal is aborted. */
  registerTool(tool: ModelContextTool, options: RegisterOptions): Promise<unknown>;
  /** `toolactivated`, when an agent runs a tool or has filled in a form. */
  addEventListener?(type: 'toolactivated', listener: (event: { readonly toolName?: unknown }) => void): void;
  removeEventListener?(
    type: 'toolactivated',
    listener: (event: { readonly toolName?: unknown }) => void,
  ): void;
}

interface RegisterOptions {
  readonly signal: HostAbortSignal;
  /** Origins of other documents that may use the tool. */
  readonly exposedTo?: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

/** What every browser takes of a schema beside its type, its properties and its items. */
const PLAIN = ['title', 'description', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'required'];

/** Nested references multiply; what is beyond takes anything. */
const MAX_PARTS = 10_000;

/**
 * Writes a schema with types, properties, items and limits alone: references are written out; a recursive one and a
 * union take anything. It accepts all that the original does.
 */
export function flattenSchema(root: JsonSchemaObject): JsonSchemaObject {
  let parts = 0;
  const flat = (schema: unknown, above: readonly string[]): Schema => {
    if (!isObject(schema) || ++parts > MAX_PARTS) return {};
    const { $ref, type, enum: values, properties, items } = schema;
    if (typeof $ref === 'string') {
      const target = above.includes($ref) ? {} : flat(resolveRef(root, $ref), [...above, $ref]);
      return { ...target, ...pickKeys(schema, ['title', 'description']) };
    }
    return {
      ...pickKeys(schema, PLAIN),
      ...(typeof type === 'string' && { type }),
      ...(Array.isArray(values) && values.every((each) => typeof each === 'string') && { enum: values }),
      ...(isObject(properties) && { properties: mapValues(properties, (each) => flat(each, above)) }),
      ...(isObject(items) && { items: flat(items, above) }),
    };
  };
  return { ...flat(root, ['#']), type: 'object' };
}
