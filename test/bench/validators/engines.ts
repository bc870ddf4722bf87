import { FormatRegistry } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as v from 'valibot';
import type { JsonSchemaObject, Validator } from '@btcp/core';
import { isEmail } from '@btcp/schema/runtime';
import type { ValidatorCase } from './validator-case.ts';

/** One way to validate. */
export interface Engine {
  readonly accepts: (value: unknown) => boolean;
  /** The first issue of an invalid value; absent for a check without reasons. */
  readonly firstIssue?: (value: unknown) => unknown;
}

/** The engines by name. */
export type Engines = Readonly<Record<string, Engine>>;

/** Makes every engine for one schema. */
export function makeEngines(one: ValidatorCase, emitted: Validator): Engines {
  FormatRegistry.Set('email', isEmail);
  const { check, schema, ajvSchema } = one;
  return {
    emitted: {
      accepts: (value) => emitted(value).ok,
      firstIssue(value) {
        const result = emitted(value);
        return result.ok ? undefined : result.issues[0];
      },
    },
    'by hand': { accepts: (value) => check(value) },
    ajv: ajv(ajvSchema ?? schema, false),
    'ajv allErrors': ajv(ajvSchema ?? schema, true),
    ...(ajvSchema && { 'ajv anyOf': ajv(schema, false) }),
    TypeBox: typebox(one),
    zod: zod(one),
    valibot: valibot(one),
  };
}

function ajv(schema: JsonSchemaObject, allErrors: boolean): Engine {
  const instance = new Ajv2020({ allErrors, strict: false, discriminator: true });
  addFormats.default(instance);
  const validate: ValidateFunction = instance.compile(schema);
  return {
    accepts: (value) => validate(value),
    firstIssue: (value) => (validate(value) ? undefined : validate.errors?.[0]),
  };
}

function typebox({ typebox }: ValidatorCase): Engine {
  const compiled = TypeCompiler.Compile(typebox);
  return {
    accepts: (value) => compiled.Check(value),
    // Its own way to get the first issue only.
    firstIssue: (value) => (compiled.Check(value) ? undefined : compiled.Errors(value).First()),
  };
}

function zod({ zod }: ValidatorCase): Engine {
  return {
    accepts: (value) => zod.safeParse(value).success,
    firstIssue: (value) => zod.safeParse(value).error?.issues[0],
  };
}

function valibot({ valibot }: ValidatorCase): Engine {
  return {
    // Stops at the first issue.
    accepts: (value) => v.is(valibot, value),
    firstIssue: (value) => v.safeParse(valibot, value, { abortEarly: true }).issues?.[0],
  };
}
