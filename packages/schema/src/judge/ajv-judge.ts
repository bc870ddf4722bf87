import type { JsonSchema } from '@btcp/core';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import type { Ajv as AjvType, Format } from 'ajv';
import { isObject, type MutableObject } from '../json-schema/own-property.ts';
import { walkSchema } from '../json-schema/walk-schema.ts';
import { defaultOf } from './ajv-module.ts';
import { formatTest } from '../compile/format-test.ts';
import { FORMATS } from '../compile/formats.ts';
import { isMultiple } from '../compile/runtime/is-multiple.ts';

/** What ajv says of a value, and why it refuses one. */
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

/** A new ajv that reads schemas as whoever gets them published would. It knows no format yet. */
export function createAjv(dialect: '2020-12' | 'draft-07' = '2020-12'): AjvType {
  const ajv = dialect === '2020-12' ? new (defaultOf(Ajv2020))(OPTIONS) : new (defaultOf(Ajv))(OPTIONS);
  // ajv divides in binary, where 0.3 is no multiple of 0.1.
  ajv.removeKeyword('multipleOf');
  return ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (factor: number, value: number) => isMultiple(value, factor),
  });
}

/** Gives ajv the formats that it does not have yet, as they are enforced: what those mean is not for it to judge. */
export function addOwnFormats(ajv: AjvType): AjvType {
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
 * @returns What gives ajv's verdict on a value; nothing where ajv fails on it.
 * @throws Error when ajv cannot compile the schema, or is known to misread it.
 */
export function ajvVerdict(ajv: AjvType, schema: JsonSchema): (value: unknown) => Verdict | undefined {
  // Two schemas of one `$id` would shadow each other.
  ajv.removeSchema();
  const validate = ajv.compile(aroundMistakes(schema));
  return (value) => {
    try {
      return validate(value)
        ? { accepts: true, reason: '' }
        : { accepts: false, reason: ajv.errorsText(validate.errors, { dataVar: 'the value' }) };
    } catch {
      // To compare objects, ajv calls what a value has under names such as `valueOf`.
      return undefined;
    }
  };
}

/** A copy of a schema that says the same in a way that ajv understands. */
function aroundMistakes(schema: JsonSchema): JsonSchema {
  // A schema is JSON, and so is its copy.
  const copy = JSON.parse(JSON.stringify(schema)) as JsonSchema;
  const used = new Set<string>();
  walkSchema(copy, (each) => {
    if (!isObject(each)) return;
    const node: MutableObject = each;
    for (const keyword of Object.keys(node)) used.add(keyword);
    // Without a maximum, ajv takes the verdict of an earlier array for that of an empty one.
    if (node['contains'] !== undefined) node['maxContains'] ??= Number.MAX_SAFE_INTEGER;
  });
  if (used.has('unevaluatedItems') || (used.has('unevaluatedProperties') && used.has('if')))
    throw new Error('ajv forgets part of what `if`, `contains` and unions have evaluated');
  return copy;
}
