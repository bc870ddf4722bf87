import type { Manifest } from './manifest.ts';
import { BTCPError } from './btcp-error.ts';
import { copyJson } from './copy-json.ts';
import type { Tool, ToolContext } from './tool.ts';
import type { ToolValidators, Validator } from './validator.ts';

/** Runs a tool: a function, or anything with an `execute` such as what `defineTool` returns. */
// `never` lets implementations with any input type be passed; the client calls them only with validated input.
export type LoadedImplementation =
  | ((input: never, context: ToolContext) => unknown)
  | { readonly execute: (input: never, context: ToolContext) => unknown };

/** Runs a tool, or loads it at the first call: see `loadOnCall` and `loadWithContext`. */
export type Implementation = LoadedImplementation | LazyImplementation;

/** An implementation that is loaded at its first call. */
export interface LazyImplementation {
  readonly load: () => Promise<LoadedImplementation>;
  /** Members of `ctx` that the tool reads, and that only its host can add. */
  readonly contextMembers?: readonly string[];
}

/**
 * An implementation that is loaded at its first call: a page starts without it, and a failure to load affects no other
 * tool. The tool's deadline begins after loading.
 *
 * @param load - Imports the tool's module and returns the tool, for example
 * `async () => (await import('./cells.js')).getCellValue`.
 */
export function loadOnCall(load: () => Promise<LoadedImplementation>): Implementation {
  return { load };
}

/**
 * An implementation that is loaded at its first call, and refuses calls without what its host must add to `ctx`.
 *
 * @param name - The tool.
 * @param contextMembers - What it reads of `ctx`, beyond what every client gives.
 * @param load - As `loadOnCall` takes it.
 */
export function loadWithContext(
  name: string,
  contextMembers: readonly string[],
  load: () => Promise<LoadedImplementation>,
): Implementation {
  return {
    contextMembers,
    load: async () => {
      const tool = await load();
      const run = (input: never, context: ToolContext): unknown => {
        const missing = contextMembers.find(
          (member) => (context as unknown as Readonly<Record<string, unknown>>)[member] === undefined,
        );
        if (missing !== undefined)
          throw new BTCPError('EXECUTION_ERROR', {
            message: `"${name}" reads \`ctx.${missing}\`; this client's context has no \`${missing}\`.`,
            suggestion: `Do without this tool until its host passes it: \`new BTCPClient({ context: { ${missing} } })\`, or \`--context <file>\` of btcp.`,
          });
        return typeof tool === 'function' ? tool(input, context) : tool.execute(input, context);
      };
      return Object.assign(run, { confirm: (tool as Partial<Tool>).confirm });
    },
  };
}

/**
 * The implementation of an alias: maps the input, validates the result as input of the tool, and runs that.
 *
 * @param tool - The tool with the alias.
 * @param name - The alias.
 * @param validate - Validates the tool's input.
 */
export function aliasOf(tool: Tool, name: string, validate: Validator): LoadedImplementation {
  const { mapInput } = (tool.aliases ?? {})[name] ?? {};
  const { confirm } = tool;
  const map = <T>(input: never, use: (mapped: never) => T): T | Promise<never> => {
    const copy = copyJson(mapInput ? mapInput(input) : input, true);
    const mapped = copy.ok ? validate(copy.value) : copy;
    if (mapped.ok) return use(mapped.value as never);
    const fail = (): never => {
      const [issue] = mapped.issues;
      throw new BTCPError('EXECUTION_ERROR', {
        message: `The alias "${name}" makes an input that its tool refuses: ${issue?.path} ${issue?.message}`,
        data: { issues: mapped.issues },
      });
    };
    return mapped.loading ? mapped.loading.then(fail) : fail();
  };
  return {
    execute: (input: never, context: ToolContext) => map(input, (mapped) => tool.execute(mapped, context)),
    ...(typeof confirm === 'function' && { confirm: (input: never) => map(input, confirm) }),
  };
}

/** The implementation of a tool whose code is not imported, because it runs isolated. */
export function runsIsolated(): never {
  throw new BTCPError('ISOLATION_UNAVAILABLE', 'This tool runs only isolated, in a client.');
}

/**
 * The validators of a build with many tools, whose modules are imported at the first call of one of their tools.
 *
 * @param size - The number of tools per module, in the manifest's order.
 * @param modules - Import them.
 */
export function validatorsOnCall(
  { tools }: Manifest,
  size: number,
  modules: readonly ValidatorsModule[],
): NonNullable<Registration['validatorsOnCall']> {
  return Object.fromEntries(
    tools.map(({ name }, index) => [
      name,
      async () => (await modules[Math.floor(index / size)]?.())?.[name] as ToolValidators, // whoever calls it checks
    ]),
  );
}

/** Imports a module of validators. */
export type ValidatorsModule = () => Promise<Readonly<Record<string, ToolValidators>>>;

/** URLs of what `btcp build` writes for isolated tools. */
export interface IsolatedFiles {
  /** `isolated.js`. */
  readonly script: string;
  /** `btcp-isolated.html`. */
  readonly page?: string;
  /** Loads what starts QuickJS in a page, for tools built for `wasm`: `@btcp/client/quickjs`. */
  readonly engine?: () => Promise<{ readonly startQuickJs: () => unknown }>;
  /** Identifies the contents of the script, which says the same when it starts. */
  readonly build?: string;
}

declare const TOOLS: unique symbol;

/**
 * Everything a client needs to run a manifest's tools.
 *
 * @typeParam Tools - Their types by name: `Tools` of the generated `client.ts`.
 */
export interface Registration<Tools = unknown> {
  /** Never present: a phantom property with the types of the tools. */
  readonly [TOOLS]?: Tools;
  readonly manifest: Manifest;
  readonly implementations: Readonly<Record<string, Implementation>>;
  /** The contents of `validators.js`, written by `btcp build`. */
  readonly validators?: Readonly<Record<string, ToolValidators>>;
  /** Loads the validators of a tool when it is first called: in place of `validators`, in builds of many tools. */
  readonly validatorsOnCall?: Readonly<Record<string, () => Promise<ToolValidators>>>;
  /** Where the code of tools that run isolated is. */
  readonly isolated?: IsolatedFiles;
  /**
   * Calls a listener with each newer build. Only where `@btcp/vite` adds it, while a page is developed.
   *
   * @returns A function that removes the listener.
   */
  readonly onUpdate?: (listener: (next: Registration) => void) => () => void;
}
