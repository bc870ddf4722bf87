import { Type, type TSchema } from '@sinclair/typebox';
import * as v from 'valibot';
import { z } from 'zod';
import type { JsonSchemaObject } from '@btcp/core';
import { isObject } from '@btcp/schema/runtime';
import type { ValidatorCase } from '../validator-case.ts';

const KINDS = [
  'click',
  'drag',
  'type',
  'scroll',
  'hover',
  'focus',
  'wait',
  'press',
  'select',
  'open',
] as const;
const [CLICK, DRAG, TYPE, SCROLL, HOVER, FOCUS, WAIT, PRESS, SELECT, OPEN] = KINDS;

/** The fields of each kind of step besides `kind`, in this order. */
const FIELDS = {
  click: { selector: 'string', count: 'integer' },
  drag: { selector: 'string', x: 'number', y: 'number' },
  type: { selector: 'string', text: 'string', clear: 'boolean' },
  scroll: { x: 'number', y: 'number' },
  hover: { selector: 'string' },
  focus: { selector: 'string', visible: 'boolean' },
  wait: { milliseconds: 'integer' },
  press: { key: 'string', shift: 'boolean' },
  select: { selector: 'string', option: 'string' },
  open: { url: 'string', newTab: 'boolean' },
} as const satisfies Readonly<
  Record<string, Readonly<Record<string, 'string' | 'number' | 'integer' | 'boolean'>>>
>;

type FieldType = 'string' | 'number' | 'integer' | 'boolean';
const fieldsOf = (kind: keyof typeof FIELDS): [string, FieldType][] => Object.entries(FIELDS[kind]);

const branch = (kind: keyof typeof FIELDS): JsonSchemaObject => ({
  type: 'object',
  properties: {
    kind: { type: 'string', const: kind },
    ...Object.fromEntries(fieldsOf(kind).map(([name, type]) => [name, { type }])),
  },
  required: ['kind', ...Object.keys(FIELDS[kind])],
  additionalProperties: false,
});

const steps = (step: JsonSchemaObject): JsonSchemaObject => ({
  type: 'object',
  properties: { step },
  required: ['step'],
  additionalProperties: false,
});

const mapFields = <T>(
  kind: keyof typeof FIELDS,
  make: Readonly<Record<FieldType, () => T>>,
): Record<string, T> => Object.fromEntries(fieldsOf(kind).map(([name, type]) => [name, make[type]()]));

const typeboxTypes: Readonly<Record<FieldType, () => TSchema>> = {
  string: Type.String,
  number: Type.Number,
  integer: Type.Integer,
  boolean: Type.Boolean,
};

const zodTypes = { string: z.string, number: z.number, integer: z.int, boolean: z.boolean };
const zodBranch = (kind: keyof typeof FIELDS) =>
  z.strictObject({ kind: z.literal(kind), ...mapFields<z.ZodType>(kind, zodTypes) });

const valibotTypes: Readonly<Record<FieldType, () => v.GenericSchema>> = {
  string: v.string,
  number: v.number,
  integer: () => v.pipe(v.number(), v.integer()),
  boolean: v.boolean,
};
const valibotBranch = (kind: keyof typeof FIELDS) =>
  v.strictObject({ kind: v.literal(kind), ...mapFields<v.GenericSchema>(kind, valibotTypes) });

const hasOnly = (value: object, a: string, b = a, c = a): boolean => {
  for (const key in value) if (key !== 'kind' && key !== a && key !== b && key !== c) return false;
  return true;
};

// oxlint-disable-next-line complexity -- what one writes by hand for ten kinds is a long switch
function checkStep(step: unknown): boolean {
  if (!isObject(step)) return false;
  switch (step['kind']) {
    case CLICK:
      return (
        typeof step['selector'] === 'string' &&
        Number.isInteger(step['count']) &&
        hasOnly(step, 'selector', 'count')
      );
    case DRAG:
      return (
        typeof step['selector'] === 'string' &&
        Number.isFinite(step['x']) &&
        Number.isFinite(step['y']) &&
        hasOnly(step, 'selector', 'x', 'y')
      );
    case TYPE:
      return (
        typeof step['selector'] === 'string' &&
        typeof step['text'] === 'string' &&
        typeof step['clear'] === 'boolean' &&
        hasOnly(step, 'selector', 'text', 'clear')
      );
    case SCROLL:
      return Number.isFinite(step['x']) && Number.isFinite(step['y']) && hasOnly(step, 'x', 'y');
    case HOVER:
      return typeof step['selector'] === 'string' && hasOnly(step, 'selector');
    case FOCUS:
      return (
        typeof step['selector'] === 'string' &&
        typeof step['visible'] === 'boolean' &&
        hasOnly(step, 'selector', 'visible')
      );
    case WAIT:
      return Number.isInteger(step['milliseconds']) && hasOnly(step, 'milliseconds');
    case PRESS:
      return (
        typeof step['key'] === 'string' && typeof step['shift'] === 'boolean' && hasOnly(step, 'key', 'shift')
      );
    case SELECT:
      return (
        typeof step['selector'] === 'string' &&
        typeof step['option'] === 'string' &&
        hasOnly(step, 'selector', 'option')
      );
    case OPEN:
      return (
        typeof step['url'] === 'string' &&
        typeof step['newTab'] === 'boolean' &&
        hasOnly(step, 'url', 'newTab')
      );
    default:
      return false;
  }
}

const SAMPLES = { string: 'text', number: 1.5, integer: 3, boolean: true } as const;

/** An object that holds one of ten kinds of objects, discriminated by a literal. */
export const taggedUnion: ValidatorCase = {
  schema: steps({ anyOf: KINDS.map(branch) }),
  ajvSchema: steps({
    type: 'object',
    discriminator: { propertyName: 'kind' },
    required: ['kind'],
    oneOf: KINDS.map(branch),
  }),
  typebox: Type.Object(
    {
      step: Type.Union(
        KINDS.map((kind) =>
          Type.Object(
            { kind: Type.Literal(kind), ...mapFields(kind, typeboxTypes) },
            { additionalProperties: false },
          ),
        ),
      ),
    },
    { additionalProperties: false },
  ),
  zod: z.strictObject({
    step: z.discriminatedUnion('kind', [zodBranch(CLICK), ...KINDS.slice(1).map(zodBranch)]),
  }),
  valibot: v.strictObject({ step: v.variant('kind', KINDS.map(valibotBranch)) }),
  check(value) {
    if (!isObject(value)) return false;
    for (const key in value) if (key !== 'step') return false;
    return checkStep(value['step']);
  },
  valid(number) {
    const kind = KINDS[number % KINDS.length] ?? CLICK;
    return {
      step: { kind, ...Object.fromEntries(fieldsOf(kind).map(([name, type]) => [name, SAMPLES[type]])) },
    };
  },
  breaks: [
    (value) => (value.step.kind = 'blink'),
    (value) => delete value.step.kind,
    (value) => (value.step.extra = 1),
    (value) => delete value.step[Object.keys(value.step)[1] ?? ''],
    (value) => (value.step[Object.keys(value.step)[1] ?? ''] = null),
    (value) => (value.step = 'click'),
    (value) => delete value.step,
  ],
};
