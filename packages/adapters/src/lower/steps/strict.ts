import type { JsonSchema } from '@btcp/core';
import {
  accepts,
  areAllDisjoint,
  getOwn,
  isObject,
  joinPointer,
  resolveRef,
  setOwn,
  type MutableObject,
} from '@btcp/schema/internal';
import { GROUPS, KEEP, type KeywordRule } from '../rules.ts';
import type { Lowering, Step, WriteAny } from '../lowering.ts';
import { typesOf } from '../schemas.ts';

const fallBack = (detail: string): KeywordRule => ({ do: 'fall-back', detail });

type NotStrict = 'prefixItems' | 'additionalProperties' | 'patternProperties' | 'oneOf' | 'allOf';

/** What no provider's strict subset has. */
export const NOT_STRICT: Readonly<Record<NotStrict, KeywordRule>> = {
  prefixItems: fallBack('the strict subset has no tuples'),
  additionalProperties: {
    do: 'choose',
    by: (value) =>
      value === false ? KEEP : fallBack('the strict subset has no maps and no free-form objects'),
  },
  patternProperties: fallBack('the strict subset has no properties by pattern'),
  oneOf: fallBack('the strict subset has no two unions in one schema'),
  allOf: fallBack('can not be merged into the schema around it'),
};

/** The formats that schemas of every provider's strict subset may name. */
export const STRICT_FORMATS: ReadonlySet<string> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** Gives up the strict form where anything fits, or nothing. */
export const refuseAny: WriteAny = (annotations, lowering, isNothing) => {
  const detail = `the strict subset has no schema that ${isNothing ? 'nothing' : 'anything'} fits`;
  lowering.fallBack('type', detail);
  return annotations;
};

/** Adds `additionalProperties: false` to every object without `additionalProperties`. */
export const closeObjects: Step = (schema, lowering) => {
  if (!typesOf(schema).includes('object') || Object.hasOwn(schema, 'additionalProperties')) return schema;
  const detail = 'properties that are not described are refused, as the strict form demands';
  lowering.report({
    code: 'keyword-rewritten',
    keyword: 'additionalProperties',
    detail,
    effect: 'closes',
    isSilent: true,
  });
  const properties = Object.hasOwn(schema, 'properties') ? {} : { properties: {} };
  return { ...schema, ...properties, additionalProperties: false };
};

/** Keywords that depend on which properties are present. */
const ABOUT_PRESENCE = ['maxProperties', ...GROUPS.propertyRelations, 'not', 'if'];

/**
 * Gives up the strict form where an optional property may be null and its presence matters: a call that has to send
 * null for an absent property could not express its absence.
 */
export const requireKnownAbsence: Step = (schema, lowering) => {
  const keyword =
    ABOUT_PRESENCE.find((each) => Object.hasOwn(schema, each)) ?? overlappingUnion(schema, lowering);
  const properties = getOwn(schema, 'properties');
  if (keyword === undefined || !isObject(properties)) return schema;
  const required = getOwn(schema, 'required');
  const isBlurred = Object.entries(properties).some(
    ([name, property]) =>
      !(Array.isArray(required) && required.includes(name)) && mayBeNull(property, lowering),
  );
  if (isBlurred) lowering.fallBack(keyword, 'an optional property that may be null could not be left out');
  return schema;
};

function mayBeNull(schema: unknown, { root }: Lowering): boolean {
  return accepts(schema, null, (ref) => resolveRef(root, ref)) !== false;
}

function overlappingUnion(schema: MutableObject, lowering: Lowering): 'oneOf' | undefined {
  const branches = getOwn(schema, 'oneOf');
  if (!Array.isArray(branches)) return undefined;
  // Branches of a union are schemas.
  return areAllDisjoint(branches as JsonSchema[], lowering.root) ? undefined : 'oneOf';
}

const NULL_IS_ABSENT = 'optional property becomes required and nullable; decode must delete nulls';
const ALWAYS_GIVEN =
  'optional property becomes required; null is a value of it, so a strict call can not leave it out';

