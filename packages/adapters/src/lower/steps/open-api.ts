import {
  ANNOTATION_KEYWORDS,
  getOwn,
  isObject,
  omitKeys,
  propertiesOf,
  type MutableObject,
} from '@btcp/schema/internal';
import { joinDescriptions, typesOf } from '../schemas.ts';
import type { Step, WriteAny } from '../lowering.ts';

const ANYTHING =
  'anything is written as a union of all types but objects, which the API refuses without properties; they still pass';

/** The types in OpenAPI's form, for a value of any type. */
const ANY_BRANCHES = [
  { type: 'STRING' },
  { type: 'NUMBER' },
  { type: 'BOOLEAN' },
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
      : { code: 'any-expanded', detail: ANYTHING, effect: 'collapses' },
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
  const written = others.map((branch) => {
    const more = {
      ...withDescription([...texts, branch['description']]),
      ...(isNullable && { nullable: true }),
    };
    const copy = { ...branch, ...more };
    const decoded = lowering.decoded.get(branch);
    if (decoded) lowering.decoded.set(copy, { ...decoded, ...more });
    return copy;
  });
  const [only] = written;
  return written.length === 1 && only !== undefined ? only : { anyOf: written };
};

const flatten = (branch: MutableObject): MutableObject[] =>
  Array.isArray(branch['anyOf']) ? (branch['anyOf'] as MutableObject[]) : [branch];

function withDescription(texts: readonly unknown[]): MutableObject {
  const description = joinDescriptions(texts);
  return description === undefined ? {} : { description };
}

/** Writes a closed tuple of items that are alike, but for their annotations, as an array of them. */
export const listTuples: Step = (schema, lowering) => {
  const prefix = getOwn(schema, 'prefixItems');
  if (schema['items'] !== false || !Array.isArray(prefix)) return schema;
  const bare = (prefix as unknown[]).map((item) =>
    isObject(item) ? omitKeys(item, ANNOTATION_KEYWORDS) : item,
  );
  const texts = new Set(bare.map((item) => JSON.stringify(item)));
  if (texts.size !== 1) return schema;
  const isAnnotated = JSON.stringify(bare) !== JSON.stringify(prefix);
  const detail = 'a tuple of items that are alike is written as an array of them; the same values fit';
  lowering.report({
    code: isAnnotated ? 'keyword-to-description' : 'keyword-rewritten',
    keyword: 'prefixItems',
    detail,
    effect: 'none',
  });
  if (isAnnotated) lowering.describe('prefixItems', prefix);
  const maxItems = Math.min(prefix.length, boundOf(schema, 'maxItems', Infinity));
  return { ...omitKeys(schema, ['prefixItems']), items: bare[0], maxItems };
};

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

/** Writes that an array has no more items as its maximum length: `false` is no schema of the API. */
export const closeItems: Step = (schema, lowering) => {
  if (schema['items'] !== false) return schema;
  const prefix = getOwn(schema, 'prefixItems');
  const most = Array.isArray(prefix) ? prefix.length : 0;
  // The items of a tuple are described only.
  const effect = most > 0 ? 'widens' : 'none';
  const detail = 'that there are no more items is written as `maxItems`';
  lowering.report({ code: 'keyword-rewritten', keyword: 'items', detail, effect });
  return { ...omitKeys(schema, ['items']), maxItems: Math.min(most, boundOf(schema, 'maxItems', most)) };
};

/** Whether a schema describes an object without known properties. */
export function isEmptyObject(schema: MutableObject): boolean {
  return schema['type'] === 'OBJECT' && Object.keys(propertiesOf(schema)).length === 0;
}

/** Writes an object without known properties, which the API refuses, as a string of JSON. */
export const writeJsonText: Step = (schema, lowering) => {
  if (lowering.isRoot || !isEmptyObject(schema)) return schema;
  const detail =
    'the API refuses an object of which no property is known, so its JSON is sent as a string, which `decodeCall` reads';
  lowering.report({ code: 'keyword-rewritten', keyword: 'type', detail, effect: 'encodes' });
  const text = {
    type: 'STRING',
    ...withDescription([schema['description'], 'A JSON object, as a string.']),
    ...(schema['nullable'] === true && { nullable: true }),
  };
  lowering.decoded.set(text, schema);
  return text;
};

/** Adds `items` that accept anything to an array without them. */
export const expandItems: Step = (schema, lowering) =>
  typesOf(schema).includes('array') && !Object.hasOwn(schema, 'items')
    ? { ...schema, items: lowering.derive({}) }
    : schema;
