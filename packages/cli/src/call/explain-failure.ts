import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { LoadedConfig } from '@btcp/codegen';
import { BTCPError, ERROR_CODES, type Manifest } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';
import { InputError } from '../errors.ts';
import { adviseOnOrigin, HELP_WITH_PAGE, needsPage } from '../host/advice.ts';
import { type CliIo, type ExitCode, line } from '../io.ts';

/** The context of a failed call. */
interface FailedCall {
  readonly name: string;
  readonly config: LoadedConfig;
  readonly html?: string;
  readonly context?: string;
}

/** Prints why a call failed, with advice for the command line. */
export async function explainFailure(error: unknown, call: FailedCall, io: CliIo): Promise<ExitCode> {
  if (error instanceof InputError) throw error;
  if (!BTCPError.is(error)) {
    io.stderr(line`btcp: ${BTCPError.from(error).message}`);
    return 1;
  }
  const help = (await helpFor(error, call)) ?? error.suggestion;
  io.stderr(line`${error.code}: ${withoutTempPath(error.message)}` + placeOf(error.cause, call.config.root));
  const { status, body } = error.data ?? {};
  if (error.code === 'HTTP_ERROR' && status !== undefined)
    io.stderr(line`status: ${status}` + line`body: ${answered(body)}`);
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

/** Characters of a server's answer that are shown. */
const MAX_SHOWN = 2000;

function answered(body: unknown): string {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function adviseOnGrant({ data }: BTCPError): string {
  const missing = [data?.['missing']].flat().filter((id) => typeof id === 'string');
  return `Add --grant ${missing.join(',')}, or --grant-all for all that the tool declares.`;
}

// Where the author's own code threw, with source maps applied.
function placeOf(cause: unknown, root: string): string {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  for (const [, path = '', place = ''] of stack.matchAll(/\(?(?:file:\/\/)?(\/[^():]+)(:\d+:\d+)\)?$/gm)) {
    const short = relative(root, path);
    if (!short.startsWith('..') && !short.includes('node_modules')) return line`  at ${short}${place}`;
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