/** Requires every property; one that was optional may be null instead, which decoding a call removes. */
export const requireAll: Step = (schema, lowering) => {
  const properties = getOwn(schema, 'properties');
  if (!isObject(properties) || !typesOf(schema).includes('object')) return schema;
  const required = getOwn(schema, 'required');
  const names = Object.keys(properties);
  const written: MutableObject = {};
  for (const name of names) {
    const isOptional = !Array.isArray(required) || !required.includes(name);
    if (isOptional) {
      const path = joinPointer(lowering.pointer, 'properties', name);
      const detail = mayBeNull(properties[name], lowering) ? ALWAYS_GIVEN : NULL_IS_ABSENT;
      lowering.report({ code: 'optional-to-nullable', keyword: 'required', detail, effect: 'encodes' }, path);
    }
    setOwn(written, name, isOptional ? orNull(properties[name]) : properties[name]);
  }
  const closed = { ...schema, properties: written, required: names };
  lowering.decoded.set(closed, schema);
  return closed;
};

/** Keywords that can refuse null whatever `type` allows. */
const OF_ANY_TYPE = ['const', '$ref', 'anyOf', 'not'];

function orNull(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const types = typesOf(schema);
  const nullable = types.includes('null') ? types : [...types, 'null'];
  if (types.length === 0 || OF_ANY_TYPE.some((key) => Object.hasOwn(schema, key))) {
    return hasNullBranch(schema) ? schema : { anyOf: [schema, { type: 'null' }] };
  }
  if (types.length === 1 && types[0] === 'null') return schema;
  const values: unknown = getOwn(schema, 'enum');
  if (!Array.isArray(values)) return { ...schema, type: nullable };
  return { ...schema, type: nullable, enum: values.includes(null) ? values : values.concat(null) };
}

function hasNullBranch(schema: MutableObject): boolean {
  const branches = getOwn(schema, 'anyOf');
  if (!Array.isArray(branches) || typesOf(schema).length > 0) return false;
  return branches.some(
    (branch) => isObject(branch) && branch['type'] === 'null' && Object.keys(branch).length === 1,
  );
}

const TYPED_OTHERWISE = ['enum', 'const', '$ref', 'anyOf', 'oneOf'];

/** Gives up the strict form where a schema lacks a type, an array its items, or an object its properties. */
export const requireShape: Step = (schema, lowering) => {
  const types = typesOf(schema);
  if (types.length === 0 && !TYPED_OTHERWISE.some((key) => Object.hasOwn(schema, key))) {
    lowering.fallBack('type', 'the strict form needs a type');
  }
  if (types.includes('array') && !Object.hasOwn(schema, 'items')) {
    lowering.fallBack('items', 'the strict form needs the items of an array');
  }
  if (types.includes('object')) requireProperties(schema, lowering);
  requirePrimitives(schema, lowering);
  return schema;
};

function requireProperties(schema: MutableObject, lowering: Lowering): void {
  const names = Object.keys(getOwn(schema, 'properties') ?? {});
  const isOpen = !Object.hasOwn(schema, 'additionalProperties');
  if (isOpen && names.length === 0 && !lowering.isRoot) {
    lowering.fallBack('additionalProperties', 'a free-form object would be closed and take nothing');
  }
  const required = getOwn(schema, 'required');
  const missing = Array.isArray(required) && required.some((name) => !names.includes(String(name)));
  if (missing) lowering.fallBack('required', 'a required property is not described, and would be refused');
}

function requirePrimitives(schema: MutableObject, lowering: Lowering): void {
  const values = [getOwn(schema, 'enum') ?? [], getOwn(schema, 'const') ?? []].flat();
  if (values.some((value) => isObject(value) || Array.isArray(value))) {
    const keyword = Object.hasOwn(schema, 'const') ? 'const' : 'enum';
    lowering.fallBack(keyword, 'the strict form compares only strings, numbers, booleans and null');
  }
}
