import type { JsonSchema, Validator } from '@btcp/core';
import { compileSchema } from '../compile/compile-schema.ts';
import { type Containment, contains, isProvenToContain } from '../relate/contains/contains.ts';
import type { SharedSteps } from '../relate/contains/work.ts';
import { normalizeSchema } from '../model/normalize-schema.ts';
import { withoutUnusedDefinitions } from '../model/references/local-refs.ts';
import { isObject } from '../model/own-property.ts';
import { joinPointer, type SchemaIssue } from '../model/pointer.ts';
import { annotationChanges, withoutAnnotations } from './annotation-changes.ts';
import { filledChanges } from './filled-changes.ts';
import { type FoundChange, CHANGE_RULES } from './rules.ts';
import { listChanges, together } from './list-changes.ts';
import { withoutUndeclared } from './property-changes.ts';
import { CHANGE_IDS, type SchemaChange } from './schema-change.ts';

/** More changes of one schema are reported as one. */
const MAX_PARTS = 60;
/** Steps of the proofs about one schema beside the shared ones: those of real tools suffice with them. */
const OWN_STEPS = 5_000;

/** What is known of a change in a schema, and what depends on whether that is right. */
interface SchemaFinding extends FoundChange {
  readonly isBreaking: boolean;
  readonly change: SchemaChange;
  readonly undeclared?: SchemaChange['undeclared'];
}

/**
 * Compares what two schemas accept, at the smallest places that differ: of inputs, all that the old one accepts must
 * still be accepted; of outputs, all that the new one accepts must have been accepted.
 *
 * @param strict - Whether undeclared properties count, where an object is open.
 * @param steps - What the proofs about all schemas share.
 */
export function compareSchemas(
  where: 'input' | 'output',
  old: unknown,
  now: unknown,
  strict: boolean,
  steps: SharedSteps,
): readonly FoundChange[] {
  const [a, b] = [normalizeSchema(old), normalizeSchema(now)];
  const [from, to] = [a.issues, b.issues].map(unreadable);
  if (from !== undefined || to !== undefined)
    return [
      { id: 'undecided', path: '', data: { from: from ?? 'the old schema', to: to ?? 'the new schema' } },
    ];
  const comparison = new SchemaComparison(where, withoutAnnotations(a.schema), withoutAnnotations(b.schema));
  const found = steps.run(OWN_STEPS, () => comparison.findings(strict));
  const annotations = annotationChanges(
    where,
    withoutUnusedDefinitions(a.schema),
    withoutUnusedDefinitions(b.schema),
  );
  const filled = where === 'input' && !annotations.some(({ id }) => id.startsWith('default-'));
  const places = new Set(found.map(({ path }) => path));
  const described = annotations.filter(({ path }) => !places.has(path));
  const all = [...found, ...described, ...(filled ? filledChanges(a.schema, b.schema) : [])];
  return all.length > 0 ? all : rewriting(old, now);
}

/** What was written differently, where the normal forms are the same. */
function rewriting(old: unknown, now: unknown): readonly FoundChange[] {
  const parts = listChanges(withoutAnnotations(old as JsonSchema), withoutAnnotations(now as JsonSchema));
  const [first, ...more] = parts;
  if (first === undefined) return [];
  return [{ ...placeOf(more.length === 0 ? first : together(parts, [])), id: 'schema-rewritten' }];
}

class SchemaComparison {
  readonly #where: 'input' | 'output';
  readonly #old: JsonSchema;
  readonly #now: JsonSchema;
  readonly #base: JsonSchema;
  /** Whether all changes together break callers. */
  #whole: Containment = { answer: 'unknown' };
  /** By the text of their schemas: each is asked for again by its parts. */
  readonly #validators = new Map<string, Validator>();

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
    const all: SchemaChange = { ...together(parts, []), apply: () => this.#now };
    this.#whole = this.#breaks(this.#old, this.#now);
    // What breaks callers alone may be made up for by another change.
    const explained = this.#explain(all, this.#whole).filter(
      (each) => !each.isBreaking || 'witness' in each || each.id === 'undecided',
    );
    const isShown =
      this.#whole.answer === 'yes' ||
      explained.some(
        (each) => 'witness' in each || (each.id === 'undecided' && this.#whole.answer === 'unknown'),
      );
    const found = this.#onePerPath(isShown ? explained : [...explained, this.#describe(all, this.#whole)]);
    const breaking = found.filter(({ isBreaking }) => isBreaking);
    const isExcused = breaking.length > 0 && breaking.every(({ undeclared }) => undeclared !== undefined);
    if (strict || !isExcused) return found;
    const rest = this.#breaksWithout(breaking);
    return rest.answer === 'yes' ? found : this.#onePerPath([...found, this.#describe(all, rest)]);
  }

