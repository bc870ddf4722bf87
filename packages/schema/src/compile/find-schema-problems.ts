import type { JsonSchema } from '@btcp/core';
import { findEndlessDefault } from './link/defaults.ts';
import { findEndlessReference } from './link/find-endless-reference.ts';
import { linkSchema } from './link/link-schema.ts';
import type { LinkedProgram } from './link/linked-schema.ts';
import { type ReadOptions, SchemaRegistry } from './link/schema-registry.ts';
import { declaredDraft } from '../json-schema/dialect.ts';
import { normalizeSchema } from '../json-schema/normalize-schema.ts';
import type { SchemaProblem } from '../json-schema/schema-problem.ts';

/** A schema ready to be emitted, or what keeps it from being so. */
export interface ReadSchema {
  readonly problems: readonly SchemaProblem[];
  /** Absent when there are problems. */
  readonly program?: LinkedProgram;
}

/**
 * Everything that would make a schema impossible to compile, or meaningless: it breaks its dialect's meta-schema, refers
 * to nothing or outside itself, has an invalid regular expression, a type that JSON does not have, or never ends. A
 * schema without problems compiles; a format that is not known is an annotation.
 */
export function findSchemaProblems(schema: JsonSchema): SchemaProblem[] {
  return [...readSchema(schema).problems];
}

/** Reads and links a schema. */
export function readSchema(schema: JsonSchema, options: ReadOptions = {}): ReadSchema {
  const draft = declaredDraft(schema);
  // Of the older drafts, the compiler itself reads only draft-07.
  if (draft !== undefined && draft !== 'draft-07') return readNormalForm(schema, options);
  try {
    const registry = new SchemaRegistry(schema, options);
    if (registry.problems.length > 0) return { problems: registry.problems };
    const program = linkSchema(registry, options);
    const problems = findEndless(program);
    return problems.length > 0 ? { problems } : { problems, program };
  } catch (error) {
    if (error instanceof RangeError) return { problems: [TOO_DEEP] };
    throw error;
  }
}

function readNormalForm(input: JsonSchema, options: ReadOptions): ReadSchema {
  const { schema, problems } = normalizeSchema(input);
  return problems.length > 0 ? { problems } : readSchema(schema, options);
}

const TOO_DEEP: SchemaProblem = {
  path: '',
  keyword: '',
  message: 'the schema is nested too deeply',
  help: 'Move inner schemas to `$defs` and refer to them.',
};

function findEndless(program: LinkedProgram): SchemaProblem[] {
  const reference = findEndlessReference(program);
  if (reference !== undefined) {
    return [
      {
        path: program.paths[reference] ?? '',
        keyword: '$ref',
        message:
          'the schema refers back to itself without going deeper into the value, so checking would never end',
        help: 'Refer to it from `properties` or `items`, or remove the reference.',
      },
    ];
  }
  if (findEndlessDefault(program) === undefined) return [];
  return [
    {
      path: '',
      keyword: 'default',
      message: 'a default leaves a gap that a default fills, and so on without end',
      help: 'Give the inner default every property that has a default itself, or remove one of the defaults.',
    },
  ];
}
