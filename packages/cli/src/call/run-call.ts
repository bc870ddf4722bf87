import type { LoadedConfig } from '@btcp/codegen';
import { stackFrames } from '@btcp/codegen/internal';
import {
  type ManifestTool,
  BTCPError,
  ERROR_CODES,
  type Manifest,
  type Progress as Update,
} from '@btcp/core';
import { parseCallJson } from '@btcp/core/internal';
import { escapeUnseen } from '@btcp/schema/internal';
import { terminalQuestions } from './terminal-questions.ts';
import { checkGrants, type HostOptions, openClient, readGrants } from '../host/open-client.ts';
import { projectIn, warnIfStale } from '../host/project.ts';
import { type CliIo, type ExitCode, line, readStandardInput, type Run } from '../io.ts';
import { endIfBlocked, failAtExit } from '../run/end-if-blocked.ts';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { closestName } from '@btcp/schema/runtime';
import { InputError, UsageError } from '../errors.ts';
import { Progress } from '../progress.ts';
import { adviseOnOrigin, HELP_WITH_PAGE, needsPage } from '../host/advice.ts';

interface CallValues extends HostOptions {
  readonly grant?: readonly string[];
  readonly 'grant-all': boolean;
  readonly yes: boolean;
  readonly timeout?: number;
  readonly ui: boolean;
  readonly 'no-open': boolean;
  readonly config?: string;
}

export const runCall: Run<CallValues> = async (
  { grant = [], 'grant-all': grantAll, yes, config: file, ...values },
  [name = '', json],
  io,
) => {
  const input = json === '-' ? parseInput(await readStandardInput(), '') : parseInput(json);
  const config = await projectIn(io.cwd, file);
  await warnIfStale(config, io);
  const grants = grant.flatMap(readGrants);
  const run = { ...values, name, input, config, grants, grantAll, yes };
  // Maps errors of tools to their source.
  process.setSourceMapsEnabled(true);
  const allow = failAtExit(() =>
    io.stderr(line`btcp: the tool "${name}" ended the process, so there is no result.`),
  );
  return callTool(run, io)
    .catch((error: unknown) => explainFailure(error, run, io))
    .finally(allow);
};

/**
 * Parses the input of a call from the command line.
 *
 * @throws UsageError where it is not JSON; InputError where JavaScript would round a number of it.
 */
