import { loadConfig, type LoadedConfig } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';
import type { Command } from '../command.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { milliseconds, parseOptions } from '../parse-options.ts';
import { readStandardInput } from '../read-standard-input.ts';
import { reportPretty } from '../report/report-pretty.ts';
import { openClient } from '../host/open-client.ts';
import { warnIfStale } from '../host/warn-if-stale.ts';
import { endIfBlocked } from '../run/end-if-blocked.ts';
import { UsageError } from '../usage-error.ts';
import { explainFailure } from './explain-failure.ts';

/** `btcp call`. */
export const callCommand: Command = {
  usage:
    "call <tool> ['<json>'] [--grant <capabilities>] [--html <file>] [--context <file>] [--timeout <ms>] [--config <file>]",
  summary:
    'Runs one built tool in Node, under its gate, schemas and deadline. The result is printed as JSON.',
  options: {
    '<json>': 'The input; `-` reads it from standard input. Default: {}.',
    '--grant <list>':
      'Grant exactly these capabilities, separated by commas. Default: those that the tool declares.',
    '--html <file>': 'Give the tool the document in this HTML file.',
    '--context <file>':
      'Give the tool the default export of this module as its context: an object, or a function that makes one.',
    '--timeout <ms>': 'The deadline in milliseconds; at most what the tool, or else its manifest, declares.',
    '--config <file>': 'The config file. Default: btcp.config.ts in the current folder.',
  },
  async run(args, io) {
    const { values, positionals } = parseOptions(args, {
      grant: { type: 'string' },
      html: { type: 'string' },
      context: { type: 'string' },
      timeout: { type: 'string' },
      config: { type: 'string' },
    });
    const [name, json, extra] = positionals;
    if (name === undefined) throw new UsageError('Which tool? Write its name after `call`.');
    if (extra !== undefined)
      throw new UsageError(`One input is enough; got "${extra}" too. Put the JSON in single quotes.`);
    const input = parseInput(json === '-' ? await readStandardInput() : (json ?? '{}'));
    const timeout = values.timeout === undefined ? undefined : milliseconds('timeout', values.timeout);
    const loaded = await loadConfig(io.cwd, values.config);
    if (!loaded.ok) {
      io.stderr(reportPretty(loaded.diagnostics, () => undefined));
      return 1;
    }
    await warnIfStale(loaded.config, io);
    const run = { ...values, name, input, timeout, config: loaded.config };
    // So that what a tool throws is found in its source.
    process.setSourceMapsEnabled(true);
    const allow = warnOfExit(name, io);
    return callTool(run, io)
      .catch((error: unknown) => explainFailure(error, run, io))
      .finally(allow);
  },
};

/** A call as it was asked for. */
export interface Run {
  readonly name: string;
  readonly input: unknown;
  readonly timeout: number | undefined;
  readonly config: LoadedConfig;
  readonly grant?: string;
  readonly html?: string;
  readonly context?: string;
}

async function callTool({ name, input, timeout, config, grant, ...host }: Run, io: CliIo): Promise<ExitCode> {
  const { client, registration, dispose } = await openClient(config, host, io);
  const { tools, config: manifestConfig } = registration.manifest;
  const tool = tools.find((each) => each.name === name);
  const limit = tool?.timeout ?? manifestConfig?.timeout;
  const deadline = Math.min(timeout ?? limit ?? DEFAULT_TIMEOUT, limit ?? Infinity);
  if (tool && timeout !== undefined && deadline < timeout)
    io.stderr(`btcp: warning: ${cut(timeout, deadline, tool)}\n`);
  const stopWatching = endIfBlocked(deadline + GRACE, blocked(name, deadline));
  try {
    await client.grantCapabilities(grant?.split(',').filter(Boolean) ?? tool?.capabilities ?? []);
    const result = await client.callTool(name, input, timeout === undefined ? {} : { timeout });
    io.stdout(JSON.stringify(result ?? null, null, 2) + '\n');
    return 0;
  } finally {
    await stopWatching();
    await dispose();
  }
}

function parseInput(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // A shell takes the quotes out of what is not quoted itself.
    const help = /^[{["]/.test(json.trim()) ? '' : ` Put it in single quotes: '{"cell": "B5"}'.`;
    throw new UsageError(`The input is not JSON: ${(error as Error).message}.${help}`);
  }
}

/** Milliseconds: the client's own, where nothing declares a deadline; and that a tool gets beyond it before it is ended. */
const DEFAULT_TIMEOUT = 30_000;
const GRACE = 2000;

function cut(timeout: number, limit: number, { name, timeout: own }: ManifestTool): string {
  const owner = own === undefined ? 'the manifest' : `"${name}"`;
  return `--timeout ${timeout} is more than the ${limit} ms that ${owner} declares, which apply.`;
}

// What the client would say, and cannot while its thread is busy.
function blocked(name: string, deadline: number): string {
  return `EXECUTION_TIMEOUT: The call of "${name}" kept its process busy for longer than ${deadline} ms.\nhelp: Let the tool return, or await something from time to time.\n`;
}

/** Says so if the tool ends the process. @returns Takes it back. */
function warnOfExit(name: string, io: CliIo): () => void {
  const warn = (): void => {
    io.stderr(`btcp: the tool "${name}" ended the process, so there is no result.\n`);
    process.exitCode = 1;
  };
  process.once('exit', warn);
  return () => void process.off('exit', warn);
}
