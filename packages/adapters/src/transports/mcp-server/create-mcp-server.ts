import { BTCPError, ERROR_CODES, type ManifestTool, type JsonSchemaObject } from '@btcp/core';
import { isObject, omitKeys } from '@btcp/schema/internal';
import { closestName } from '@btcp/schema/runtime';
import {
  type CacheHint,
  type Implementation,
  type InputRequiredResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type JSONRPCRequest,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { checkOptionNames } from '../../profile/check-option-names.ts';
import { mcpName } from '../../profile/mcp-fields/mcp-fields.ts';
import { withProgress } from '../mcp-progress.ts';
import { type McpResults, type McpResult, toMcpError, toMcpResult } from '../../targets/mcp/mcp-result.ts';
import {
  type ToolHost,
  findListingProblems,
  refuseNoClient,
  type ServedManifest,
  type ToolProblem,
} from '../tool-host.ts';
import { type AskingCall, askByMcp, Rounds } from './ask-by-mcp.ts';
import { callContextOf, type CallOrigin, capabilitiesOf } from './call-context.ts';
import { type ReadUi, UiResources } from './ui-resources.ts';
import { isModern, isWrapped, type McpTool, resultsFor, toMcpTool } from './to-mcp-tool.ts';
import { hasProtoKey } from './read-message.ts';

/** An extension of the protocol, such as the SDK's skills: attached to a server before it is connected. */
export interface McpExtension {
  attach(server: McpServer): void;
}

/**
 * A problem with a tool on an MCP server.
 *
 * - `not-listable`: it violates the meta-schema.
 * - `name-taken`: another tool has its name.
 */
export type McpProblem = ToolProblem<'not-listable' | 'name-taken'>;

/** How a server serves. */
export interface McpServerOptions {
  /** What the server tells of itself. Default: the manifest of the client, where it has one and no other. */
  readonly manifest?: ServedManifest | undefined;
  /** Receives problems as they are found, one for each tool that is not listed. */
  readonly onProblem?: ((problem: McpProblem) => void) | undefined;
  /** The server's name for people. Default: the manifest's name in words: `Order tools` of `order-tools`. */
  readonly title?: string | undefined;
  /**
   * Reads the built document of a tool that has `ui`: `generated/ui/<name>.html`. Default: results are shown without them.
   */
  readonly readUi?: ReadUi | undefined;
  /** Whether clients are told that the list of tools may change; not where nothing can be sent to them. Default: true. */
  readonly listChanged?: boolean | undefined;
  /** What the server offers beside tools, for example the skills of `loadSkills`. */
  readonly extensions?: readonly McpExtension[] | undefined;
  /** How long clients of 2026-07-28 may keep the list of tools, and whether for others. Default: not at all. */
  readonly cache?: CacheHint | undefined;
  /**
   * How results of tools with an output schema are sent: as text, structured (which an agent pays for once, if its client
   * passes on no more), or both. Default: both, as MCP recommends; text alone to clients from before structured results.
   */
  readonly results?: McpResults | undefined;
  /**
   * The key that seals what a call has asked its user, at least 32 bytes: the same for all processes that serve one
   * client by HTTP. Default: one of this process.
   */
  readonly stateKey?: Uint8Array | string | undefined;
}

/** Those that servers over HTTP have, too. */
export const SERVER_OPTIONS: Readonly<Record<keyof Omit<McpServerOptions, 'listChanged'>, true>> = {
  manifest: true,
  onProblem: true,
  title: true,
  readUi: true,
  extensions: true,
  cache: true,
  results: true,
  stateKey: true,
};

/**
 * What a server tells of itself.
 *
 * @throws BTCPError `INVALID_ARGUMENT` where it is not given, and the host has no manifest or several, or is no host.
 */
export function servedManifest(host: ToolHost, { manifest }: McpServerOptions): ServedManifest {
  refuseNoClient(host, 'listTools');
  const manifests = host.listManifests?.() ?? [];
  const [first, ...others] = manifests;
  const served = manifest ?? (others.length === 0 ? first : undefined);
  if (served) return served;
  const names = manifests.map(({ name }) => `"${name}"`).join(', ');
  throw new BTCPError('INVALID_ARGUMENT', {
    message: `A server has the name and version of one manifest, and ${names ? `the client has ${names}` : 'none is registered yet'}.`,
    suggestion: `${names ? 'Pass' : 'Await its registration, or pass'} what the server is to tell of itself: \`{ manifest: { name, version } }\`.`,
  });
}

/**
 * An MCP server with the tools of a client. It follows the client: tools that are registered later are listed, and
 * connected clients are notified. Calls go through the client's gate, validators and deadline; a failed one is a result
 * with its code and suggestion. One server serves one connection.
 *
 * @param host - A `BTCPClient`; tools without grants are listed, and refused when called.
 * @returns The official SDK's server, to be connected to a transport, or made for each request by `createMcpHandler`,
 * which then checks `Mcp-Param-…` headers against `x-mcp-header` of the schemas.
 * @throws BTCPError `INVALID_ARGUMENT` for unknown options, and without `manifest`, where the client has none or several.
 */
export function createMcpServer(host: ToolHost, options: McpServerOptions = {}): McpServer {
  checkOptionNames(options, { ...SERVER_OPTIONS, listChanged: true });
  return serverOf(host, servedManifest(host, options), options, options.listChanged);
}

/**
 * The server of a manifest.
 *
 * @param options - As they were given: in a copy of a class's instance its methods would be missing.
 */
export function serverOf(
  host: ToolHost,
  manifest: ServedManifest,
  options: Omit<McpServerOptions, 'manifest' | 'listChanged'>,
  listChanged = true,
): McpServer {
  const { onProblem, title, extensions = [], cache, results, stateKey, readUi } = options;
  const { description } = manifest;
  const rounds = roundsOf(host, stateKey);
  const server = new StrictServer(implementationOf(manifest, title), {
    capabilities: { tools: { listChanged } },
    requestState: { verify: (state, context) => rounds.codec.verify(state, context) },
    ...(description !== undefined && { instructions: description }),
    ...(cache && { cacheHints: { 'tools/list': cache, 'server/discover': cache } }),
  });
  const reported = new WeakSet<ManifestTool>();
  const list = (): ReadonlyMap<string, ManifestTool> =>
    listedTools(host, (tool, code, message) => {
      if (!reported.has(tool)) onProblem?.({ tool: tool.name, code, message });
      reported.add(tool);
    });
  // oxlint-disable-next-line typescript/no-deprecated -- the other way to know it differs by era
  const version = (): string | undefined => server.getNegotiatedProtocolVersion();
  const resultsOf = (): McpResults => results ?? resultsFor(version());
  const uis = new UiResources({ server, manifest, readUi, list: () => [...list().values()] });
  server.setRequestHandler('tools/list', ({ params }, context) => {
    // All tools are on the first page.
    if (params?.cursor !== undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such cursor.');
    return {
      // The same order in every locale.
      tools: [...list()]
        .toSorted(([, a], [, b]) => (a.name < b.name ? -1 : 1))
        .map(([name, tool]) =>
          uis.show(tool, withoutTasks(toMcpTool(name, tool, version(), resultsOf())), context),
        ),
    };
  });
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const listed = list();
    const tool = listed.get(params.name);
    if (!tool) throw unknownTool(params.name, [...listed.keys()]);
    const input = params.arguments ?? {};
    const asking = {
      // What is confirmed, and whose output it is.
      tool: host.behind?.find(tool.name, input) ?? tool,
      input,
      context,
      elicitation: capabilitiesOf(context, server)?.elicitation,
      isRepeated: isModern(version()),
      rounds,
    };
    const result = callTool(host, tool.name, asking, version(), resultsOf());
    return isWrapped(tool, version()) ? uis.markWrapped(result, context) : result;
  });
  follow(host, server);
  const served = new ToolServer(server, (name) => list().get(name)?.inputSchema);
  uis.attach(served);
  for (const extension of extensions) extension.attach(served);
  return served;
}

