import { noteMedia } from '@btcp/adapters/ikigai';
import { BTCPClient } from '@btcp/client';
import type { ToolProgram } from '@btcp/codegen';
import { BTCPError, type ConfirmRequest, loadWithContext } from '@btcp/core';
import { parseCallJson } from '@btcp/core/internal';
import { contextOf } from '../host/open-client.ts';
import { keepStdout } from '../host/keep-stdout.ts';
import { line } from '../io.ts';

/**
 * The entry of every program that `btcp export --out` writes: reads JSON from standard input,
 * calls the tool under its gate, schemas and deadline, and writes JSON; a failure is `{ "error": … }` and exit code 1.
 */
export async function runToolProgram(program: ToolProgram): Promise<void> {
  // A tool's own output must not mix with its result, and what it leaves running must not delay it.
  const stdout = keepStdout();
  process.on('uncaughtException', warnOfLeftovers);
  process.on('unhandledRejection', warnOfLeftovers);
  const [output, code] = await call(program).then(
    (result) => [result ?? null, 0] as const,
    (error: unknown) => [{ error: BTCPError.from(error) }, 1] as const,
  );
  stdout.write(`${JSON.stringify(output)}\n`, () => process.exit(code));
}

function warnOfLeftovers(thrown: unknown): void {
  process.stderr.write(line`failed beside the call: ${BTCPError.from(thrown).message}`);
}

async function call({ manifest, load, contextMembers, validators, context }: ToolProgram): Promise<unknown> {
  const [tool] = manifest.tools;
  if (!tool) throw new Error('There is no tool.');
  const client = new BTCPClient({
    ...(context && { context: await contextOf(await context(), 'The context') }),
  });
  await client.registerManifest({
    manifest,
    implementations: { [tool.name]: loadWithContext(tool.name, contextMembers, load) },
    validators,
  });
  // Installing a program grants what it declares.
  await client.grantCapabilities(tool.capabilities);
  const output = await client.callTool(tool.name, parseInput(await readInput()), { onConfirm: refuse });
  return noteMedia(output, tool.outputSchema);
}

function refuse({ tool, message }: ConfirmRequest): never {
  throw new BTCPError('CONFIRMATION_REQUIRED', {
    message: `"${tool.name}" runs only after a user has confirmed the call, and a program cannot ask: ${message}`,
    suggestion: 'Ask the user to run it themselves, with `btcp call` on a terminal.',
  });
}

async function readInput(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) text += String(chunk);
  return text;
}

function parseInput(text: string): unknown {
  try {
    return text.trim() === '' ? {} : parseCallJson(text, 'The input');
  } catch (cause) {
    if (BTCPError.is(cause)) throw cause;
    throw new BTCPError('INVALID_INPUT', {
      message: `The input is not JSON: ${(cause as Error).message}.`,
      suggestion: 'Write one JSON object to standard input.',
      cause,
    });
  }
}
