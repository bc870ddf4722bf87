import type { Diagnostic, ManifestTool } from '@btcp/core';
import { findToolProblems } from '@btcp/schema';
import { compileToolChunk, findSchemaProblems, type ToolChunk } from '@btcp/schema/compile';
import { findExampleProblems } from './find-example-problems.ts';

/** Something wrong with a tool as published; `path` is a JSON pointer into it. */
export interface PublishedProblem extends Pick<Diagnostic, 'id' | 'severity' | 'message' | 'help'> {
  readonly path: string;
}

/** What checking a tool as published gave. */
export interface PublishedCheck {
  readonly problems: readonly PublishedProblem[];
  /** Absent where a schema cannot be compiled. */
  readonly validators?: ToolChunk;
}

/**
 * Checks a tool as published, compiling its validators on the way. Each step only looks at what the one before found
 * right, so that one mistake gives one message.
 *
 * @param unusable - Fields that have been reported already.
 */
export function checkPublished(published: ManifestTool, unusable: ReadonlySet<string>): PublishedCheck {
  const wrong = new Set(unusable);
  const problems: PublishedProblem[] = [];
  for (const { path, keyword, severity, message, help } of findToolProblems(published)) {
    const field = fieldOf(path);
    const isMissing = keyword === 'required' && field === '';
    // What is missing has been reported where the definition was read.
    if (isMissing || unusable.has(field)) continue;
    if (severity === 'error') wrong.add(field);
    problems.push({ id: 'tool-invalid', path, severity, message, help });
  }
  if (wrong.has('inputSchema') || wrong.has('outputSchema')) return { problems };
  const validators = compile(published, problems);
  if (!validators) return { problems };
  if (!wrong.has('examples')) {
    for (const problem of findExampleProblems(published, validators)) {
      problems.push({ id: 'example-invalid', severity: 'error', ...problem });
    }
  }
  return { problems, validators };
}

function compile(published: ManifestTool, problems: PublishedProblem[]): ToolChunk | undefined {
  try {
    return compileToolChunk(published);
  } catch (error) {
    const before = problems.length;
    for (const field of ['inputSchema', 'outputSchema'] as const) {
      const schema = published[field];
      for (const { path, message, help } of schema === undefined ? [] : findSchemaProblems(schema)) {
        problems.push({ id: 'schema-invalid', severity: 'error', path: `/${field}${path}`, message, help });
      }
    }
    if (problems.length === before) throw error;
    return undefined;
  }
}

function fieldOf(path: string): string {
  return path.split('/')[1] ?? '';
}