  /** Reports what breaks callers at a place as one change, and without what changed there beside it. */
  #onePerPath(found: readonly SchemaFinding[]): readonly SchemaFinding[] {
    const paths = new Set(found.map(({ path }) => path));
    return [...paths].flatMap((path) => {
      const all = found.filter((each) => each.path === path);
      const changed = all.filter(({ id }) => id !== 'schema-rewritten');
      const breaking = changed.filter(({ isBreaking }) => isBreaking);
      const proven = breaking.filter((each) => 'witness' in each);
      const kept = [proven, breaking, changed, all].find(({ length }) => length > 0) ?? [];
      return kept.length > 1 ? this.#merge(kept) : kept;
    });
  }

  #merge(found: readonly SchemaFinding[]): readonly SchemaFinding[] {
    const [first] = found;
    if (first === undefined || first.id === 'schema-rewritten') return found.slice(0, 1);
    const change = together(
      found.map((each) => each.change),
      first.change.tokens,
    );
    const [breaking, compatible] = CHANGE_IDS[this.#where].other;
    const proven = found.find((each) => 'witness' in each);
    return [
      {
        ...placeOf(change),
        id: found.some(({ id }) => id === 'undecided')
          ? 'undecided'
          : first.isBreaking
            ? breaking
            : compatible,
        isBreaking: first.isBreaking,
        change,
        ...(proven && { witness: proven.witness }),
      },
    ];
  }

  /** Whether a change breaks callers: with a witness, where it does. */
  #breaks(old: unknown, now: unknown): Containment {
    return this.#where === 'input' ? contains(old, now, this.#compile) : contains(now, old, this.#compile);
  }

  readonly #compile = (schema: JsonSchema): Validator => {
    const text = JSON.stringify(schema);
    const validator = this.#validators.get(text) ?? compileSchema(schema);
    this.#validators.set(text, validator);
    return validator;
  };

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

  /**
   * @param breaks - Whether the changes break callers together.
   * @param isSame - Whether the same values are accepted with them.
   */
  #explain(
    change: SchemaChange,
    breaks: Containment,
    isSame: boolean = breaks.answer === 'yes' && this.#isSame(change),
  ): readonly SchemaFinding[] {
    const parts = change.parts.length > MAX_PARTS ? [] : change.parts;
    const [first, ...more] = parts;
    if (first !== undefined && more.length === 0) return this.#explain(first, breaks, isSame);
    if (isSame) return this.#rewritten(change);
    if (first === undefined) return [this.#describe(change, breaks)];
    const found = parts.flatMap((part) =>
      this.#explain(part, this.#breaks(this.#base, part.apply(this.#base))),
    );
    if (breaks.answer === 'yes') {
      // Changes may cancel each other, or change something only together.
      const isExplained =
        found.every(({ isBreaking }) => !isBreaking) && found.some(({ id }) => id !== 'schema-rewritten');
      return isExplained ? found : [this.#describe(change, breaks)];
    }
    const isExplained = found.some(
      ({ isBreaking, id }) => isBreaking && (breaks.answer === 'unknown' || id !== 'undecided'),
    );
    return isExplained ? found : [...found, this.#describe(change, breaks)];
  }

  #isSame({ apply }: SchemaChange): boolean {
    const changed = apply(this.#base);
    return this.#where === 'input'
      ? isProvenToContain(changed, this.#base)
      : isProvenToContain(this.#base, changed);
  }

  // A new property that accepts anything is still one.
  #rewritten(change: SchemaChange): readonly SchemaFinding[] {
    const added = leavesOf(change).filter(({ kind }) => kind === 'property-added-open');
    const found = added.map((each) => this.#describe(each, { answer: 'yes' }));
    return found.length > 0
      ? found
      : [{ ...placeOf(change), id: 'schema-rewritten', isBreaking: false, change }];
  }

  #describe(change: SchemaChange, breaks: Containment): SchemaFinding {
    const place = { ...placeOf(change), change };
    if (breaks.answer === 'unknown') return { ...place, id: 'undecided', isBreaking: true };
    const [breaking, compatible] = CHANGE_IDS[this.#where][change.kind];
    if (breaks.answer === 'yes') return { ...place, id: compatible, isBreaking: false };
    const { undeclared } = change;
    return {
      ...place,
      id: breaking,
      isBreaking: true,
      ...this.#witnessOf(change, breaks.witness),
      ...(undeclared && CHANGE_RULES[breaking].strictBump && { undeclared }),
    };
  }

  // The witness of a change alone may be cured by another change; that of all may be one of this change, too.
  #witnessOf({ apply }: SchemaChange, witness: unknown): Pick<FoundChange, 'witness'> {
    if (this.#isWitness(this.#compile(this.#now), witness)) return { witness };
    const whole = this.#whole;
    if (whole.answer !== 'no') return {};
    const isOfThis = this.#isWitness(this.#compile(apply(this.#base) as JsonSchema), whole.witness);
    return isOfThis ? { witness: whole.witness } : {};
  }

  #isWitness(validator: Validator, value: unknown): boolean {
    return validator(value).ok === (this.#where === 'output');
  }
}

/** What is wrong with a schema that cannot be read. */
const unreadable = ([first]: readonly SchemaIssue[]): string | undefined =>
  first &&
  `a schema that cannot be read (${first.path === '' ? '' : `${first.path}: `}${first.message.replace(/\.$/, '')})`;

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
