import {
  and,
  conjoin,
  type Conjunction,
  finiteValues,
  type Node,
  splitUnion,
  type Term,
  typesOf,
} from './conjunction.ts';
import { namesIn, propertyTerms, requiredNames } from './members.ts';

const CHOICES = ['anyOf', 'oneOf', 'const', 'enum', 'if', 'not'];
/** Maximum values of a tag to distinguish. */
const MAX_VALUES = 40;

/**
 * Splits what is given into cases that can be proven one by one: by its union, by its types, or by the values of a tag
 * that another schema discriminates by.
 */
export function splitCases(given: Conjunction, wanted: Node): readonly Conjunction[] | undefined {
  const byUnion = splitUnion(given);
  if (byUnion !== undefined) return byUnion;
  if (!CHOICES.some((keyword) => Object.hasOwn(wanted.schema, keyword))) return undefined;
  const types = typesOf(given);
  if (types.length > 1) return types.map((type) => and(given, { schema: { type }, root: true }));
  return types[0] === 'object' ? splitByTag(given) : undefined;
}

function splitByTag(given: Conjunction): readonly Conjunction[] | undefined {
  const names = [...new Set(given.nodes.flatMap(namesIn))];
  const isRequired = requiredNames(given);
  for (const name of names) {
    const terms = conjoin(propertyTerms(given, name));
    const values = terms.isNever ? [] : (finiteValues(terms) ?? []);
    const isSplit = values.length + (isRequired.has(name) ? 0 : 1) > 1 && values.length > 0;
    if (!isSplit || values.length > MAX_VALUES) continue;
    const present = values.map((value) => and(given, property(name, { const: value }, [name])));
    return isRequired.has(name) ? present : [...present, and(given, property(name, false, []))];
  }
  return undefined;
}

const property = (name: string, schema: unknown, required: readonly string[]): Term => ({
  // A computed name is an own property, even `__proto__`.
  schema: { properties: { [name]: schema }, required },
  root: true,
});
