import type { JsonSchema, Validator } from '@btcp/core';
import { compileSchema } from '../compile/compile-schema.ts';
import { type Containment, contains } from '../json-schema/contains/contains.ts';
import { normalizeSchema } from '../json-schema/normalize-schema.ts';
import { isObject } from '../json-schema/own-property.ts';
import { joinPointer } from '../json-schema/pointer.ts';
import { annotationChanges } from './annotation-changes.ts';
import type { FoundChange } from './finding.ts';
import { listChanges } from './list-changes.ts';
import { withoutUndeclared } from './property-changes.ts';
import { CHANGE_IDS, type SchemaChange } from './schema-change.ts';
import { withoutAnnotations } from './without-annotations.ts';

/** More changes of one schema are reported as one. */
const MAX_PARTS = 60;

/** What is known of a change in a schema, and what depends on whether that is right. */
interface SchemaFinding extends FoundChange {
  readonly isBreaking: boolean;
  readonly undeclared?: SchemaChange['undeclared'];
}

/**
 * Compares what two schemas accept, at the smallest places that differ: of inputs, all that the old one accepts must
 * still be accepted; of outputs, all that the new one accepts must have been accepted.
 *
 * @param strict - Whether undeclared properties count, where an object is open.
 */
export function compareSchemas(
  where: 'input' | 'output',
  old: unknown,
  now: unknown,
  strict: boolean,
): readonly FoundChange[] {
  const [a, b] = [normalizeSchema(old), normalizeSchema(now)];
  if (a.issues.length + b.issues.length > 0) return [{ id: 'undecided', path: '' }];
  const comparison = new SchemaComparison(where, withoutAnnotations(a.schema), withoutAnnotations(b.schema));
  return [...comparison.findings(strict), ...annotationChanges(where, a.schema, b.schema)];
}

/** The comparison of one schema with its successor. */
class SchemaComparison {
  readonly #where: 'input' | 'output';
  readonly #old: JsonSchema;
  readonly #now: JsonSchema;
  readonly #base: JsonSchema;
  #validator: Validator | undefined;

  constructor(where: 'input' | 'output', old: JsonSchema, now: JsonSchema) {
    this.#where = where;
    this.#old = old;
    this.#now = now;
    // A change that is made alone may refer to definitions that are new.
    this.#base = withDefinitionsOf(old, now);
  }

  findings(strict: boolean): readonly FoundChange[] {
    const parts = listChanges(this.#old, this.#now);
    if (parts.length === 0) return [];
    const all: SchemaChange = { kind: 'other', tokens: [], data: ALL, apply: () => this.#now, parts };
    const found = this.#explain(all, this.#breaks(this.#old, this.#now));
    const breaking = found.filter(({ isBreaking }) => isBreaking);
    const isExcused = breaking.length > 0 && breaking.every(({ undeclared }) => undeclared !== undefined);
    if (strict || !isExcused) return found;
    const rest = this.#breaksWithout(breaking);
    return rest.answer === 'yes' ? found : [...found, this.#describe(all, rest)];
  }

  /** Whether a change breaks callers: with a witness, where it does. */
  #breaks(old: unknown, now: unknown): Containment {
    return this.#where === 'input' ? contains(old, now) : contains(now, old);
  }

  /** The same, where no undeclared property of the given names is sent or returned. */
  #breaksWithout(found: readonly SchemaFinding[]): Containment {
    const without = (schema: JsonSchema, side: 'old' | 'now'): unknown =>
      found.reduce<unknown>(
        (root, { undeclared }) => undeclared && withoutUndeclared(root, undeclared[side], undeclared.name),
        schema,
      );
    return this.#where === 'input'
      ? contains(without(this.#old, 'old'), this.#now)
      : contains(without(this.#now, 'now'), this.#old);
  }

  /** @param breaks - Whether the changes break callers together. */
  #explain(change: SchemaChange, breaks: Containment): readonly SchemaFinding[] {
    const parts = change.parts.length > MAX_PARTS ? [] : change.parts;
    const [first, ...more] = parts;
    if (breaks.answer === 'yes' && this.#isSame(change)) return this.#rewritten(change);
    if (first === undefined) return [this.#describe(change, breaks)];
    if (more.length === 0) return this.#explain(first, breaks);
    const found = parts.flatMap((part) =>
      this.#explain(part, this.#breaks(this.#base, part.apply(this.#base))),
    );
    const compatible = found.filter(({ isBreaking }) => !isBreaking);
    // Changes may cancel each other, or break only together.
    if (breaks.answer === 'yes') return compatible.length > 0 ? compatible : [this.#describe(change, breaks)];
    const isExplained = found.some(
      ({ isBreaking, id }) => isBreaking && (breaks.answer === 'unknown' || id !== 'undecided'),
    );
    return isExplained ? found : [...found, this.#describe(change, breaks)];
  }

  #isSame({ apply }: SchemaChange): boolean {
    return this.#breaks(apply(this.#base), this.#base).answer === 'yes';
  }

  // A new property that accepts anything is still one.
  #rewritten(change: SchemaChange): readonly SchemaFinding[] {
    const added = leavesOf(change).filter(({ kind }) => kind === 'property-added-open');
    const found = added.map((each) => this.#describe(each, { answer: 'yes' }));
    return found.length > 0 ? found : [{ ...placeOf(change), id: 'schema-rewritten', isBreaking: false }];
  }

  #describe(change: SchemaChange, breaks: Containment): SchemaFinding {
    const place = placeOf(change);
    if (breaks.answer === 'unknown') return { ...place, id: 'undecided', isBreaking: true };
    const [breaking, compatible] = CHANGE_IDS[this.#where][change.kind];
    if (breaks.answer === 'yes') return { ...place, id: compatible, isBreaking: false };
    const { witness } = breaks;
    const { undeclared } = change;
    return {
      ...place,
      id: breaking,
      isBreaking: true,
      ...(this.#isConfirmed(witness) && { witness }),
      ...(undeclared && breaking === compatible && { undeclared }),
    };
  }

  // The witness of one change may be cured by another one.
  #isConfirmed(witness: unknown): boolean {
    this.#validator ??= compileSchema(this.#now);
    return this.#validator(witness).ok === (this.#where === 'output');
  }
}

const ALL = { from: 'the old schema', to: 'the new schema' };

const placeOf = ({ tokens, data }: SchemaChange): Pick<FoundChange, 'path' | 'data'> => ({
  path: joinPointer('', ...tokens),
  data,
});

const leavesOf = (change: SchemaChange): readonly SchemaChange[] =>
  change.parts.length === 0 ? [change] : change.parts.flatMap(leavesOf);

function withDefinitionsOf(schema: JsonSchema, other: JsonSchema): JsonSchema {
  if (!isObject(schema) || !isObject(other)) return schema;
  const [own, more] = [schema['$defs'], other['$defs']];
  return isObject(more) ? { ...schema, $defs: { ...more, ...(isObject(own) && own) } } : schema;
}
