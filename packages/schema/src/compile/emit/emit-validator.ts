import type { JsonSchema } from '@btcp/core';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import { type ReadOptions, readProgram } from '../find-schema-issues.ts';
import { hasDefaults, mayDefaultsBreak } from '../link/defaults.ts';
import type { SchemaIssue } from '../../model/pointer.ts';
import type { LinkedProgram } from '../link/linked-schema.ts';
import { type CheckMode, literal } from './code-writer.ts';
import { Emitter } from './emitter.ts';
import type { ValidatorText } from './module-text.ts';
import { base64Length, contentKind, MAX_BYTES } from '@btcp/core/content';
import { listSubschemas } from '../../model/walk-schema.ts';

/** An emitted validator, and the names of the runtime's functions that it uses. */
export interface EmittedValidator extends ValidatorText {
  readonly imports: readonly string[];
}

/**
 * Emits a schema's validator; see `Compiled` in the runtime.
 *
 * @param name - How an error calls the schema.
 * @throws Error when the schema has issues; it names them all.
 */
export function emitValidator(name: string, schema: JsonSchema, options: ReadOptions = {}): EmittedValidator {
  const emitter = new Emitter();
  const { issues, program } = readProgram(schema, options);
  if (program === undefined) throw new Error(describeIssues(name, issues));
  const kinds = hasDefaults(program.root, program) ? KINDS : KINDS.slice(0, 2);
  for (const kind of kinds) emitter.function(kind, program, program.root);
  // Emits all functions, which also collects what they import.
  const statements = emitter.statements();
  const functions = kinds.map((kind) =>
    kind === 'fill' ? fillFunction(emitter, program) : rootFunction(emitter, kind, program),
  );
  const make = `() => {\n${statements}\nreturn [${functions.join(', ')}];\n}`;
  const media = mediaSize(schema);
  return {
    fingerprint: literal(schemaFingerprint(schema)),
    make,
    ...(media > 0 && { media }),
    imports: emitter.imports(),
  };
}

const KINDS = ['check', 'collect', 'fill'] as const;

// Memoises what is asked of a value repeatedly, while one function runs.
function rootFunction(emitter: Emitter, kind: CheckMode | 'fill', program: LinkedProgram): string {
  const name = emitter.function(kind, program, program.root);
  const asksAgain = program.repeated.size > 0 || emitter.imports().includes('repeatedItems');
  return !asksAgain ? name : `${emitter.import('remembering')}(${name})`;
}

function fillFunction(emitter: Emitter, program: LinkedProgram): string {
  const fill = rootFunction(emitter, 'fill', program);
  if (!mayDefaultsBreak(program)) return fill;
  return `${emitter.import('fillIfFits')}(${rootFunction(emitter, 'check', program)}, ${fill})`;
}

function describeIssues(name: string, issues: readonly SchemaIssue[]): string {
  const lines = issues.map(
    ({ path, message, help }) => `  at ${path === '' ? 'its root' : path}: ${message} ${help}`,
  );
  return `The schema ${name} cannot be compiled:\n${lines.join('\n')}`;
}

/** Items that a list without `maxItems` is taken to have. */
const ITEMS = 10;

/**
 * The length that all media of a value may have together, which is on top of a client's limit; zero where a schema has no
 * media.
 */
function mediaSize(schema: JsonSchema): number {
  if (typeof schema === 'boolean') return 0;
  const { maxLength, maxItems } = schema;
  const own =
    contentKind(schema) !== 'media' ? 0 : typeof maxLength === 'number' ? maxLength : base64Length(MAX_BYTES);
  return listSubschemas(schema).reduce((sum, below) => {
    const times = below.keyword === 'items' ? (typeof maxItems === 'number' ? maxItems : ITEMS) : 1;
    return sum + times * mediaSize(below.schema);
  }, own);
}
