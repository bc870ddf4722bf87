import type { ChildProcess } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BTCPError } from '@btcp/core';
import { tryJson } from '@btcp/core/internal';
import { getAtPointer } from '@btcp/schema/internal';
import { findDescriptionIssues, type IkigaiDescription } from './find-description-issues.ts';
import { runProgram } from './run-program.ts';
import { PROGRAM } from './target.ts';

/** A program with a valid description. */
export interface DiscoveredProgram {
  /** Absolute, or relative as the folder was given. */
  readonly path: string;
  readonly description: IkigaiDescription;
}

/** A program that is not registered, and why. */
export interface RefusedProgram {
  readonly path: string;
  readonly reason: string;
}

/** The programs in the folders. */
export interface Discovery {
  /** By name; a program of a later folder replaces one of an earlier folder. */
  readonly tools: ReadonlyMap<string, DiscoveredProgram>;
  /** In order of path. */
  readonly refused: readonly RefusedProgram[];
}

/** The limits under which programs describe themselves. */
export interface DiscoveryLimits {
  /** Milliseconds for `--schema`; 1,000 by default, as in ikigai. */
  readonly timeout?: number;
  /** Bytes that it may print; 8,191 by default, as in ikigai. */
  readonly maxBytes?: number;
  /** Called with the process of each program, a group leader: a caller that may be killed can end it then. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Programs to run at a time. */
const AT_ONCE = 4;

/**
 * Asks the programs in folders for their schemas and registers those that follow ikigai's rules. A bad one is reported
 * and does not affect the others.
 *
 * @param folders - Looked through in order, without their subfolders; only files whose names end with `-tool` count.
 * @throws Error if a folder cannot be read.
 */
export async function discoverTools(
  folders: readonly string[],
  limits: DiscoveryLimits = {},
): Promise<Discovery> {
  const tools = new Map<string, DiscoveredProgram>();
  const refused: RefusedProgram[] = [];
  for (const folder of folders) {
    const here = new Map<string, string>();
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => !entry.isDirectory() && entry.name.endsWith(PROGRAM.suffix))
      .map(({ name }) => name)
      .sort();
    const answers = await mapInTurn(names, (name) => describe(join(folder, name), limits));
    for (const answer of answers) {
      if ('reason' in answer) {
        refused.push(answer);
        continue;
      }
      const other = here.get(answer.description.name);
      if (other === undefined) tools.set(answer.description.name, answer);
      else refused.push({ path: answer.path, reason: `${other} has the same name` });
      here.set(answer.description.name, other ?? answer.path);
    }
  }
  return { tools, refused };
}

async function describe(
  path: string,
  { timeout = 1000, maxBytes = 8191, onStart }: DiscoveryLimits,
): Promise<DiscoveredProgram | RefusedProgram> {
  const refuse = (reason: string): RefusedProgram => ({ path, reason });
  const end = await runProgram({ path, args: [PROGRAM.describe], timeout, maxBytes, onStart });
  if (!end.ok) return refuse(`${end.message}, asked for --schema`);
  const parsed = parse(end.stdout);
  if (parsed instanceof Error) return refuse(`what it printed is not JSON: ${parsed.message.slice(0, 200)}`);
  const issues = findDescriptionIssues(parsed);
  if (issues.length > 0) return refuse(issues.map(({ message }) => message).join('; '));
  // The rules hold, so it has this shape.
  const description = parsed as IkigaiDescription;
  const name = registryName(path);
  if (description.name !== name)
    return refuse(`it calls itself "${description.name}", but ikigai calls it "${name}" after its file`);
  return { path, description };
}

/** `…/get-cell-value-tool` → `get_cell_value`: ikigai names a program by its file, whatever its description says. */
function registryName(path: string): string {
  return basename(path).slice(0, -PROGRAM.suffix.length).replaceAll('-', '_');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

/** Maps in order, a few at a time. */
async function mapInTurn<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(map))));
  return results;
}

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
  const output = tryJson(stdout);
  if (output !== undefined) return output;
  throw new BTCPError('INVALID_OUTPUT', `${path}: what it printed is not JSON.`);
}

/** The error that `btcp`'s programs print: `{ "error": { "code", "message", "suggestion"?, "issues"?, "data"? } }`. */
function printedError(stdout: string): BTCPError | undefined {
  const { code, message, suggestion, issues, data } = Object(
    getAtPointer(tryJson(stdout), '/error'),
  ) as Record<string, unknown>;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  // Other fields are left out where their type is wrong.
  return BTCPError.from(Object.assign(new BTCPError(code, message), { suggestion, issues, data }));
}
