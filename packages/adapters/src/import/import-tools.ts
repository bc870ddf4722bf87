import type { ManifestTool } from '@btcp/core';
import { getOwn, isObject } from '@btcp/schema';
import { FORMATS, IMPORT_FORMATS, type ImportFormat } from '../targets/targets.ts';
import { makeNames, type ExportedNames, type NamedTool } from '../names/exported-names.ts';
import type { Warning } from '../lower/export-change.ts';
import { findRawTools } from './find-raw-tools.ts';
import { RefusedError, type RawTool, type RefusedImport } from '../profile/raw-tool.ts';
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

/**
 * Reads the tools of another format as BTCP tools: one tool, an array, a request body, or a `tools/list` result.
 *
 * @param format - The format of the document; `mcp` is short for `mcp-2025-11-25`.
 * @param document - Untrusted JSON; never written to.
 * @returns The readable tools. A bad tool does not affect the others.
 * @throws TypeError if there is no such format.
 */
export function importTools(format: ImportFormat | 'mcp', document: unknown): ImportResult {
  const named: ImportFormat = format === 'mcp' ? NEWEST_COMMON_MCP : format;
  if (!IMPORT_FORMATS.includes(named))
    throw new TypeError(`There is no format "${format}"; there are ${IMPORT_FORMATS.join(', ')}.`);
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
  const name = isObject(value) ? getOwn(value, 'name') : undefined;
  return {
    path: path + error.path,
    ...(typeof name === 'string' && { name }),
    message: error.message,
    help: error.help,
  };
}
