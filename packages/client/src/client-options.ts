import type { Manifest, SandboxLevel } from '@btcp/core';
import type { SchemaCompiler } from './check-registration.ts';
import type { ChangedTool } from './signature/find-changes.ts';
import type { HostContext } from './tool-context.ts';

/** Where a client finds what confines tools. */
export interface IsolationOptions {
  /** URL of the page's own `btcp-isolated.html`. Default: that of the registration. */
  readonly page?: string;
  /** URL of `@btcp/client/quickjs-engine`, for the level `wasm` in a page. */
  readonly engine?: string;
}

/** Options of a client. */
export interface ClientOptions {
  /**
   * The properties of `ctx` besides `signal`, or a function that returns them for each call. Its own properties are
   * copied into each call's `ctx`; without `dom`, tools get the page's document.
   */
  readonly context?: HostContext | (() => HostContext);
  /** The deadline of tools that declare none, nor does their manifest. Milliseconds; 30,000 by default. */
  readonly timeout?: number;
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
   * Throws for a manifest that may not be registered: `requireSignature(keys)` of `@btcp/client/signature`.
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

/** Options of a registration. */
export interface RegisterOptions {
  /** Replaces a registered manifest of the same name, for example when its module was reloaded. */
  readonly replace?: boolean;
  /** Instead of the client's option. */
  readonly sandbox?: SandboxLevel;
  /** The manifest's signature, for the client's option `verify`. */
  readonly signature?: unknown;
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
