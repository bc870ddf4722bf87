import { BTCPError } from '@btcp/core';
import type { DiscoveredProgram } from './discover-tools.ts';
import { runProgram } from './run-program.ts';

/** How a program is called. */
export interface ProgramCallOptions {
  /** Milliseconds; 30,000 by default, as in ikigai. */
  readonly timeout?: number;
  /** Bytes that it may print; 65,536 by default, as in ikigai. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * Calls a discovered program: JSON on its standard input, JSON from its standard output. The program validates the
 * input itself.
 *
 * @throws BTCPError the program's own code, if it printed one; else `EXECUTION_TIMEOUT`, `CALL_CANCELLED`,
 *   `INVALID_INPUT` where JSON can not hold it, `INVALID_ARGUMENT` where there is no program, `INVALID_OUTPUT` or
 *   `EXECUTION_ERROR`.
 */
export async function callProgram(
  program: Pick<DiscoveredProgram, 'path'>,
  input: unknown,
  { timeout = 30_000, maxBytes = 65_536, signal }: ProgramCallOptions = {},
): Promise<unknown> {
  const path = pathOf(program);
  const end = await runProgram({ path, args: [], input: toJson(input), timeout, maxBytes, signal });
  if (end.ok) return parseOutput(path, end.stdout);
  const failure = new BTCPError(CODES[end.reason] ?? 'EXECUTION_ERROR', `${path}: ${end.message}.`);
  throw (end.reason === 'failed' ? printedError(end.stdout) : undefined) ?? failure;
}

// A map of tools returns `undefined` for an unknown name.
function pathOf(program: Partial<Pick<DiscoveredProgram, 'path'>> | undefined): string {
  if (typeof program?.path === 'string') return program.path;
  throw new BTCPError('INVALID_ARGUMENT', {
    message: 'There is no program to call.',
    suggestion: 'Pass one of the tools that `discoverTools` found.',
  });
}

function toJson(input: unknown): string {
  try {
    return JSON.stringify(input ?? {});
  } catch (cause) {
    throw new BTCPError('INVALID_INPUT', { message: 'The input is nothing that JSON can hold.', cause });
  }
}

const CODES: Readonly<Record<string, string>> = {
  timeout: 'EXECUTION_TIMEOUT',
  cancelled: 'CALL_CANCELLED',
  'too-large': 'INVALID_OUTPUT',
  'not-utf8': 'INVALID_OUTPUT',
};

function parseOutput(path: string, stdout: string): unknown {
  try {
    return JSON.parse(stdout) as unknown;
  } catch {
    throw new BTCPError('INVALID_OUTPUT', `${path}: what it printed is not JSON.`);
  }
}

/** The error that `btcp`'s programs print: `{ "error": { "code", "message", "suggestion"?, "issues"?, "data"? } }`. */
function printedError(stdout: string): BTCPError | undefined {
  try {
    const { error } = JSON.parse(stdout) as { error: Record<string, unknown> };
    const { code, message, suggestion, issues, data } = error;
    if (typeof code !== 'string' || typeof message !== 'string') return undefined;
    // Other fields are left out where their type is wrong.
    return BTCPError.from(Object.assign(new BTCPError(code, message), { suggestion, issues, data }));
  } catch {
    return undefined;
  }
}