function unknownTool(name: string, listed: readonly string[]): ProtocolError {
  const meant = closestName(name, listed);
  const advice = meant === undefined ? '' : `; did you mean ${meant}?`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}${advice}`);
}

/** This server has no tasks, whatever the tool's author or the server that it came from has. */
function withoutTasks(tool: McpTool): McpTool {
  const { execution, ...others } = tool;
  if (!isObject(execution)) return tool;
  const left = omitKeys(execution, ['taskSupport']);
  return { ...others, ...(Object.keys(left).length > 0 && { execution: left }) };
}

function implementationOf(
  { name, version, description, provider }: ServedManifest,
  title: string | undefined,
): Implementation {
  const { url, icon } = provider ?? {};
  const words = name.replaceAll(/[-_.]+/g, ' ').trim();
  return {
    name,
    title: title ?? words.charAt(0).toUpperCase() + words.slice(1),
    version,
    ...(description !== undefined && { description }),
    ...(url !== undefined && { websiteUrl: url }),
    ...(icon !== undefined && { icons: [{ src: icon }] }),
  };
}

/**
 * The tools that are listed, by their names for MCP clients. Each name belongs to the tool that was registered first, as the
 * calls of another provider's tool are not to be had by registering its name; a tool whose MCP name is taken keeps its own.
 */
function listedTools(
  host: ToolHost,
  refuse: (tool: ManifestTool, code: McpProblem['code'], message: string) => void,
): ReadonlyMap<string, ManifestTool> {
  const named = new Map<string, ManifestTool>();
  for (const tool of host.listTools()) {
    const problems = findListingProblems(tool);
    const name = [mcpName(tool), tool.name].find((each) => !named.has(each));
    if (problems.length > 0) refuse(tool, 'not-listable', problems.join(' '));
    else if (name === undefined) refuse(tool, 'name-taken', nameProblem(tool, named));
    else named.set(name, tool);
  }
  return named;
}

function nameProblem({ name }: ManifestTool, named: ReadonlyMap<string, ManifestTool>): string {
  return `/name: "${name}" is the \`mcp.name\` of "${named.get(name)?.name}", which was registered before; give one of them another name.`;
}

