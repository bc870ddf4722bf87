import { schemaFingerprint, type JsonSchema } from '@btcp/core';
import { readSchema } from '../find-schema-problems.ts';
import { hasDefaults, mayDefaultsBreak } from '../link/defaults.ts';
import type { ReadOptions } from '../link/schema-registry.ts';
import type { SchemaProblem } from '../../json-schema/schema-problem.ts';
import type { LinkedProgram } from '../link/linked-schema.ts';
import type { CheckMode } from './code-host.ts';
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
    rootFunction(emitter, 'check', program),
    rootFunction(emitter, 'collect', program),
    ...(hasDefaults(program.root, program) ? [fillFunction(emitter, program)] : []),
  ];
  return { fingerprint: literal(schemaFingerprint(schema)), functions: `[${functions.join(', ')}]` };
}

function rootFunction(emitter: Emitter, kind: CheckMode | 'fill', program: LinkedProgram): string {
  const name = emitter.function(kind, program, program.root);
  return program.repeated.size === 0 ? name : `${emitter.import('remembering')}(${name})`;
}

function fillFunction(emitter: Emitter, program: LinkedProgram): string {
  const fill = rootFunction(emitter, 'fill', program);
  if (!mayDefaultsBreak(program)) return fill;
  return `${emitter.import('fillIfFits')}(${rootFunction(emitter, 'check', program)}, ${fill})`;
}

function describeProblems(name: string, problems: readonly SchemaProblem[]): string {
  const lines = problems.map(
    ({ path, message, help }) => `  at ${path === '' ? 'its root' : path}: ${message}. ${help}`,
  );
  return `The schema ${name} cannot be compiled:\n${lines.join('\n')}`;
}
