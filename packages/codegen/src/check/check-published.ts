import type { Diagnostic, JsonSchema, ManifestTool } from '@btcp/core';
import { findToolProblems } from '@btcp/schema';
import {
  compileToolChunk,
  findDefaultProblems,
  findSchemaProblems,
  type ToolChunk,
} from '@btcp/schema/compile';
import { reasonOf } from '../project-error.ts';
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
  for (const [field, schema] of schemasOf(published)) {
    for (const { path, message, help } of findDefaultProblems(schema)) {
      problems.push({
        ...SCHEMA_ERROR,
        id: 'default-invalid',
        path: `/${field}${path}`,
        message: asSentence(message),
        help,
      });
    }
  }
  if (!wrong.has('examples')) {
    for (const problem of findExampleProblems(published, validators)) {
      problems.push({ id: 'example-invalid', severity: 'error', ...problem });
    }
  }
  return { problems, validators };
}

const SCHEMA_ERROR = { id: 'schema-invalid', severity: 'error' } as const;

function compile(published: ManifestTool, problems: PublishedProblem[]): ToolChunk | undefined {
  try {
    return compileToolChunk(published);
  } catch (error) {
    const before = problems.length;
    for (const [field, schema] of schemasOf(published)) {
      for (const { path, message, help } of findSchemaProblems(schema))
        problems.push({ ...SCHEMA_ERROR, path: `/${field}${path}`, message: asSentence(message), help });
    }
    if (problems.length === before)
      problems.push({ ...SCHEMA_ERROR, path: '/inputSchema', ...notCompiled(error) });
    return undefined;
  }
}

// Something that no rule foresaw: still the mistake of one tool, and no reason to leave the others unchecked.
function notCompiled(error: unknown): Pick<PublishedProblem, 'message' | 'help'> {
  return {
    message: `The schemas cannot be compiled: ${reasonOf(error)}`,
    help: 'Take parts of them away until it builds, and write that part in another way.',
  };
}

function schemasOf({ inputSchema, outputSchema }: ManifestTool): readonly (readonly [string, JsonSchema])[] {
  return [
    ['inputSchema', inputSchema],
    ...(outputSchema === undefined ? [] : [['outputSchema', outputSchema] as const]),
  ];
}

function asSentence(message: string): string {
  const start = message.charAt(0).toUpperCase() + message.slice(1);
  return start.endsWith('.') ? start : `${start}.`;
}

function fieldOf(path: string): string {
  return path.split('/')[1] ?? '';
}
