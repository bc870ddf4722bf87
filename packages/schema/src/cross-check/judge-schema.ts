import type { JsonSchema } from '@btcp/core';
import Ajv2020 from 'ajv/dist/2020.js';
import type { Ajv, Format, Options } from 'ajv';
import { accepts } from '../relate/accepts.ts';
import { hasSlowPattern } from '../pattern/matching-cost.ts';
import { resolveRef } from '../model/references/local-refs.ts';
import { isObject, type MutableObject } from '../model/own-property.ts';
import { walkSchema } from '../model/walk-schema.ts';
import { formatTest, FORMATS } from '../compile/formats.ts';
import { type Limit, LIMITS } from '../model/limits.ts';

/**
 * Says why a schema refuses a value: empty where it accepts it, or where the reason is not known; `undefined` where the
 * verdict is not known.
 */
export type Judge = (value: unknown) => { readonly accepts: boolean; readonly reason: string } | undefined;

/**
 * Judges JSON values by a schema itself, without its compiled validator: by ajv, and where that is slow or known to be
 * wrong, by the interpreter of schemas.
 *
 * @param schema - As published, in normal form.
 */
export function judgeSchema(schema: JsonSchema): Judge {
  const refusalOf = hasSlowPattern(schema) ? undefined : compiled(schema);
  return (value) => {
    const reason = hasInheritedName(JSON.stringify(value)) ? undefined : refusalOf?.(value);
    if (reason !== undefined) return { accepts: reason === '', reason };
    const isAccepted = accepts(schema, value, (ref) => resolveRef(schema, ref));
    return isAccepted === undefined ? undefined : { accepts: isAccepted, reason: '' };
  };
}

function compiled(schema: JsonSchema): ReturnType<typeof ajvVerdict> | undefined {
  try {
    return ajvVerdict(sharedAjv(), schema);
  } catch {
    return undefined;
  }
}

// Creating one takes as long as compiling several schemas.
let shared: Ajv | undefined;
const sharedAjv = (): Ajv => (shared ??= addOwnFormats(createAjv()));

const OPTIONS: Options = {
  strict: false,
  // Names of Object.prototype and infinite numbers are where ajv's defaults are known to be wrong.
  ownProperties: true,
  strictNumbers: true,
  validateSchema: false,
  logger: false,
};

/** Creates an ajv that reads schemas as consumers of the published ones would. It knows no format yet. */
export function createAjv(
  Class: new (options: Options) => Ajv = defaultOf(Ajv2020),
  options: Options = {},
): Ajv {
  const ajv = new Class({ ...OPTIONS, ...options });
  // ajv divides in binary, where 0.3 is no multiple of 0.1.
  for (const [keyword, { isDisputed, holds }] of Object.entries<Limit<number>>(LIMITS.number)) {
    if (isDisputed === undefined) continue;
    const validate = (limit: number, value: number): boolean => holds(value, limit);
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ keyword, type: 'number', schemaType: 'number', validate });
  }
  return ajv;
}

/** Gives ajv the formats that it lacks, as they are enforced here: their meaning is not for it to judge. */
export function addOwnFormats(ajv: Ajv): Ajv {
  for (const name of FORMATS.keys()) {
    const known = formatTest(name);
    if (known && !(name in ajv.formats))
      ajv.addFormat(name, { type: known.type, validate: known.test } as Format);
  }
  return ajv;
}

/**
 * Compiles a schema with ajv.
 *
 * @returns Says why ajv refuses a value: empty where it accepts it, `undefined` where it throws.
 * @throws Error when ajv cannot compile the schema, or is known to misread it.
 */
export function ajvVerdict(ajv: Ajv, schema: JsonSchema): (value: unknown) => string | undefined {
  // Two schemas with the same `$id` would shadow each other.
  ajv.removeSchema();
  const validate = ajv.compile(withoutAjvMistakes(schema));
  return (value) => {
    try {
      return validate(value) ? '' : ajv.errorsText(validate.errors, { dataVar: 'the value' });
    } catch {
      // To compare objects, ajv calls members of the value with names such as `valueOf`.
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

/** Whether an object in a JSON text has a property such as `constructor`, whose name ajv handles wrongly. */
function hasInheritedName(json: string): boolean {
  let found = false;
  JSON.parse(json, (key, value: unknown) => {
    found ||= key in Object.prototype;
    return value;
  });
  return found;
}

/** The default export of one of ajv's CommonJS modules: some loaders take the inner default out of it themselves. */
export function defaultOf<T extends object>(module: { readonly default: T }): T {
  return 'default' in module ? module.default : module;
}