function parseInput(json: string = '{}', advice = HELP_WITH_QUOTES): unknown {
  try {
    return parseCallJson(json.replace(/^\uFEFF/, ''), 'The input');
  } catch (error) {
    if (BTCPError.is(error)) throw new InputError(`${error.message}.`, error.suggestion ?? '');
    // A shell removes quotes that are not quoted themselves.
    const isQuoted = /^[{["]/.test(json.trim()) && json.includes('"');
    const help = isQuoted ? '' : advice;
    throw new UsageError(`The input is not JSON: ${(error as Error).message}.${help}`);
  }
}

const HELP_WITH_QUOTES = ` Put it in single quotes: '{"cell": "B5"}'. A file is read by: - < input.json.`;

interface Call extends Omit<CallValues, 'grant' | 'grant-all' | 'config'> {
  readonly name: string;
  readonly input: unknown;
  readonly config: LoadedConfig;
  readonly grants: readonly string[];
  readonly grantAll: boolean;
}

async function callTool(
  { name, input, timeout, config, grants, grantAll, yes, ui, 'no-open': noOpen, ...host }: Call,
  io: CliIo,
): Promise<ExitCode> {
  const { client, registration, dispose } = await openClient(config, host, io);
  const { tools, config: manifestConfig } = registration.manifest;
  const tool = tools.find((each) => each.name === name);
  const limit = tool?.timeout ?? manifestConfig?.timeout;
  const deadline = Math.min(timeout ?? limit ?? DEFAULT_TIMEOUT, limit ?? Infinity);
  if (tool && timeout !== undefined && deadline < timeout)
    io.stderr(line`btcp: warning: ${cut(timeout, deadline, tool)}`);
  client.on('deprecatedCalled', ({ tool: { deprecationMessage = '' } }) =>
    io.stderr(line`btcp: warning: "${name}" is deprecated. ${deprecationMessage}`),
  );
  const stopWatching = endIfBlocked(deadline + GRACE, blocked(name, deadline));
  try {
    checkGrants(grants, registration.manifest);
    await client.grantCapabilities([...grants, ...((grantAll && tool?.capabilities) || [])]);
    const shown = new Progress(io);
    const asking = terminalQuestions(
      yes,
      io.isTerminal && process.stdin.isTTY,
      (text) => io.stderr(line`btcp: ${text}`),
      () => shown.end(),
    );
    const onProgress = io.isTerminal ? (update: Update): void => shown.show(progressText(update)) : undefined;
    const result = await client
      .callTool(name, input, { timeout, onProgress, ...asking })
      .finally(() => shown.end());
    io.stdout(JSON.stringify(result ?? null, null, 2) + '\n');
    if (ui) {
      await stopWatching();
      const { showUi } = await import('./show-ui.ts');
      await showUi({ client, tool, name, input, result, outDir: config.outDir, isOpened: !noOpen }, io);
    }
    return 0;
  } finally {
    await stopWatching();
    await dispose();
  }
}

/** Characters of progress, which is one line of a terminal. */
const MAX_PROGRESS = 70;

function progressText({ progress, total, message = '' }: Update): string {
  const done = `${progress}${total === undefined ? '' : `/${total}`} `;
  return escapeUnseen(done + message).slice(0, MAX_PROGRESS);
}

/** Milliseconds: the client's default deadline; and the grace beyond the deadline before a tool is ended. */
const DEFAULT_TIMEOUT = 30_000;
const GRACE = 2000;

function cut(timeout: number, limit: number, { name, timeout: own }: ManifestTool): string {
  const owner = own === undefined ? 'the manifest' : `"${name}"`;
  return `--timeout ${timeout} is more than the ${limit} ms that ${owner} declares, which apply.`;
}

// The client's own error, which it cannot report while its thread is busy.
function blocked(name: string, deadline: number): string {
  return (
    line`EXECUTION_TIMEOUT: The call of "${name}" kept its process busy for longer than ${deadline} ms.` +
    line`help: Let the tool return, or await something from time to time.`
  );
}

type FailedCall = Pick<Call, 'name' | 'config' | 'context'>;

/** Prints why a call failed, with advice for the command line. */
async function explainFailure(error: unknown, call: FailedCall, io: CliIo): Promise<ExitCode> {
  if (error instanceof InputError) throw error;
  if (!BTCPError.is(error)) {
    io.stderr(line`btcp: ${BTCPError.from(error).message}`);
    return 1;
  }
  const help = (await helpFor(error, call)) ?? error.suggestion;
  const message = withoutTempPath(error.message) + reasonOf(error);
  io.stderr(line`${error.code}: ${message}` + placeOf(error.cause, call.config.root));
  if (help !== undefined) io.stderr(line`help: ${help}`);
  return 1;
}

async function helpFor(error: BTCPError, call: FailedCall): Promise<string | undefined> {
  const { code, message, suggestion } = error;
  if (code === 'TOOL_NOT_FOUND') return helpWithName(call);
  if (code === 'CAPABILITY_DENIED') return adviseOnOrigin(error) ?? adviseOnGrant(error);
  // The client's own words where the limit of the tool or its manifest ended the call.
  if (code === 'EXECUTION_TIMEOUT' && message.endsWith(', its limit.'))
    return 'Ask for less in one call, or declare more time: as `timeout` of the tool, or else as `config.timeout` of the config. --timeout cannot exceed that.';
  if (code === 'EXECUTION_TIMEOUT' && suggestion === ERROR_CODES.EXECUTION_TIMEOUT)
    return 'Ask for less in one call, or give it longer: with --timeout, up to the `timeout` of the tool or the config.';
  const tooLarge = /^Invalid (input|output) .* is larger than \d+ characters/.exec(message)?.[1];
  if (tooLarge !== undefined)
    return `Less at a time is better for an agent, too. --max-${tooLarge} raises the limit, which is this command's: a host sets \`limits.${tooLarge}\` of its client.`;
  if (code === 'INVALID_OUTPUT') return 'Correct the tool, or its `outputSchema`.';
  return (await needsPage(error)) ? HELP_WITH_PAGE : (adviseOnOrigin(error) ?? adviseOnContext(error, call));
}

/** Says how this command passes what a host is asked for. */
function adviseOnContext({ code, suggestion = '' }: BTCPError, { context }: FailedCall): string | undefined {
  const isAsked = code === 'NOT_AUTHORIZED' || /\bcontext: \{/.test(suggestion);
  if (context !== undefined || !isAsked || suggestion.includes('--context')) return undefined;
  return `${suggestion} Here, --context <file> names the module whose default export is that context.`.trim();
}

function adviseOnGrant({ data }: BTCPError): string {
  const missing = [data?.['missing']].flat().filter((id) => typeof id === 'string');
  return `Add --grant ${missing.join(',')}, or --grant-all for all that the tool declares.`;
}

// `fetch failed` is all that Node says; its cause has the address, and why. That of several addresses says nothing itself.
function reasonOf({ message, cause }: BTCPError): string {
  const inner = cause instanceof Error ? cause.cause : undefined;
  const [reason] = inner instanceof AggregateError ? (inner.errors as readonly unknown[]) : [inner];
  const isNews = reason instanceof Error && reason.message !== '' && !message.includes(reason.message);
  return isNews ? `: ${reason.message}` : '';
}

// Where the author's own code threw, with source maps applied.
function placeOf(cause: unknown, root: string): string {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  for (const { path, line: row, column } of stackFrames(stack)) {
    const short = relative(root, path);
    if (!short.startsWith('..') && !short.includes('node_modules'))
      return line`  at ${short}:${row}:${column}`;
  }
  return '';
}

async function helpWithName({ name, config }: FailedCall): Promise<string> {
  const { tools } = JSON.parse(await readFile(join(config.outDir, 'manifest.json'), 'utf8')) as Manifest;
  const names = tools.map((tool) => tool.name);
  const close = closestName(name, names);
  return `${close === undefined ? '' : `Did you mean ${close}? `}The tools are ${names.join(', ')}.`;
}

// Modules of tools are loaded from copies, whose paths mean nothing.
function withoutTempPath(message: string): string {
  return message.replace(/ imported from \S*[\\/]btcp-\S+/, '');
}
