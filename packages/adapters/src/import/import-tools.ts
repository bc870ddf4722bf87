import { BTCPError, type ManifestTool } from '@btcp/core';
import { getOwn, isObject, joinPointer } from '@btcp/schema/internal';
import { FORMATS, IMPORT_FORMATS, type ImportFormat } from '../targets/targets.ts';
import { makeNames, type ExportedNames, type NamedTool } from '../names/exported-names.ts';
import type { Warning } from '../lower/rules.ts';
import { RefusedError, type RawTool, type RefusedImport } from '../profile/import-profile.ts';
import { readTool, type ReadTool } from './read-tool.ts';

const NEWEST_COMMON_MCP = 'mcp-2025-11-25';

/** The result of an import. */
export interface ImportResult {
  readonly tools: readonly ManifestTool[];
  readonly warnings: readonly Warning[];
  /** The source's names → the tools' names. */
  readonly names: ExportedNames;
  /** What could not be imported, and why. */
  readonly refused: readonly RefusedImport[];
}

/** How to import tools. */
export interface ImportOptions {
  /** The format of the document; `mcp` is short for `mcp-2025-11-25`. */
  readonly format: ImportFormat | 'mcp';
}

/**
 * Reads the tools of another format as BTCP tools: one tool, an array, a request body, or a `tools/list` result.
 *
 * @param document - Untrusted JSON; never written to.
 * @returns The readable tools. A bad tool does not affect the others.
 * @throws BTCPError `INVALID_ARGUMENT` if there is no such format.
 */
export function importTools(document: unknown, { format }: ImportOptions): ImportResult {
  const named: ImportFormat = format === 'mcp' ? NEWEST_COMMON_MCP : format;
  if (!IMPORT_FORMATS.includes(named))
    throw new BTCPError('INVALID_ARGUMENT', {
      message: `There is no format "${format}"; there are ${IMPORT_FORMATS.join(', ')}.`,
      suggestion: 'Pass it after the document: `importTools(document, { format })`.',
    });
  const { import: profile } = FORMATS[named];
  const warnings: Warning[] = [];
  const refused: RefusedImport[] = [];
  const read = new Map<string, ReadTool>();
  const taken = new Set<string>();
  const raw = findRawTools(document, profile.fromSchema !== undefined);
  if (raw.length === 0)
    refused.push({ path: '', message: 'There are no tools in it.', help: 'Check the file.' });
  for (const { path, value } of raw) {
    const found: Warning[] = [];
    try {
      const tool = readTool(plainJson(value), taken, {
        profile,
        warn: (warning) => void found.push(warning),
      });
      if (read.has(tool.sourceName)) throw sameName(tool.sourceName);
      read.set(tool.sourceName, tool);
      taken.add(tool.tool.name);
      warnings.push(...found.map((warning) => ({ tool: tool.tool.name, ...warning })));
    } catch (error) {
      refused.push(refusal({ path, value }, error));
    }
  }
  const entries = [...read].map(([exportedName, { tool, strict }]): NamedTool => ({
    exportedName,
    tool,
    strict,
  }));
  return { tools: entries.map(({ tool }) => tool), warnings, names: makeNames(entries), refused };
}

// The result is plain JSON: no getters, no cycles.
function plainJson(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    const [reason, help] =
      error instanceof RangeError
        ? ['it nests too deep', 'Write its schemas flatter, with `$ref` where they repeat.']
        : ['it is not JSON', 'Write it as plain JSON.'];
    throw new RefusedError('', `The tool cannot be read: ${reason}.`, help);
  }
}

const sameName = (name: string): RefusedError =>
  new RefusedError('/name', `There is another tool named "${name}".`, 'Rename one of them.');

function refusal({ path, value }: RawTool, error: unknown): RefusedImport {
  if (!(error instanceof RefusedError)) throw error;
  const name = nameIn(value);
  return {
    path: path + error.path,
    ...(typeof name === 'string' && { name }),
    message: error.message,
    help: error.help,
  };
}

function nameIn(value: unknown): unknown {
  try {
    return isObject(value) ? getOwn(value, 'name') : undefined;
  } catch {
    // Why it is refused.
    return undefined;
  }
}

/** Fields that hold an array of tools, or lead to one: of requests, of `tools/list` results, of function declarations. */
const ARRAYS = ['tools', 'functionDeclarations', 'function_declarations', 'result', 'params', 'config'];

/** Maximum depth of nested arrays and requests. */
const MAX_DEPTH = 6;

/**
 * The tools in a document: one tool, an array, a request body, a `tools/list` result, or nested arrays.
 *
 * @param isSchemaItself - Whether a tool is nothing but its schema, so that its fields lead nowhere.
 */
function findRawTools(document: unknown, isSchemaItself: boolean): readonly RawTool[] {
  const found: RawTool[] = [];
  const enter = (value: unknown, path: string, depth: number): void => {
    try {
      if (depth > MAX_DEPTH) found.push({ path, value });
      else if (Array.isArray(value))
        value.forEach((item, index) => enter(item, joinPointer(path, index), depth + 1));
      else if (!isObject(value) || isSchemaItself || !leadsOn(value)) found.push({ path, value });
      else
        for (const field of ARRAYS) {
          const list = getOwn(value, field);
          if (isList(field, list)) enter(list, joinPointer(path, field), depth + 1);
        }
    } catch {
      // What a getter or a proxy threw at is refused as a tool, with its place.
      found.push({ path, value });
    }
  };
  enter(document, '', 0);
  return found;
}

function leadsOn(value: Readonly<Record<string, unknown>>): boolean {
  return ARRAYS.some((field) => isList(field, getOwn(value, field)));
}

// Follows an object only where it is an envelope: a tool may have a field `config` too.
function isList(field: string, value: unknown): boolean {
  if (Array.isArray(value)) return field === 'tools' || /declarations/i.test(field);
  const isEnvelope = field === 'result' || field === 'params' || field === 'config';
  return isEnvelope && isObject(value) && leadsOn(value);
}
