import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { BTCPClient, type HostContext } from '@btcp/client';
import { type ExampleJob, type ExampleOutcome, type ExampleRun, loadModule } from '@btcp/codegen';
import { BTCPError, type Implementation, type ManifestTool } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { createMockDOM, provideGlobals } from '@btcp/testing';
import { missesPage, refusedOrigin } from '../host/advice.ts';
import { type ContextModule, contextOf, removeEmptyStorage } from '../host/open-client.ts';
import type { RunEvent, RunRequest } from './run-examples.ts';

// A tool may send messages to a parent of its own; this one would misread them.
const sendToParent = process.send?.bind(process);
delete process.send;

removeEmptyStorage();
// The process behind `runExamples`.
process.once('message', (request: RunRequest) => void runAll(request));

/** The index of the example that is running. */
let current = 0;
/** A promise that failed and that nothing awaited, of the first example in this process. */
let rejection: { readonly reason: unknown } | undefined;
/** Whether the call of that example has ended: what its timers throw from then on is not its outcome. */
let hasEnded = false;

async function runAll({ job, from, key }: RunRequest): Promise<never> {
  const send = (event: Omit<RunEvent, 'key'>): Promise<void> =>
    new Promise((sent) => void sendToParent?.({ ...event, key }, undefined, {}, () => sent()));
  process.on('unhandledRejection', (reason) => {
    // An earlier example may have left the promise, so this one runs again in a process of its own.
    if (current !== from) process.exit(1);
    rejection ??= { reason };
  });
  process.on('uncaughtException', (error) => {
    if (current === from && hasEnded) return;
    console.error(error);
    process.exit(1);
  });
  for (let run = from; run < job.runs.length; run++) {
    current = run;
    hasEnded = false;
    // One that came after the outcome was sent is not this example's.
    rejection = undefined;
    const example = job.runs[run] as ExampleRun;
    const tool = job.manifest.tools.find(({ name }) => name === example.tool) as ManifestTool;
    await send({ run, timeout: tool.timeout ?? job.manifest.config?.timeout ?? 30_000 });
    await send({ run, outcome: await outcomeOf(job, tool, example) });
  }
  return process.exit(0);
}

async function outcomeOf(job: ExampleJob, tool: ManifestTool, run: ExampleRun): Promise<ExampleOutcome> {
  const outcome = await runExample(job, tool, run).then(
    (output) => ({ output }),
    (thrown: unknown) => failed(BTCPError.from(thrown)),
  );
  // Node reports rejections after the microtasks.
  await new Promise(setImmediate);
  if (rejection === undefined) return outcome;
  const { code, message } = (await failed(BTCPError.from(rejection.reason))).error;
  return { error: { code, message: `"${tool.name}" does not await a promise, which failed: ${message}` } };
}

async function failed(
  error: BTCPError,
): Promise<{ readonly error: { readonly code: string; readonly message: string } }> {
  return { error: { code: error.code, message: await explained(error) } };
}

async function explained(error: BTCPError): Promise<string> {
  const { message } = error;
  if (await missesPage(message))
    return `${message}; a page has it: name an HTML file as the \`fixture\` of the example.`;
  return refusedOrigin(error) === undefined
    ? message
    : `${message} Name a module that gives it a \`fetch\` as the \`fixture\` of the example.`;
}

/** Runs one example in a fresh copy of the tool's module, so that none depends on those before it. */
async function runExample(
  { manifest, tools, tsconfig }: ExampleJob,
  tool: ManifestTool,
  run: ExampleRun,
): Promise<unknown> {
  const host = await hostOf(run.fixture, tsconfig);
  const restore = host.dom ? provideGlobals(host.dom) : undefined;
  const source = tools.find(({ name }) => name === tool.name);
  if (!source) throw new Error(`There is no source of "${tool.name}".`);
  const { module, dispose } = await loadModule<Readonly<Record<string, Implementation>>>(
    source.file,
    tsconfig,
  );
  try {
    const client = new BTCPClient({ compile: compileSchema, context: host });
    // The check found this export.
    const implementation = module[source.exportName] as Implementation;
    const { timeout } = manifest.config ?? {};
    await client.registerManifest({
      // The author's own code runs inline, whatever hosts are to do with it.
      manifest: { ...manifest, tools: [tool], config: { ...(timeout !== undefined && { timeout }) } },
      implementations: { [tool.name]: implementation },
    });
    await client.grantCapabilities(tool.capabilities);
    // The author of an example has asked for it.
    return await client.callTool(tool.name, run.input, { onConfirm: () => true });
  } finally {
    hasEnded = true;
    restore?.();
    await dispose();
  }
}

/** The host context of a fixture: a page, or what its module exports. */
async function hostOf(fixture: string | undefined, tsconfig: string | undefined): Promise<HostContext> {
  if (fixture === undefined) return { dom: createMockDOM() };
  if (!statSync(fixture, { throwIfNoEntry: false })?.isFile())
    throw new BTCPError('FIXTURE_NOT_FOUND', `There is no file ${fixture}.`);
  if (['.html', '.htm'].includes(extname(fixture)))
    return { dom: createMockDOM(await readFile(fixture, 'utf8')) };
  const { module, dispose } = await loadModule<ContextModule>(fixture, tsconfig);
  try {
    return await contextOf(module, 'A fixture');
  } finally {
    await dispose();
  }
}
