import { findOptionalDefaults, joinPointer, normalizeSchema, relaxRequired } from '@btcp/schema';
import type { JsonSchema } from '@btcp/core';
import type { DefinitionProblem, EvaluatedDefinition } from '../evaluation-protocol.ts';
import { KIND } from './document-schema.ts';
import { readAliases } from './read-aliases.ts';
import { findForeignSchema } from './foreign-schema.ts';

// Runs in the evaluation process, so it must not import modules of the build.

/** Finds the schemas with an `$id` among some values, as targets of references. */
export function identifiedSchemas(values: readonly unknown[]): readonly object[] {
  return values.flatMap((value) => {
    if (typeof value !== 'object' || value === null) return [];
    const candidates: readonly unknown[] = KIND in value ? [value] : Object.values(value);
    return candidates.flatMap((each) => {
      const schema = Object(each) as { readonly $id?: unknown };
      return typeof schema.$id === 'string' ? [schema] : [];
    });
  });
}

/**
 * Reads a tool's definition.
 *
 * @param identified - The schemas with an `$id` that its schemas may refer to.
 */
export function readDefinition(value: unknown, identified: readonly object[]): EvaluatedDefinition {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
    const problem = {
      path: '',
      message: 'The definition is not an object.',
      help: 'Pass `defineTool` an object.',
    };
    return { fields: {}, hasExecute: true, problems: [problem] };
  }
  const { inputSchema, outputSchema, execute, aliases, ...rest } = { ...value } as Record<string, unknown>;
  const problems: DefinitionProblem[] = [];
  const fields = toJson(rest, '', problems, new Set()) as Record<string, unknown>;
  const input = inputSchema === undefined ? {} : readInput('inputSchema', inputSchema, problems, identified);
  return {
    fields,
    ...input,
    ...(aliases !== undefined && {
      aliases: readAliases(
        aliases,
        input.inputSchema,
        problems,
        (at, schema) => readInput(at, schema, problems, identified).inputSchema,
      ),
    }),
    ...(outputSchema !== undefined && {
      outputSchema: readSchema('outputSchema', outputSchema, problems, identified),
    }),
    hasExecute: typeof execute === 'function',
    problems,
  };
}

function readInput(
  at: string,
  value: unknown,
  problems: DefinitionProblem[],
  identified: readonly object[],
): Pick<EvaluatedDefinition, 'inputSchema' | 'optionalDefaults'> {
  const before = problems.length;
  const inputSchema = readSchema(at, value, problems, identified);
  if (problems.length > before) return { inputSchema };
  const found = findOptionalDefaults(value);
  const pathsOf = (isRequired: boolean): string[] =>
    found.filter((each) => each.isRequired === isRequired).map(({ path }) => path);
  relaxRequired(inputSchema, new Set(pathsOf(true)));
  return { inputSchema, optionalDefaults: pathsOf(false) };
}

function readSchema(
  key: string,
  value: unknown,
  problems: DefinitionProblem[],
  identified: readonly object[],
): JsonSchema {
  const foreign = findForeignSchema(key, value);
  if (foreign) {
    problems.push(foreign);
    return {};
  }
  const result = normalizeSchema(value, { definitions: identified });
  for (const { path, message, help } of result.issues)
    problems.push({ path: `/${key}${path}`, message, help });
  for (const { path, message, help } of result.ignored ?? [])
    problems.push({ path: `/${key}${path}`, message, help, isIgnored: true });
  return result.schema;
}

// Drops undefined properties as JSON does, and reports everything else that JSON would lose or change.
function toJson(value: unknown, path: string, problems: DefinitionProblem[], within: Set<object>): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const isPlain = Array.isArray(value) || isPlainObject(value);
  if (!isPlain || within.has(value)) {
    const what = isPlain ? 'refers to itself' : `is ${nameOf(value)}, which is not JSON`;
    problems.push({
      path,
      message: `This value ${what}.`,
      help: 'Use strings, numbers, booleans, null, arrays and plain objects.',
    });
    return null;
  }
  within.add(value);
  const result = Array.isArray(value)
    ? value.map((item, index) => toJson(item, `${path}/${index}`, problems, within))
    : Object.fromEntries(
        Object.entries(value)
          .filter(([, item]) => item !== undefined)
          .map(([key, item]) => [key, toJson(item, joinPointer(path, key), problems, within)]),
      );
  within.delete(value);
  return result;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function nameOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return `a ${value.constructor?.name ?? 'object'}`;
  return typeof value === 'number' ? String(value) : `a ${typeof value}`;
}