const shared = new WeakMap<ToolHost, Map<string, Rounds>>();

/** Those of a host with a key: by HTTP, each request has a server of its own. */
function roundsOf(host: ToolHost, stateKey: McpServerOptions['stateKey']): Rounds {
  const ofHost = shared.get(host) ?? new Map<string, Rounds>();
  shared.set(host, ofHost);
  const key = typeof stateKey === 'string' ? `text ${stateKey}` : String(stateKey);
  const rounds = ofHost.get(key) ?? new Rounds(stateKey);
  ofHost.set(key, rounds);
  return rounds;
}

function callTool(
  host: ToolHost,
  name: string,
  asking: AskingCall & { readonly tool: ManifestTool; readonly context: CallOrigin },
  version: string | undefined,
  results: McpResults,
): Promise<McpResult | InputRequiredResult> {
  const { tool, input, context } = asking;
  return withProgress(context, (onProgress) =>
    askByMcp(asking, async (options) => {
      try {
        const call = { ...options, onProgress, context: callContextOf(context) };
        const output = await host.callTool(name, input, call);
        return toMcpResult(output, tool.outputSchema, results, isWrapped(tool, version));
      } catch (thrown) {
        return toMcpError(adviseAgent(BTCPError.from(thrown)));
      }
    }),
  );
}

/** An error whose advice an agent can follow: no MCP client has `requestCapabilities`. */
function adviseAgent(error: BTCPError): BTCPError {
  const { code, message, suggestion, issues } = error;
  if (code !== 'CAPABILITY_DENIED' || suggestion !== ERROR_CODES.CAPABILITY_DENIED) return error;
  const advice = 'Ask the user, or whoever runs this server, to grant them; then call again.';
  return new BTCPError(code, { message, suggestion: advice, issues });
}

/** Notifies the connected client when the tools change, as long as the server lives. */
function follow(host: ToolHost, server: Server): void {
  const stop = host.on('toolsChanged', () => {
    // A client that is not connected asks for the list when it connects.
    if (server.transport) server.sendToolListChanged().catch(() => undefined);
  });
  const { onclose } = server;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's way to hear of it
  server.onclose = () => {
    stop();
    onclose?.();
  };
}

/**
 * A server with tools of its own, as the SDK's high-level server: the SDK checks the headers of a call by HTTP only
 * where it gets one of these.
 */
class ToolServer extends McpServer {
  readonly #schemaOf: (name: string) => JsonSchemaObject | undefined;

  constructor(server: Server, schemaOf: (name: string) => JsonSchemaObject | undefined) {
    super({ name: '', version: '' });
    // It does all through this property.
    Object.defineProperty(this, 'server', { value: server });
    this.#schemaOf = schemaOf;
  }

  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#schemaOf(name);
  }
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The SDK's server, which checks calls before the SDK does: for any transport, with readable messages. */
class StrictServer extends Server {
  // oxlint-disable-next-line no-underscore-dangle -- the SDK's hook for subclasses
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // oxlint-disable-next-line no-underscore-dangle -- the SDK's
    const wrapped = super._wrapHandler(method, handler);
    if (method !== 'tools/call') return wrapped;
    return async (request, context) => {
      const reason = faultOf(request.params ?? {});
      if (reason !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, reason);
      return wrapped(request, context);
    };
  }
}

function faultOf({ name, arguments: input }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof name !== 'string') return 'A call needs the `name` of a tool, a string.';
  if (input === undefined) return undefined;
  if (!isObject(input)) {
    const got = Array.isArray(input) ? 'an array' : JSON.stringify(input).slice(0, 100);
    return `The \`arguments\` of a call must be an object; got ${got}.`;
  }
  // The SDK would drop it silently.
  return hasProtoKey(input) ? 'No property may have the name "__proto__".' : undefined;
}
