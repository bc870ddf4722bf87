import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { loadSkills, McpProblem, searchHost, serveMcp } from '@btcp/adapters/mcp-server';
import type { BTCPClient } from '@btcp/client';
import type { LoadedConfig } from '@btcp/codegen';
import { BTCPError, type Manifest, type ManifestTool } from '@btcp/core';
import { InputError, UsageError } from '../errors.ts';
import { adviseOnOrigin, HELP_WITH_PAGE, needsPage } from '../host/advice.ts';
import { keepStdout } from '../host/keep-stdout.ts';
import {
  checkGrants,
  type HostOptions,
  type OpenClient,
  openClient,
  readGrants,
} from '../host/open-client.ts';
import { projectIn, warnIfStale } from '../host/project.ts';
import { failAtExit } from '../run/end-if-blocked.ts';
import { type CliIo, counted, type ExitCode, line, type Run } from '../io.ts';
import type { McpClientName } from './clients/mcp-clients.ts';
import { type HttpOptions, isLoopback, serveHttp } from './serve-http.ts';
import { loadPeers } from '../system/load-peers.ts';
import { documentPath } from '../system/write-files.ts';

interface ServeValues extends HostOptions {
  readonly grant?: readonly string[];
  readonly 'grant-all': boolean;
  readonly search: boolean;
  readonly coerce: boolean;
  readonly config?: string;
  readonly 'print-config'?: McpClientName;
  readonly write: boolean;
  readonly http: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly 'max-body'?: number;
  readonly 'allow-host'?: readonly string[];
  readonly 'allow-origin'?: readonly string[];
  readonly public: boolean;
}

export const runServe: Run<ServeValues> = async (values, _, io) => {
  const config = await projectIn(io.cwd, values.config);
  const { 'print-config': client, write } = values;
  if (client !== undefined) {
    const { printConfig } = await import('./print-config.ts');
    return printConfig(client, config, { ...values }, write, io);
  }
  const grants = values['grant-all'] ? ALL : (values.grant ?? []).flatMap(readGrants);
  const {
    http,
    host = '127.0.0.1',
    port = 3939,
    'max-body': maxBody,
    'allow-host': allowHosts = [],
    'allow-origin': allowOrigins = [],
  } = values;
  if (!http) return serve(config, { ...values, grants, http: undefined }, io);
  const token = process.env[TOKEN] || undefined;
  if (token === undefined && !isLoopback(host) && !values.public)
    throw new UsageError(
      `other machines can reach ${host}: set the environment variable ${TOKEN} to a secret that clients send as bearer token, or let anybody call with --public.`,
    );
  return serve(
    config,
    { ...values, grants, http: { host, port, maxBody, allowHosts, allowOrigins, token } },
    io,
  );
};

/** The environment variable with the bearer token, which no list of processes shows. */
const TOKEN = 'BTCP_SERVE_TOKEN';

const ALL = 'all';

/** Where providers begin to advise a search. */
const MANY_TOOLS = 40;

interface ServeOptions extends HostOptions {
  readonly search: boolean;
  readonly coerce: boolean;
  readonly grants: readonly string[] | typeof ALL;
  /** Where it listens; `undefined` for standard input and output. */
  readonly http:
    Pick<HttpOptions, 'host' | 'port' | 'maxBody' | 'allowHosts' | 'allowOrigins' | 'token'> | undefined;
}

async function serve(config: LoadedConfig, options: ServeOptions, io: CliIo): Promise<ExitCode> {
  const say = (text: string): void => io.stderr(line`btcp serve: ${text}`);
  // Before a tool's module can print anything.
  const stdout = keepStdout();
  const surrender = surviveTools(say);
  let open: OpenClient | undefined;
  try {
    const { http } = options;
    const mcp = await loadServer();
    open = await openClient(config, options, io);
    const { client, registration } = open;
    const { manifest } = registration;
    await grant(client, manifest, options.grants);
    const advising = withAdvice(client, say);
    const coerced = options.coerce ? await coercing(advising, say) : advising;
    const host = options.search ? mcp.searchHost(coerced) : coerced;
    const folder = join(config.root, 'skills');
    const skills = existsSync(folder)
      ? await mcp.loadSkills(folder, { onWarning: (text) => say(`skills: ${text}`) })
      : undefined;
    const served = {
      onError: ({ message }: Error) => say(message),
      title: config.publish?.title,
      results: config.mcp.results,
      ...(skills && { extensions: [skills] }),
      ...(manifest.tools.some(({ ui }) => ui) && {
        readUi: ({ name }: ManifestTool) => readFile(documentPath(config.outDir, name), 'utf8'),
      }),
      onProblem: ({ tool, message }: McpProblem) => say(`"${tool}" is not listed: ${message}`),
    };
    const service = http
      ? await serveHttp(host, manifest, { ...http, ...served }, say)
      : mcp.serveMcp(host, { manifest, ...served, stdout });
    say(
      `${counted(manifest.tools.length, 'tool')} of ${manifest.name} ${manifest.version}, as MCP ${'url' in service ? `at ${service.url}` : 'on standard input and output'}.`,
    );
    if (!options.search && manifest.tools.length > MANY_TOOLS)
      say('models choose worse among so many tools: --search lists two, which find and call the others.');
    if (http && http.token === undefined && !isLoopback(http.host))
      say(`anybody who reaches ${http.host} can call these tools: ${TOKEN} is not set.`);
    reportMissing(client, manifest, say);
    await warnIfStale(config, io);
    await service.closed;
    return 0;
  } catch (error) {
    explain(error, io);
    return 1;
  } finally {
    surrender();
    await open?.dispose();
  }
}

