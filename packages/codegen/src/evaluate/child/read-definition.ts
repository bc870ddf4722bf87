import { findOptionalDefaults, joinPointer, relaxRequired } from '@btcp/schema/internal';
import {
  convertGuest,
  findMixedVersions,
  KIND,
  libraryOf,
  normalizeReported,
  documentGuest,
} from '@btcp/schema/guests';
import type { JsonSchema } from '@btcp/core';
import type { DefinitionProblem, EvaluatedDefinition } from '../evaluation-protocol.ts';
import { readAliases } from './read-aliases.ts';

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

const SOME = "Type.Object({ name: Type.String({ description: '…' }) })";

interface ReadOptions {
  /** The schemas with an `$id` that a tool's schemas may refer to. */
  readonly identified: readonly object[];
  /** URL of the project's folder. */
  readonly root: string;
}

export function readDefinition(value: unknown, options: ReadOptions): EvaluatedDefinition {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
    const problem = {
      path: '',
      message: 'The definition is not an object.',
      help: 'Pass `defineTool` an object.',
    };
    return { fields: {}, hasExecute: true, problems: [problem] };
  }
  const { inputSchema, outputSchema, execute, aliases, confirm, ...rest } = { ...value } as Record<
    string,
    unknown
  >;
  const problems: DefinitionProblem[] = [];
  // The sentence of a function stays in the tool's module.
  const given = { ...rest, confirm: typeof confirm === 'function' || confirm };
  const fields = toJson(given, '', problems, new Set()) as Record<string, unknown>;
  const input = inputSchema === undefined ? {} : readInput('inputSchema', inputSchema, problems, options);
  const library = libraryOf(inputSchema ?? outputSchema);
  return {
    fields,
    ...input,
    ...(aliases !== undefined && {
      aliases: readAliases(
        aliases,
        input.inputSchema,
        problems,
        (at, schema) => readInput(at, schema, problems, options).inputSchema,
      ),
    }),
    ...(outputSchema !== undefined && {
      outputSchema: readSchema('outputSchema', outputSchema, problems, options),
    }),
    ...(library !== undefined && { library }),
    hasExecute: typeof execute === 'function',
    problems,
  };
}

function readInput(
  at: string,
  value: unknown,
  problems: DefinitionProblem[],
  options: ReadOptions,
): Pick<EvaluatedDefinition, 'inputSchema' | 'optionalDefaults'> {
  const before = problems.length;
  const inputSchema = readSchema(at, value, problems, options);
  if (problems.slice(before).some(({ warning }) => warning === undefined)) return { inputSchema };
  const found = KIND in Object(value) ? findOptionalDefaults(value) : [];
  const pathsOf = (isRequired: boolean): string[] =>
    found.filter((each) => each.isRequired === isRequired).map(({ path }) => path);
  relaxRequired(inputSchema, new Set(pathsOf(true)));
  return { inputSchema, optionalDefaults: pathsOf(false) };
}

function readSchema(
  key: string,
  value: unknown,
  problems: DefinitionProblem[],
  { identified, root }: ReadOptions,
): JsonSchema {
  const guest = convertGuest(value, { root, definitions: identified });
  const mistake = guest ? undefined : findMistake(key, value);
  const { schema, problems: found } =
    guest ?? (mistake ? { schema: {}, problems: [mistake] } : normalizeReported(value, identified));
  problems.push(...found.map((each) => ({ ...each, path: `/${key}${each.path}` })));
  return schema;
}

/** Finds an array, and schemas of TypeBox 1 inside one of 0.34. */
function findMistake(key: string, value: unknown): DefinitionProblem | undefined {
  return Array.isArray(value)
    ? {
        path: '',
        message: `\`${key}\` is an array, and a schema is an object.`,
        help: `Write a property for each value: \`${SOME}\`; a list is one of them, \`Type.Array(…)\`.`,
      }
    : findMixedVersions(value);
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

/** Documented copies of schemas that may yet be changed, each with its original. */
const documented: (readonly [copy: object, schema: object])[] = [];

/**
 * Adds JSDoc to a copy of a schema, because the schema may be shared. Its own keywords take precedence.
 *
 * @param isShared - Whether it can be reached in another way, and so be changed.
 */
export function documentSchema(
  schema: unknown,
  doc: Readonly<Record<string, unknown>>,
  isShared: boolean,
): unknown {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return schema;
  if (!(KIND in schema)) return documentGuest(schema, doc);
  const missing = Object.entries(doc).filter(([key]) => !(key in schema));
  const copy = { ...schema, ...Object.fromEntries(missing) };
  if (isShared) documented.push([copy, schema]);
  return copy;
}

/** Copies later changes of the original schemas to their copies. */
export function updateDocumented(): void {
  for (const [copy, schema] of documented) Object.assign(copy, schema);
}
