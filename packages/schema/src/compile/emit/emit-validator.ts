import { schemaFingerprint, type JsonSchema } from '@btcp/core';
import { readSchema } from '../find-schema-problems.ts';
import { hasDefaults } from '../link/defaults.ts';
import type { ReadOptions } from '../link/schema-registry.ts';
import type { SchemaProblem } from '../../json-schema/schema-problem.ts';
import type { Emitter } from './emitter.ts';
import { literal } from './literal.ts';

/** The text of what a validator is made of; see `Compiled` in the runtime. */
export interface EmittedValidator {
  /** The literal of the schema's fingerprint. */
  readonly fingerprint: string;
  /** The list of its functions, which are in the emitter. */
  readonly functions: string;
}

/**
 * Emits the functions of a schema's validator.
 *
 * @param name - How an error calls the schema.
 * @throws Error when the schema has problems; it names them all.
 */
export function emitValidator(
  emitter: Emitter,
  name: string,
  schema: JsonSchema,
  options: ReadOptions = {},
): EmittedValidator {
  const { problems, program } = readSchema(schema, options);
  if (program === undefined) throw new Error(describeProblems(name, problems));
  const functions = [
    emitter.function('check', program, program.root),
    emitter.function('collect', program, program.root),
    ...(hasDefaults(program.root, program) ? [emitter.function('fill', program, program.root)] : []),
  ];
  return { fingerprint: literal(schemaFingerprint(schema)), functions: `[${functions.join(', ')}]` };
}

function describeProblems(name: string, problems: readonly SchemaProblem[]): string {
  const lines = problems.map(
    ({ path, message, help }) => `  at ${path === '' ? 'its root' : path}: ${message}. ${help}`,
  );
  return `The schema ${name} cannot be compiled:\n${lines.join('\n')}`;
}
