import type { JsonSchema } from '@btcp/core';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import type { Ajv as AjvType, Format } from 'ajv';
import { isObject, type MutableObject } from '../model/own-property.ts';
import { walkSchema } from '../model/walk-schema.ts';
import { formatTest, FORMATS } from '../compile/formats.ts';
import { isMultiple } from '../runtime/is-multiple.ts';

/** The verdict of ajv on a value, and its reason. */
export interface Verdict {
  readonly accepts: boolean;
  readonly reason: string;
}

const OPTIONS = {
  strict: false,
  // Names of Object.prototype and infinite numbers are where ajv's defaults are known to be wrong.
  ownProperties: true,
  strictNumbers: true,
  validateSchema: false,
  logger: false,
} as const;

/** Creates an ajv that reads schemas as consumers of the published ones would. It knows no format yet. */
export function createAjv(
  dialect: '2020-12' | 'draft-07' = '2020-12',
  { useDefaults = false }: { readonly useDefaults?: boolean } = {},
): AjvType {
  const options = { ...OPTIONS, useDefaults };
  const ajv = dialect === '2020-12' ? new (defaultOf(Ajv2020))(options) : new (defaultOf(Ajv))(options);
  // ajv divides in binary, where 0.3 is no multiple of 0.1.
  ajv.removeKeyword('multipleOf');
  return ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (factor: number, value: number) => isMultiple(value, factor),
  });
}

/** Gives ajv the formats that it lacks, as they are enforced here: their meaning is not for it to judge. */
export function addOwnFormats(ajv: AjvType): AjvType {
  for (const name of FORMATS.keys()) {
    const known = formatTest(name);
    if (known && !(name in ajv.formats))
      ajv.addFormat(name, { type: known.type, validate: known.test } as Format);
  }
  return ajv;
}

let shared: AjvType | undefined;

/** An ajv with the formats. Creating one takes as long as compiling several schemas. */
export function sharedAjv(): AjvType {
  return (shared ??= addOwnFormats(createAjv()));
}

/** Whether an object in a JSON text has a property such as `constructor`, whose name ajv handles wrongly. */
export function hasInheritedName(json: string): boolean {
  let found = false;
  JSON.parse(json, (key, value: unknown) => {
    found ||= key in Object.prototype;
    return value;
  });
  return found;
}

/**
 * Compiles a schema with ajv.
 *
 * @returns Gives the verdict on a value; `undefined` where ajv throws.
 * @throws Error when ajv cannot compile the schema, or is known to misread it.
 */
export function ajvVerdict(ajv: AjvType, schema: JsonSchema): (value: unknown) => Verdict | undefined {
  // Two schemas with the same `$id` would shadow each other.
  ajv.removeSchema();
  const validate = ajv.compile(withoutAjvMistakes(schema));
  return (value) => {
    try {
      return validate(value)
        ? { accepts: true, reason: '' }
        : { accepts: false, reason: ajv.errorsText(validate.errors, { dataVar: 'the value' }) };
    } catch {
      // To compare objects, ajv calls members of the value with names such as `valueOf`.
      return undefined;
    }
  };
}

let filling: AjvType | undefined;

/**
 * Compiles a schema with an ajv that fills defaults in.
 *
 * @returns Gives a copy of a value with defaults, or the value itself where it would not fit with them; `undefined` where
 * ajv throws.
 * @throws Error when ajv cannot compile the schema, or is known to misread it.
 */
export function ajvFiller(schema: JsonSchema): (value: unknown) => { readonly value: unknown } | undefined {
  filling ??= addOwnFormats(createAjv('2020-12', { useDefaults: true }));
  filling.removeSchema();
  const validate = filling.compile(withoutAjvMistakes(schema));
  return (value) => {
    const copy = structuredClone(value);
    try {
      return { value: validate(copy) ? copy : value };
    } catch {
      return undefined;
    }
  };
}

/** An equivalent copy of a schema that avoids known mistakes of ajv. */
function withoutAjvMistakes(schema: JsonSchema): JsonSchema {
  // A schema is JSON, and so is its copy.
  const copy = JSON.parse(JSON.stringify(schema)) as JsonSchema;
  const used = new Set<string>();
  walkSchema(copy, (each) => {
    if (!isObject(each)) return;
    const node: MutableObject = each;
    for (const keyword of Object.keys(node)) used.add(keyword);
    // Without a maximum, ajv reuses the verdict of an earlier array for an empty one.
    if (node['contains'] !== undefined) node['maxContains'] ??= Number.MAX_SAFE_INTEGER;
  });
  if (used.has('unevaluatedItems') || (used.has('unevaluatedProperties') && used.has('if')))
    throw new Error('ajv forgets part of what `if`, `contains` and unions have evaluated');
  return copy;
}

/**
 * The default export of one of ajv's CommonJS modules. Node gives the whole module as its default; some loaders and
 * bundlers take the inner default out of it themselves.
 */
export function defaultOf<T extends object>(module: { readonly default: T }): T {
  return 'default' in module ? module.default : module;
}
