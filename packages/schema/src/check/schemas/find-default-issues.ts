import type { JsonSchema, JsonSchemaObject, Validator } from '@btcp/core';
import { accepts } from '../../relate/accepts.ts';
import { isObject } from '../../model/own-property.ts';
import { joinPointer, pointerToFragment } from '../../model/pointer.ts';
import { resolveRef } from '../../model/references/resolve-ref.ts';
import type { SchemaIssue } from '../../model/schema-issue.ts';
import { walkSchema } from '../../model/walk-schema.ts';
import { validatorChunk, evaluateChunk } from '../../compile/compile-schema.ts';

/** A schema with a default. */
interface Place {
  readonly schema: JsonSchemaObject;
  /** JSON pointer to it. */
  readonly path: string;
}

const DOCUMENT = 'https://schema.invalid/defaults';

/** The defaults that violate their own schema: an agent that relies on one would get an invalid value. */
export function findDefaultIssues(schema: JsonSchema): readonly SchemaIssue[] {
  const places: Place[] = [];
  const resolve = (ref: string): unknown => resolveRef(schema, ref);
  walkSchema(schema, (each, path) => {
    if (isObject(each) && Object.hasOwn(each, 'default') && accepts(each, each['default'], resolve) !== true)
      places.push({ schema: each, path });
  });
  if (places.length === 0) return [];
  const result = checkAll(
    schema,
    places,
  )(Object.fromEntries(places.map((place, index) => [`d${index}`, place.schema['default']])));
  return result.ok ? [] : result.issues.map(({ path, message }) => toIssue(places, path, message));
}

// One schema that refers to all of them, so that their own references resolve.
function checkAll(schema: JsonSchema, places: readonly Place[]): Validator {
  const properties = Object.fromEntries(
    places.map(({ path }, index) => [`d${index}`, { $ref: `${DOCUMENT}${pointerToFragment(path)}` }]),
  );
  const chunk = validatorChunk('defaults', { properties }, { documents: { [DOCUMENT]: schema } });
  // The export of a `validatorChunk` is what the runtime's `validator` returns.
  return evaluateChunk(chunk) as Validator;
}

function toIssue(places: readonly Place[], issuePath: string, message: string): SchemaIssue {
  const [, key = '', ...rest] = issuePath.split('/');
  const path = [joinPointer(places[Number(key.slice(1))]?.path ?? '', 'default'), ...rest].join('/');
  return {
    path,
    keyword: 'default',
    message: `the default breaks its own schema: ${message.replace(`\`${key}`, '`default').replace('`default.', '`')}`,
    help: 'Correct the default, or the schema if the default is right.',
  };
}
