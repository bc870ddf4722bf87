import { getOwn, isObject, joinPointer, setOwn, type MutableObject } from '@btcp/schema';
import { typesOf } from '../schema-kinds.ts';
import type { Step } from '../schema-rules.ts';

/** Says `additionalProperties: false` of every object that does not say anything about it. */
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

/** Requires every property; one that was optional may be null instead, which decoding a call takes away. */
export const requireAll: Step = (schema, lowering) => {
  const properties = getOwn(schema, 'properties');
  if (!isObject(properties) || !typesOf(schema).includes('object')) return schema;
  const required = getOwn(schema, 'required');
  const names = Object.keys(properties);
  const written: MutableObject = {};
  for (const name of names) {
    const isOptional = !Array.isArray(required) || !required.includes(name);
    if (isOptional) {
      const detail = 'optional property becomes required and nullable; decode must delete nulls';
      const path = joinPointer(lowering.pointer, 'properties', name);
      lowering.report({ code: 'optional-to-nullable', keyword: 'required', detail, effect: 'encodes' }, path);
    }
    setOwn(written, name, isOptional ? orNull(properties[name]) : properties[name]);
  }
  const closed = { ...schema, properties: written, required: names };
  lowering.decoded.set(closed, schema);
  return closed;
};

/** Keywords that can refuse null whatever `type` says. */
const OF_ANY_TYPE = ['const', '$ref', 'anyOf', 'not'];

function orNull(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const types = typesOf(schema);
  const nullable = types.includes('null') ? types : [...types, 'null'];
  if (types.length === 0 || OF_ANY_TYPE.some((key) => Object.hasOwn(schema, key))) {
    return acceptsNull(schema) ? schema : { anyOf: [schema, { type: 'null' }] };
  }
  if (types.length === 1 && types[0] === 'null') return schema;
  const values = getOwn(schema, 'enum');
  if (!Array.isArray(values)) return { ...schema, type: nullable };
  return { ...schema, type: nullable, enum: values.includes(null) ? values : [...values, null] };
}

function acceptsNull(schema: MutableObject): boolean {
  const branches = getOwn(schema, 'anyOf');
  if (!Array.isArray(branches) || typesOf(schema).length > 0) return false;
  return branches.some(
    (branch) => isObject(branch) && branch['type'] === 'null' && Object.keys(branch).length === 1,
  );
}
