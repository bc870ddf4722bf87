import { type OwnCapability, isReadingCapability, reachesOut } from './capabilities/capability.ts';
import type { Example, McpFields } from './tool.ts';
import type { JsonSchemaObject } from './validator.ts';

/** A tool as a manifest publishes it. */
export interface ManifestTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchemaObject;
  readonly outputSchema?: JsonSchemaObject;
  readonly capabilities: readonly string[];
  /**
   * Set by a build that read all of the tool's code, and found that it uses no undeclared capability, and keeps no
   * state where the declared ones only read. Only then do exports derive hints from the capabilities. It is the
   * publisher's claim, not a proof.
   */
  readonly capabilitiesVerified?: boolean;
  readonly examples?: readonly Example[];
  readonly deprecated?: boolean;
  readonly deprecationMessage?: string;
  /** The name of the tool to use instead. */
  readonly successor?: string;
  /** The version of the manifest in which the tool will be gone. */
  readonly sunset?: string;
  /** The tool that this is a former name of. */
  readonly aliasOf?: string;
  readonly tags?: readonly string[];
  /** Milliseconds. */
  readonly timeout?: number;
  /** Asks the user before each call: the sentence, or true where the tool's code makes one. */
  readonly confirm?: boolean | string;
  /** The document that shows its results; `ui/<name>.html` beside the manifest. */
  readonly ui?: ToolUi;
  /** MCP fields that BTCP lacks. */
  readonly mcp?: McpFields;
}

/** Hosts that a tool's document may reach: origins such as `https://api.example.com`, or `https://*.example.com`. */
export interface UiDomains {
  /** For `fetch`, WebSocket and the like. Default: none. */
  readonly connectDomains?: readonly string[];
  /** For images, scripts, styles, fonts and media. Default: none. */
  readonly resourceDomains?: readonly string[];
}

/** One HTML document, which hosts of MCP Apps show with a tool's result. */
export interface ToolUi extends UiDomains {
  /** The SHA-256 digest of the document in UTF-8, in hexadecimal. */
  readonly sha256: string;
}

/** Who provides a manifest. */
export interface Provider {
  readonly name: string;
  readonly url?: string;
  /** An email address. */
  readonly contact?: string;
  /** A URL. */
  readonly icon?: string;
}

/** How tools are confined: `inline`, not at all; `iframe`, in a sandboxed frame; `wasm`, in QuickJS. See docs/isolation.md. */
export type SandboxLevel = 'inline' | 'iframe' | 'wasm';

/** How a host should run a manifest's tools. */
export interface ManifestConfig {
  /** Milliseconds, 1,000 to 300,000; 30,000 by default. */
  readonly timeout?: number;
  /** Default: `inline`. Clients refuse `worker` and `ses`, which do not confine tools. */
  readonly sandbox?: Exclude<SandboxLevel, 'inline'> | 'worker' | 'ses';
  /** 1 to 10; 3 by default. */
  readonly maxConcurrent?: number;
}

/** A BTCP manifest: what a provider publishes. */
export interface Manifest {
  /** Protocol version, for example "1.0". */
  readonly btcp: string;
  /** `^[a-z][a-z0-9-]*$`, at most 64 characters. */
  readonly name: string;
  /** Semantic version. */
  readonly version: string;
  readonly description?: string;
  readonly provider?: Provider;
  readonly tools: readonly ManifestTool[];
  /** The union of the tools' capabilities, sorted. */
  readonly capabilities: readonly string[];
  /** What the provider says of those capabilities that the protocol does not know. */
  readonly capabilityDetails?: Readonly<Record<string, OwnCapability>>;
  readonly config?: ManifestConfig;
}

/**
 * What a source of a Content Security Policy must match in `ui` of a config or manifest: an origin, whose host may begin
 * with `*.`; nothing that ends a directive.
 */
export const UI_DOMAIN_PATTERN = '^(https?|wss?)://(\\*\\.)?[\\w.-]+(:\\d+)?$';

/** MCP's hints; an absent one has MCP's default. */
export interface DerivedHints {
  readonly readOnlyHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** MCP's hints that follow from a tool's capabilities: none, unless a build verified them against its code. */
export function derivedHints({
  capabilities,
  capabilitiesVerified,
}: Pick<ManifestTool, 'capabilities' | 'capabilitiesVerified'>): DerivedHints {
  if (capabilitiesVerified !== true) return {};
  return {
    ...(capabilities.every(isReadingCapability) && { readOnlyHint: true }),
    ...(!capabilities.some(reachesOut) && { openWorldHint: false }),
  };
}

const fingerprints = new WeakMap<object, string>();

/**
 * Reads the manifest that a build wrote into `registration.ts`. A client does not check it again, so it is frozen, and
 * a template literal: JSON that a program received, or a changed copy, never counts as built. Code can forge one, but a
 * page that runs a provider's code has trusted it already.
 *
 * @param json - `[manifest, fingerprints]`; those of the tools' schemas, as `joinFingerprints` writes them.
 */
export function parseBuiltManifest({ raw }: TemplateStringsArray): Manifest {
  const [manifest, schemas] = JSON.parse(raw[0] ?? '') as readonly [Manifest, string];
  // Only the strings of a literal are frozen. Others give an ordinary manifest.
  if (Object.isFrozen(raw)) fingerprints.set(freeze(manifest), schemas);
  return manifest;
}

/** The fingerprints of the schemas that a manifest was built with; `undefined` for other manifests. */
export function findBuiltFingerprints(manifest: Manifest): string | undefined {
  return fingerprints.get(manifest);
}

/** Joins the fingerprints of each tool's input and output schema. */
export function joinFingerprints(tools: readonly (readonly (string | undefined)[])[]): string {
  return String(tools);
}

function freeze<T extends object>(value: T): T {
  for (const key in value) {
    const item = value[key];
    if (typeof item === 'object' && item) freeze(item);
  }
  return Object.freeze(value);
}
