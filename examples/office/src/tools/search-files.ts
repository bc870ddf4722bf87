import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { boundedMatch } from '../services/bounded-match.ts';
import type { FileArea } from '../services/file-area.ts';
import { readNamePattern, type NamePattern } from '../services/name-pattern.ts';
import { notProvided } from '../services/not-provided.ts';
import '../services/tool-context.ts';

const MAX_MATCHES = 1_000;
const MAX_VISITED = 100_000;

interface Found {
  /** Relative to the folder that tools may use. */
  path: string;
  type: 'file' | 'directory' | 'other';
}

/** Finds files and directories by name below a directory. A pattern between slashes such as /\.log$/i is a regular expression matched against the path; anything else is a glob such as *.txt or reports/**. Returns at most 1000 paths, sorted; does not follow symbolic links. */
export const searchFiles = defineTool({
  inputSchema: Type.Object({
    directory: Type.String({ description: 'Directory to search in' }),
    pattern: Type.String({ description: 'Search pattern (glob or regex)' }),
    recursive: Type.Boolean({ description: 'Whether to search recursively', default: false }),
    file_type: Type.Union([Type.Literal('any'), Type.Literal('file'), Type.Literal('directory')], {
      description: 'Filter by file type',
      default: 'any',
    }),
  }),
  capabilities: ['files:read'],
  examples: [
    {
      description: 'Text files anywhere below reports',
      input: { directory: 'reports', pattern: '*.txt', recursive: true, file_type: 'file' },
      fixture: '../local/office.fixture.ts',
    },
  ],
  tags: ['files'],
  async execute({ directory, pattern, recursive, file_type }, { files = notProvided('files'), signal }) {
    const start = await files.resolve(directory);
    const wanted = readNamePattern(pattern);
    const matches: Found[] = [];
    const pending = [start];
    let visited = 0;
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      signal?.throwIfAborted();
      const entries = await listFolder(folder, folder === start ? directory : undefined);
      visited += entries.length;
      if (recursive) pending.push(...subfolders(folder, entries));
      const found = matchEntries(files, folder, entries, wanted);
      matches.push(...found.filter(({ type }) => file_type === 'any' || type === file_type));
      if (matches.length > MAX_MATCHES || visited > MAX_VISITED) break;
    }
    const truncated = matches.length > MAX_MATCHES || visited > MAX_VISITED;
    matches.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { matches: matches.slice(0, MAX_MATCHES), truncated };
  },
});

async function listFolder(folder: string, asked: string | undefined): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    // A folder below that cannot be read, or has just gone, is no reason to give up.
    if (asked === undefined) return [];
    throw new BTCPError('NOT_A_DIRECTORY', {
      message: `"${asked}" is not a directory that can be read.`,
      suggestion: 'Give the path of a directory, such as ".".',
      cause,
    });
  }
}

function subfolders(folder: string, entries: readonly Dirent[]): string[] {
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
}

function matchEntries(
  files: FileArea,
  folder: string,
  entries: readonly Dirent[],
  wanted: NamePattern,
): Found[] {
  const subjects = new Map(
    entries.map((entry) => {
      const path = files.display(join(folder, entry.name));
      return [wanted.wholePath ? path : entry.name, { path, type: typeOf(entry) }];
    }),
  );
  const matching = boundedMatch(wanted.expression, [...subjects.keys()]);
  return Array.from(subjects).flatMap(([subject, found]) => (matching.has(subject) ? [found] : []));
}

function typeOf(entry: Dirent): Found['type'] {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'directory' : 'other';
}
