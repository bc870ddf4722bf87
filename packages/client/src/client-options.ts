import type {
  AskHandler,
  CapabilityRisk,
  ConfirmHandler,
  GrantedCapability,
  Manifest,
  SandboxLevel,
} from '@btcp/core';
import type { SchemaCompiler } from './registration/check-registration.ts';
import type { ChangedTool } from './signature/find-changes.ts';
import type { HostContext } from './tool-context.ts';
import type { RegisteredTool } from './tool-entry.ts';

/** Where a client finds what confines tools. */
export interface IsolationOptions {
  /** URL of the page's own `btcp-isolated.html`. Default: that of the registration. */
  readonly page?: string;
  /**
   * URL of `@btcp/client/quickjs-engine`, for the level `wasm` in a page; a `TrustedScriptURL` where the page requires
   * Trusted Types.
   */
  readonly engine?: string | { readonly toJSON: () => string; readonly toString: () => string };
}

/** A granted capability. */
export interface Grant {
  readonly capability: GrantedCapability;
  /** The name of the manifest whose tools may use it. Default: those of all manifests. */
  readonly manifest?: string | undefined;
}

/** Options of a client. What a plain object inherits is none. */
export interface ClientOptions {
  /**
   * The properties of `ctx` besides `signal`, or a function that returns them for each call. Its own properties are
   * copied into each call's `ctx`; without `dom`, tools get the page's document.
   */
  readonly context?: HostContext | (() => HostContext);
  /** The deadline of tools that declare none, nor does their manifest. Milliseconds; 30,000 by default. */
  readonly timeout?: number;
  /** Limits of calls, which the client keeps for any tool. */
  readonly limits?: Limits;
  /** Asks a user for capabilities: for `requestCapabilities`, and once for each that a call lacks while it waits. */
  readonly onConsent?: ConsentHandler;
  /** Asks a user to confirm calls of tools with `confirm`. Default: in a page, a dialog; elsewhere they are refused. */
  readonly onConfirm?: ConfirmHandler;
  /** Asks a user what tools ask by `ctx.ask`. Default: in a page, a dialog; elsewhere nobody. */
  readonly onAsk?: AskHandler;
  /** Grants capabilities of the protocol that are of low risk without asking, where something would ask for them. */
  readonly grantLowRisk?: boolean;
  /** What a user granted earlier: `client.grants`, as it was stored; null, as an empty store returns, for nothing. */
  readonly grants?: readonly Grant[] | null;
  /** Compiles the schemas of manifests that come without validators: `compileSchema` of `@btcp/schema/compile`, which uses eval. */
  readonly compile?: SchemaCompiler;
  /**
   * Allows wildcards such as `dom:*` in grants, and logs once which fields of a tool's result were left out because its
   * output schema does not declare them.
   */
  readonly development?: boolean;
  /** How tools are confined at least: a manifest may ask for more. Default: `inline`. */
  readonly sandbox?: SandboxLevel;
  readonly isolation?: IsolationOptions;
  /** The origins that `ctx.fetch` may ask besides the page's own, for example `https://api.example.com`; '*' for all. */
  readonly fetchOrigins?: readonly string[];
  /**
   * Throws for a manifest that may not be registered, else returns nothing: `requireSignature(keys)` of `@btcp/client/signature`.
   *
   * @param signature - That of the registration's options.
   */
  readonly verify?: (manifest: Manifest, signature: unknown) => Promise<void>;
  /**
   * Finds the tools that a user has to consent to, which are neither listed nor called before: of
   * `@btcp/client/signature`, `(manifest) => findChangedTools(manifest, digestsOfConsent)`.
   */
  readonly findUnconsented?: (manifest: Manifest) => readonly ChangedTool[] | Promise<readonly ChangedTool[]>;
}

/** Limits of calls; `Infinity` for none. */
export interface Limits {
  /** How many calls of one manifest run at once. 3 where neither it nor the manifest says; the lower one where both do. */
  readonly concurrent?: number;
  /** How many more calls of one manifest wait. Default: 1,000. */
  readonly queued?: number;
  /**
   * Maximum size of an input: the characters of its strings and property names, and one for each property and item.
   * Default: 1,048,576.
   */
  readonly input?: number;
  /** Maximum size of an output, counted in the same way. Default: 1,048,576. */
  readonly output?: number;
}

/** A capability that a user is asked for. */
export interface CapabilityRequest {
  readonly id: string;
  /** Of one that the protocol does not know, as its manifest declares it, or else high. */
  readonly risk: CapabilityRisk;
  /** What it allows, in words for a user. */
  readonly allows: string;
  /** Of one that the manifest declares: what the provider calls it. */
  readonly title?: string;
  /** Of one that the manifest declares: what the provider says of it. */
  readonly description?: string;
  /** The capabilities that are granted with it. */
  readonly implies: readonly string[];
}

/** What a user is asked. */
export interface ConsentRequest {
  /** The manifest whose tools may use them; without one, those of all manifests may. */
  readonly manifest: Manifest | undefined;
  /** The tool whose call waits for the answer. */
  readonly tool: RegisteredTool | undefined;
  readonly capabilities: readonly CapabilityRequest[];
  /** The highest of the capabilities. */
  readonly risk: CapabilityRisk;
  /** Aborted when the answer is no longer of use: the call was cancelled, or the manifest is gone. */
  readonly signal: AbortSignal;
}

/**
 * Asks a user.
 *
 * @returns Whether all are granted, or the ids of those that are. An error denies them, and is logged.
 */
export type ConsentHandler = (
  request: ConsentRequest,
) => boolean | readonly string[] | Promise<boolean | readonly string[]>;

/** Options of a change of grants. */
export interface GrantOptions {
  /** The name of the manifest whose tools it is for. Default: those of all manifests. */
  readonly manifest?: string | undefined;
}

/** Capabilities, by whether they are in effect. */
export interface CapabilityDecision {
  readonly granted: readonly string[];
  readonly missing: readonly string[];
}

/** Options of a registration. */
export interface RegisterOptions {
  /** Replaces a registered manifest of the same name, for example when its module was reloaded. */
  readonly replace?: boolean;
  /** Instead of the client's option, for a manifest that the host trusts more, or less, than others. */
  readonly sandbox?: SandboxLevel;
  /** The manifest's signature, for the client's option `verify`. */
  readonly signature?: unknown;
  /** Instead of the client's option, for the tools of this manifest. */
  readonly context?: ClientOptions['context'];
  /**
   * Called when one of these tools has ended, even with an error; its call ends once what this returns has settled, within
   * its deadline. Here a framework renders what the tool changed: `nextTick` of Vue, `tick` of Svelte.
   */
  readonly afterRun?: () => unknown;
}

/** Options of `client.use`. */
export type UseOptions = Omit<RegisterOptions, 'replace'>;

/** A registration in use. */
export interface ToolsHandle {
  /**
   * The registration: rejects as `registerManifest` does, and is undefined if this was disposed, or another registration
   * took its place, before it was done. A newer build while developing makes it another promise.
   */
  readonly ready: Promise<RegisteredManifest | undefined>;
  /** Removes the tools, unless the same manifest is in use elsewhere. Calls that are running finish. */
  readonly dispose: () => void;
}

/** The result of registering a manifest. */
export interface RegisteredManifest {
  /** The client's own frozen copy. */
  readonly manifest: Manifest;
  /** Capabilities that its tools need and that are not granted yet. */
  readonly missingCapabilities: readonly string[];
  /** The tools that wait for consent: what the client's option `findUnconsented` found. */
  readonly changedTools?: readonly ChangedTool[] | undefined;
}
