import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadConfig, loadModule, loadRegistration } from '@btcp/codegen';
import { BTCPClient } from '@btcp/client';
import { BTCPError, type Registration } from '@btcp/core';
import { createMockDOM } from '@btcp/testing';
import type { Command } from '../command.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { parseOptions } from '../parse-options.ts';
import { reportPretty } from '../report/report-pretty.ts';
import { UsageError } from '../usage-error.ts';

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
    '--timeout <ms>': 'The deadline in milliseconds.',
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
    const timeout = values.timeout === undefined ? undefined : parseTimeout(values.timeout);
    const loaded = await loadConfig(io.cwd, values.config);
    if (!loaded.ok) {
      io.stderr(reportPretty(loaded.diagnostics, () => undefined));
      return 1;
    }
    const run = { ...values, name, input, timeout, outDir: loaded.config.outDir };
    return callTool(run, io).catch((error: unknown) => fail(error, io));
  },
};

interface Run {
  readonly name: string;
  readonly input: unknown;
  readonly timeout: number | undefined;
  readonly outDir: string;
  readonly grant?: string;
  readonly html?: string;
  readonly context?: string;
}

async function callTool(
  { name, input, timeout, outDir, grant, html, context }: Run,
  io: CliIo,
): Promise<ExitCode> {
  const built = await loadRegistration(outDir);
  const additions =
    context === undefined ? undefined : await loadModule<ContextModule>(resolve(io.cwd, context));
  try {
    const client = new BTCPClient({
      context: {
        ...(html !== undefined && { dom: createMockDOM(await readFile(resolve(io.cwd, html), 'utf8')) }),
        ...(additions && (await contextOf(additions.module))),
      },
    });
    const { registration } = built.module;
    await client.registerManifest(registration);
    await client.grantCapabilities(grant?.split(',').filter(Boolean) ?? declared(registration, name));
    const result = await client.callTool(name, input, timeout === undefined ? {} : { timeout });
    io.stdout(JSON.stringify(result ?? null, null, 2) + '\n');
    return 0;
  } finally {
    await Promise.all([built.dispose(), additions?.dispose()]);
  }
}

function parseInput(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UsageError(
      `The input is not JSON: ${(error as Error).message}. Put it in single quotes: '{"cell": "B5"}'.`,
    );
  }
}

function parseTimeout(text: string): number {
  const timeout = Number(text);
  if (!Number.isFinite(timeout) || timeout <= 0)
    throw new UsageError(`--timeout takes milliseconds; got "${text}".`);
  return timeout;
}

async function readStandardInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text;
}

function declared({ manifest }: Registration, name: string): readonly string[] {
  return manifest.tools.find((tool) => tool.name === name)?.capabilities ?? [];
}

interface ContextModule {
  readonly default?: unknown;
}

async function contextOf({ default: context }: ContextModule): Promise<object> {
  const value: unknown = typeof context === 'function' ? await (context as () => unknown)() : context;
  if (typeof value !== 'object' || value === null)
    throw new UsageError('--context needs a module whose default export is an object.');
  return value;
}

function fail(error: unknown, io: CliIo): ExitCode {
  if (error instanceof UsageError) throw error;
  if (!BTCPError.is(error)) {
    io.stderr(`btcp: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  const issues =
    error.issues?.map(({ path, message }) => `  ${path || '(input)'}: ${message}\n`).join('') ?? '';
  io.stderr(
    `${error.code}: ${error.message}\n${issues}${error.suggestion === undefined ? '' : `help: ${error.suggestion}\n`}`,
  );
  return 1;
}
