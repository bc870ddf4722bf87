import { getOwn, isObject, type MutableObject } from '@btcp/schema';
import type { Lowering } from '../lowering.ts';
import { typesOf } from '../schema-kinds.ts';
import type { Step } from '../schema-rules.ts';

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
