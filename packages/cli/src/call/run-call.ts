import type { LoadedConfig } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';
import { explainFailure } from './explain-failure.ts';
import { parseInput } from './parse-input.ts';
import { terminalQuestions } from './terminal-questions.ts';
import { checkGrants, type HostOptions, openClient, readGrants } from '../host/open-client.ts';
import { projectIn, warnIfStale } from '../host/project.ts';
import { type CliIo, type ExitCode, line, readStandardInput } from '../io.ts';
import { endIfBlocked } from '../run/end-if-blocked.ts';

interface CallValues {
  readonly grant?: readonly string[];
  readonly 'grant-all': boolean;
  readonly yes: boolean;
  readonly html?: string;
  readonly context?: string;
  readonly 'fetch-origin'?: readonly string[];
  readonly timeout?: number;
  readonly 'max-input'?: number;
  readonly 'max-output'?: number;
  readonly ui: boolean;
  readonly 'no-open': boolean;
  readonly config?: string;
}

/** Runs `btcp call`. */
export async function runCall(
  { grant = [], 'grant-all': grantAll, yes, config: file, ...values }: CallValues,
  [name = '', json]: readonly string[],
  io: CliIo,
): Promise<ExitCode> {
  const input = parseInput(json === '-' ? await readStandardInput() : json);
  const config = await projectIn(io.cwd, file);
  await warnIfStale(config, io);
  const grants = grant.flatMap(readGrants);
  const run = { ...values, name, input, config, grants, grantAll, yes };
  // Maps errors of tools to their source.
  process.setSourceMapsEnabled(true);
  const allow = warnOfExit(name, io);
  return callTool(run, io)
    .catch((error: unknown) => explainFailure(error, run, io))
    .finally(allow);
}

interface Call extends HostOptions {
  readonly name: string;
  readonly input: unknown;
  readonly timeout?: number;
  readonly config: LoadedConfig;
  readonly grants: readonly string[];
  readonly ui: boolean;
  readonly 'no-open': boolean;
  /** Whether all that the tool declares is granted. */
  readonly grantAll: boolean;
  /** Whether calls of tools with `confirm` are confirmed. */
  readonly yes: boolean;
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
    const asking = terminalQuestions(yes, io.isTerminal && process.stdin.isTTY, (text) =>
      io.stderr(line`btcp: ${text}`),
    );
    const result = await client.callTool(name, input, { timeout, ...asking });
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

/** Warns if the tool ends the process. @returns Stops that. */
function warnOfExit(name: string, io: CliIo): () => void {
  const warn = (): void => {
    io.stderr(line`btcp: the tool "${name}" ended the process, so there is no result.`);
    process.exitCode = 1;
  };
  process.once('exit', warn);
  return () => void process.off('exit', warn);
}
