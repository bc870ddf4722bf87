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
 *   `INVALID_OUTPUT` or `EXECUTION_ERROR`.
 */
export async function callProgram(
  { path }: Pick<DiscoveredProgram, 'path'>,
  input: unknown,
  { timeout = 30_000, maxBytes = 65_536, signal }: ProgramCallOptions = {},
): Promise<unknown> {
  const end = await runProgram({
    path,
    args: [],
    input: JSON.stringify(input ?? {}),
    timeout,
    maxBytes,
    ...(signal && { signal }),
  });
  if (end.ok) return parseOutput(path, end.stdout);
  const code = CODES[end.reason] ?? 'EXECUTION_ERROR';
  if (end.reason === 'failed')
    throw printedError(end.stdout) ?? new BTCPError(code, `${path}: ${end.message}.`);
  throw new BTCPError(code, `${path}: ${end.message}.`);
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

/** The error that our own programs print: `{ "error": { "code", "message", "suggestion"? } }`. */
function printedError(stdout: string): BTCPError | undefined {
  try {
    const { code, message, suggestion } = (JSON.parse(stdout) as { error: Record<string, unknown> }).error;
    if (typeof code !== 'string' || typeof message !== 'string') return undefined;
    return new BTCPError(code, { message, ...(typeof suggestion === 'string' && { suggestion }) });
  } catch {
    return undefined;
  }
}
