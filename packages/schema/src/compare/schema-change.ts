import { isObject, mapValues, type MutableObject } from '../model/own-property.ts';
import type { ChangeId } from './rules.ts';

export type ChangeKind =
  | 'property-added'
  | 'property-added-open'
  | 'property-added-required'
  | 'property-removed'
  | 'property-removed-open'
  | 'property-removed-required'
  | 'required'
  | 'type'
  | 'enum'
  | 'bound'
  | 'pattern'
  | 'format'
  | 'open'
  | 'map'
  | 'other';

/** The tokens from the root of a schema to a part of it. */
export type Tokens = readonly (string | number)[];

/** A schema that is at the same place in two others. */
export interface ChangedNode {
  readonly old: Readonly<MutableObject>;
  readonly now: Readonly<MutableObject>;
  readonly at: { readonly old: Tokens; readonly now: Tokens };
}

/** One change of a schema, or several that are made together. */
export interface SchemaChange {
  readonly kind: ChangeKind;
  /** Where it is in the new schema; what is gone, in the old one. */
  readonly tokens: Tokens;
  readonly data: Readonly<Record<string, string>>;
  /** Makes only this change in the old schema. */
  readonly apply: (old: unknown) => unknown;
  readonly parts: readonly SchemaChange[];
  /** The undeclared property that a change is harmless without, or any: its object in the old and in the new schema. */
  readonly undeclared?: ChangedNode['at'] & { readonly name?: string };
}

/** A schema as an object, so that every change is one of keywords. */
export const objectOf = (schema: unknown): Readonly<MutableObject> =>
  isObject(schema) ? schema : schema === false ? { not: {} } : {};

export function updateAt(
  root: unknown,
  [token, ...rest]: Tokens,
  update: (node: Readonly<MutableObject>) => MutableObject,
): unknown {
  if (token === undefined) return update(objectOf(root));
  if (Array.isArray(root))
    return root.map((item: unknown, index) => (index === token ? updateAt(item, rest, update) : item));
  if (!isObject(root)) return root;
  return mapValues(root, (value, key) => (key === String(token) ? updateAt(value, rest, update) : value));
}

type Ids = readonly [breaking: ChangeId, compatible: ChangeId];

/** The rule of a change, by whether it breaks callers. */
export const CHANGE_IDS: Readonly<Record<'input' | 'output', Readonly<Record<ChangeKind, Ids>>>> = {
  input: {
    'property-added': ['input-narrowed', 'input-optional-added-closed'],
    'property-added-open': ['input-optional-added-open', 'input-optional-added-closed'],
    'property-added-required': ['input-required-added', 'input-optional-added-closed'],
    'property-removed': ['input-removed-closed', 'input-removed-open'],
    'property-removed-open': ['input-removed-closed', 'input-removed-open'],
    'property-removed-required': ['input-removed-closed', 'input-removed-open'],
    required: ['input-became-required', 'input-became-optional'],
    type: ['input-type-narrowed', 'input-type-widened'],
    enum: ['input-enum-value-removed', 'input-enum-value-added'],
    bound: ['input-bound-tightened', 'input-bound-loosened'],
    pattern: ['input-pattern-narrowed-or-added', 'input-pattern-widened'],
    format: ['input-format-added', 'input-format-removed'],
    open: ['input-closed', 'input-opened'],
    map: ['input-narrowed', 'input-opened'],
    other: ['input-narrowed', 'input-widened'],
  },
  output: {
    'property-added': ['output-added-closed', 'output-added-open'],
    'property-added-open': ['output-added-closed', 'output-added-open'],
    'property-added-required': ['output-added-closed', 'output-added-open'],
    'property-removed': ['output-widened', 'output-optional-removed-closed'],
    'property-removed-open': ['output-optional-removed-open', 'output-narrowed'],
    'property-removed-required': ['output-required-removed', 'output-narrowed'],
    required: ['output-became-optional', 'output-became-required'],
    type: ['output-type-widened', 'output-type-narrowed'],
    enum: ['output-enum-value-added', 'output-enum-value-removed'],
    bound: ['output-bound-loosened', 'output-bound-tightened'],
    pattern: ['output-widened', 'output-narrowed'],
    format: ['output-widened', 'output-narrowed'],
    open: ['output-opened', 'output-closed'],
    map: ['output-opened', 'output-closed'],
    other: ['output-widened', 'output-narrowed'],
  },
};
