import { getOwn, omitKeys, type MutableObject } from '@btcp/schema';
import { joinDescriptions } from '../describe-keywords.ts';
import { typesOf } from '../schema-kinds.ts';
import type { Step, WriteAny } from '../schema-rules.ts';

/** The types in Gemini's form, for a value of any type. */
const ANY_BRANCHES = [
  { type: 'STRING' },
  { type: 'NUMBER' },
  { type: 'BOOLEAN' },
  { type: 'OBJECT' },
  // Without a type, or the expansion would never end.
  { type: 'ARRAY', items: {} },
] as const;

/** Writes a schema that anything fits as a union of all types. */
export const expandAny: WriteAny = (annotations, lowering, isNothing) => {
  lowering.report(
    isNothing
      ? {
          code: 'any-expanded',
          detail: 'a schema that nothing fits can not be written; still refused by the BTCP runtime',
          effect: 'widens',
        }
      : { code: 'any-expanded', detail: 'anything is written as a union of all types', effect: 'none' },
  );
  const described = withDescription([annotations['description']]);
  return { anyOf: ANY_BRANCHES.map((branch) => ({ ...branch, ...described, nullable: true })) };
};

/** Writes "or null" as `nullable` instead of a branch, and leaves an `anyOf` without siblings. */
export const writeNullable: Step = (schema, lowering) => {
  const branches = schema['anyOf'];
  if (!Array.isArray(branches)) return schema;
  if (Object.hasOwn(schema, 'title')) {
    const detail = 'nothing stands beside a union';
    lowering.report({ code: 'annotation-dropped', keyword: 'title', detail, effect: 'none' });
  }
  const flat = branches.flatMap((branch: MutableObject) => flatten(branch));
  const others = flat.filter((branch) => branch['type'] !== 'NULL');
  const isNullable = others.length < flat.length;
  const texts = [getOwn(schema, 'description')];
  if (others.length === 0) return { type: 'NULL', ...withDescription(texts) };
  const written = others.map((branch) => ({
    ...branch,
    ...withDescription([...texts, branch['description']]),
    ...(isNullable && { nullable: true }),
  }));
  const [only] = written;
  return written.length === 1 && only !== undefined ? only : { anyOf: written };
};

const flatten = (branch: MutableObject): MutableObject[] =>
  Array.isArray(branch['anyOf']) ? (branch['anyOf'] as MutableObject[]) : [branch];

function withDescription(texts: readonly unknown[]): MutableObject {
  const description = joinDescriptions(texts);
  return description === undefined ? {} : { description };
}

/** Describes the items after a tuple together with the tuple: alone, `items` would apply to all of them. */
export const describeTuples: Step = (schema, lowering) => {
  if (!Object.hasOwn(schema, 'prefixItems') || !Object.hasOwn(schema, 'items')) return schema;
  const detail = 'the items after a tuple can not be told from those in it';
  lowering.report({ code: 'keyword-to-description', keyword: 'items', detail, effect: 'widens' });
  lowering.describe('items', schema['items']);
  return omitKeys(schema, ['items']);
};

/** Requires only declared properties: the API refuses other names. */
export const requireDescribed: Step = (schema, lowering) => {
  const required = getOwn(schema, 'required');
  if (!Array.isArray(required)) return schema;
  const properties = getOwn(schema, 'properties') ?? {};
  const known = required.filter((name) => Object.hasOwn(properties, String(name)));
  if (known.length === required.length) return schema;
  const detail = 'a required property is not described; still required by the BTCP runtime';
  lowering.report({ code: 'keyword-to-description', keyword: 'required', detail, effect: 'widens' });
  lowering.describe('required', required);
  return known.length > 0 ? { ...schema, required: known } : omitKeys(schema, ['required']);
};

/** Writes an integer's exclusive bounds as inclusive ones. */
export const includeBounds: Step = (schema, lowering) => {
  if (typesOf(schema).join() !== 'integer') return schema;
  const lower = getOwn(schema, 'exclusiveMinimum');
  const upper = getOwn(schema, 'exclusiveMaximum');
  const bounds: MutableObject = {};
  if (typeof lower === 'number')
    bounds['minimum'] = Math.max(Math.floor(lower) + 1, boundOf(schema, 'minimum', -Infinity));
  if (typeof upper === 'number')
    bounds['maximum'] = Math.min(Math.ceil(upper) - 1, boundOf(schema, 'maximum', Infinity));
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum']) {
    if (!Object.hasOwn(schema, keyword)) continue;
    const detail = 'written as the integer next to it, inclusive; the same values fit';
    lowering.report({ code: 'keyword-rewritten', keyword, detail, effect: 'none' });
  }
  return { ...omitKeys(schema, ['exclusiveMinimum', 'exclusiveMaximum']), ...bounds };
};

function boundOf(schema: MutableObject, keyword: string, otherwise: number): number {
  const bound = getOwn(schema, keyword);
  return typeof bound === 'number' ? bound : otherwise;
}

/** Adds `items` that accept anything to an array without them. */
export const expandItems: Step = (schema, lowering) =>
  typesOf(schema).includes('array') && !Object.hasOwn(schema, 'items')
    ? { ...schema, items: lowering.derive({}) }
    : schema;
