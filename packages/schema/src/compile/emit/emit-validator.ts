import { schemaFingerprint, type JsonSchema } from '@btcp/core';
import { readSchema } from '../find-schema-problems.ts';
import { hasDefaults } from '../link/defaults.ts';
import type { ReadOptions } from '../link/schema-registry.ts';
import type { SchemaProblem } from '../../json-schema/schema-problem.ts';
import type { Emitter } from './emitter.ts';
import { literal } from './literal.ts';

/**
 * Emits the validator of a schema.
 *
 * @param name - How an error calls the schema.
 * @returns The expression of the validator; its functions are in the emitter.
 * @throws Error when the schema has problems; it names them all.
 */
export function emitValidator(
  emitter: Emitter,
  name: string,
  schema: JsonSchema,
  options: ReadOptions = {},
): string {
  const { problems, program } = readSchema(schema, options);
  if (program === undefined) throw new Error(describeProblems(name, problems));
  const parts = [
    literal(schemaFingerprint(schema)),
    emitter.function('check', program, program.root),
    emitter.function('collect', program, program.root),
    ...(hasDefaults(program.root, program) ? [emitter.function('fill', program, program.root)] : []),
  ];
  return `${emitter.import('validator')}(${parts.join(', ')})`;
}

function describeProblems(name: string, problems: readonly SchemaProblem[]): string {
  const lines = problems.map(
    ({ path, message, help }) => `  at ${path === '' ? 'its root' : path}: ${message}. ${help}`,
  );
  return `The schema ${name} cannot be compiled:\n${lines.join('\n')}`;
}