/** A host that reads values sent as strings, and says so. */
async function coercing(host: ToolHost, say: (text: string) => void): Promise<ToolHost> {
  const { coerceInputs } = await import('@btcp/adapters');
  return coerceInputs(host, {
    onCoerced: ({ tool, changes }) =>
      say(
        `${tool}: read ${changes.map(({ path, to }) => `${path} as ${typeOf(to)}`).join(', ')} from a string.`,
      ),
  });
}

const typeOf = (value: unknown): string =>
  typeof value === 'number' ? 'a number' : Array.isArray(value) ? 'an array' : 'an object';

/** A client whose errors say how to start this command, if an option is missing. */
function withAdvice(client: BTCPClient, say: (text: string) => void): ToolHost {
  return {
    listTools: () => client.listTools(),
    on: (event, listener) => client.on(event, listener),
    callTool: (name, ...call) =>
      client.callTool(name, ...call).catch(async (thrown: unknown) => {
        const error = BTCPError.from(thrown);
        const help = (await needsPage(error))
          ? HELP_WITH_PAGE
          : (adviseOnOrigin(error) ?? adviseOnGrants(error, name, client));
        if (help === undefined) throw thrown;
        const { code, message } = error;
        say(`${name} failed: ${message.replace(/\.$/, '')}. ${help}`);
        throw new BTCPError(code, { message, suggestion: help });
      }),
  };
}

/** Advice for an agent, which can only pass it on; `undefined` for other errors. */
function adviseOnGrants({ code }: BTCPError, name: string, client: BTCPClient): string | undefined {
  const tool = client.getTool(name);
  if (code !== 'CAPABILITY_DENIED' || !tool) return undefined;
  const { missing } = client.preflightCapabilities(tool.capabilities);
  return missing.length === 0 ? undefined : `Ask the user to start this server ${grantsOf(missing)}.`;
}

const grantsOf = (missing: readonly string[]): string =>
  `with --grant ${missing.join(',')}, or with --grant-all`;

const ignore = (): void => undefined;

/** Keeps the process alive when a tool throws asynchronously. @returns Stops that. */
function surviveTools(say: (text: string) => void): () => void {
  const survive = (thrown: unknown): void =>
    say(`a tool failed after its call, or beside it: ${BTCPError.from(thrown).message}`);
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
  // The parent process need not read stderr.
  process.stderr.on('error', ignore);
  const allow = failAtExit(() => say('a tool ended the process, and the service with it.'));
  return () => {
    allow();
    process.off('uncaughtException', survive);
    process.off('unhandledRejection', survive);
    process.stderr.off('error', ignore);
  };
}

interface McpServerModule {
  readonly loadSkills: typeof loadSkills;
  readonly serveMcp: typeof serveMcp;
  readonly searchHost: typeof searchHost;
}

type ToolHost = Parameters<typeof serveMcp>[0];

// Only this command needs the SDK.
async function loadServer(): Promise<McpServerModule> {
  return loadPeers(() => import('@btcp/adapters/mcp-server'), 'Serving', '@modelcontextprotocol/server@2');
}

async function grant(client: BTCPClient, manifest: Manifest, grants: ServeOptions['grants']): Promise<void> {
  const ids = grants === ALL ? manifest.capabilities : grants;
  checkGrants(ids, manifest);
  await client.grantCapabilities(ids);
}

function reportMissing(client: BTCPClient, manifest: Manifest, say: (text: string) => void): void {
  const refused = client.listTools({ callable: false });
  if (refused.length === 0) return;
  const granted = new Set(client.capabilities);
  const missing = manifest.capabilities.filter((id) => !granted.has(id));
  say(
    `not granted: ${missing.join(', ')}. Calls of ${refused.map(({ name }) => name).join(', ')} are refused; ` +
      `start it ${grantsOf(missing)}.`,
  );
}

function explain(error: unknown, { stderr }: CliIo): void {
  const { code, message, suggestion } = BTCPError.from(error);
  const { reason, help } =
    error instanceof InputError
      ? error
      : BTCPError.is(error)
        ? { reason: `${code}: ${message}`, help: suggestion }
        : { reason: message, help: undefined };
  stderr(line`btcp serve: ${reason}`);
  if (help !== undefined) stderr(line`help: ${help}`);
}
