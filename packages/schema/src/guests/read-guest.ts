import { createRequire } from 'node:module';
import { joinPointer } from '../model/pointer.ts';
import { type GuestProblem, IN_EXECUTE, memberOf, metaOfZod, PUBLISH_WHAT_IS_SENT } from './guest-problem.ts';
import { readTypeBox1 } from './typebox-1.ts';
import { reviewZod, type ZodNode } from './zod.ts';

export interface GuestSchema {
  /** The library, for example `zod`. */
  readonly library: string;
  /** Not normalised. */
  readonly schema: unknown;
  /** What of it JSON Schema cannot say; paths are pointers into `schema`. */
  readonly problems: readonly GuestProblem[];
  /** The library's own verdict and result; absent where it has none beside JSON Schema. */
  readonly validate?: (value: unknown) => unknown;
}

type Convert = (options: object) => unknown;

/** The packages that convert schemas which cannot do it themselves, by the vendor of Standard Schema. */
const CONVERTERS: ReadonlyMap<string, readonly [specifier: string, name: string]> = new Map([
  ['zod', ['zod/v4/core', 'toJSONSchema']],
  ['valibot', ['@valibot/to-json-schema', 'toJsonSchema']],
]);

/** What to write where a library has no JSON Schema. */
const BY_HAND: ReadonlyMap<string, string> = new Map([
  ['zod', "Write `import { z } from 'zod'` of Zod 4, or `from 'zod/v4'` with Zod 3.25"],
  [
    'valibot',
    'Run `npm install --save-dev @valibot/to-json-schema`, with which the build reads schemas of Valibot',
  ],
  [
    'effect',
    'Write `Type.Unsafe<typeof Input.Encoded>(JSONSchema.make(Input))` with Effect 3, `Schema.toStandardJSONSchemaV1(Input)` with Effect 4',
  ],
  [
    'yup',
    'Write `Type.Unsafe<InferType<typeof Input>>(convertSchema(Input))` with `@sodaru/yup-to-json-schema`',
  ],
]);

/** The library of a schema, or of the schemas in an object of them; `undefined` for TypeBox 0.34. */
export function libraryOf(value: unknown): string | undefined {
  const members = Object.values(Object(value) as Readonly<Record<string, unknown>>);
  const schema = [value, ...members].find((each) => memberOf(each, '~standard'));
  return schema === undefined ? undefined : String(memberOf(memberOf(schema, '~standard'), 'vendor'));
}

/**
 * Converts a schema of another library than TypeBox 0.34: of TypeBox 1, or of a Standard Schema library. Its input's side
 * is what is published, and what calls are held to, as no code of the library runs at a call.
 *
 * @param root - URL of the project's folder, to resolve converters from.
 * @returns Absent for everything else.
 */
export function readGuest(value: unknown, root: string): GuestSchema | undefined {
  if (typeof memberOf(value, '~kind') === 'string') return { library: 'typebox', ...readTypeBox1(value) };
  const standard = memberOf(value, '~standard');
  if (typeof standard !== 'object' || standard === null) {
    return memberOf(value, 'ast') !== undefined && typeof memberOf(value, 'pipe') === 'function'
      ? { library: 'effect', schema: {}, problems: [withoutJsonSchema('effect')] }
      : undefined;
  }
  const vendor = String(memberOf(standard, 'vendor'));
  const validate = memberOf(standard, 'validate');
  const problems: GuestProblem[] = [];
  let schema: unknown;
  try {
    const convert = converterOf(value, standard, vendor, root);
    if (!convert) return { library: vendor, schema: {}, problems: [withoutJsonSchema(vendor)] };
    // What marks it as a schema of the library is left behind.
    schema = JSON.parse(JSON.stringify(convert(optionsOf(problems))));
  } catch (error) {
    return { library: vendor, schema: {}, problems: [foreignMember(value) ?? notConverted(vendor, error)] };
  }
  return {
    library: vendor,
    schema,
    problems: withoutRepeated(problems),
    ...(typeof validate === 'function' && {
      validate: (input: unknown): unknown => Reflect.apply(validate, standard, [input]),
    }),
  };
}

function converterOf(value: unknown, standard: object, vendor: string, root: string): Convert | undefined {
  // ArkType's input says nothing of changes and defaults.
  const whole = vendor === 'arktype' ? memberOf(value, 'toJsonSchema') : undefined;
  if (typeof whole === 'function') return (options) => Reflect.apply(whole, value, [options]) as unknown;
  const input = memberOf(memberOf(standard, 'jsonSchema'), 'input');
  if (typeof input === 'function')
    return (libraryOptions) =>
      Reflect.apply(input, undefined, [{ target: 'draft-2020-12', libraryOptions }]) as unknown;
  const [specifier, name] = CONVERTERS.get(vendor) ?? [];
  if (specifier === undefined || (vendor === 'zod' && memberOf(value, '_zod') === undefined))
    return undefined;
  let exports: unknown;
  try {
    exports = createRequire(root)(specifier);
  } catch {
    return undefined;
  }
  const convert = memberOf(exports, name ?? '');
  if (typeof convert !== 'function') return undefined;
  return (options) =>
    Reflect.apply(convert, undefined, [value, { ...options, metadata: { get: metaOfZod } }]) as unknown;
}

/** The hooks of all libraries; each reads those that it knows. */
function optionsOf(problems: GuestProblem[]): object {
  return {
    target: 'draft-2020-12',
    // Zod
    io: 'input',
    unrepresentable: 'any',
    override: (node: ZodNode) => problems.push(...reviewZod(node)),
    // Valibot
    typeMode: 'input',
    overrideSchema: closeValibot,
    overrideAction: exactTime,
    // ArkType
    fallback: (context: unknown) => {
      problems.push(arkTypeProblem(context));
      return memberOf(context, 'base');
    },
  };
}

function withoutJsonSchema(vendor: string): GuestProblem {
  return {
    path: '',
    message: `This is a schema of \`${vendor}\`, which does not say what it is as JSON Schema, and JSON Schema is what callers see.`,
    help: `${BY_HAND.get(vendor) ?? 'Write JSON Schema by hand, `Type.Unsafe<MyType>({ … })`'}; or write the schema with TypeBox.`,
  };
}

function notConverted(vendor: string, error: unknown): GuestProblem {
  const { message } = Object(error) as Partial<Error>;
  return {
    path: '',
    message: `\`${vendor}\` cannot write this schema as JSON Schema: ${String(message ?? error).slice(0, 500)}`,
    help: `Leave out what JSON Schema cannot say, or is of another library, and check it ${IN_EXECUTE}.`,
  };
}

/** A property that is no schema of the library around it, at which Zod and Valibot throw what says nothing of it. */
function foreignMember(value: unknown): GuestProblem | undefined {
  const members = Object.entries(Object(memberOf(value, 'shape') ?? memberOf(value, 'entries')) as object);
  const [name, foreign] = members.find(([, member]) => memberOf(member, '~standard') === undefined) ?? [];
  if (name === undefined) return undefined;
  const type = memberOf(foreign, 'contentMediaType');
  return {
    path: joinPointer('', 'properties', name),
    message: `\`${name}\` is no schema of the library that is around it.`,
    help:
      typeof type === 'string'
        ? `\`media\` and \`link\` are of TypeBox. With Zod, media is \`z.string().meta({ contentEncoding: 'base64', contentMediaType: '${type}' })\`, and a link \`z.url().meta({ contentMediaType: '${type}' })\`.`
        : 'Write both with the same library.',
  };
}

function withoutRepeated(problems: readonly GuestProblem[]): readonly GuestProblem[] {
  return [...new Map(problems.map((each) => [`${each.path} ${each.message}`, each])).values()];
}

/** What ArkType reports that JSON Schema cannot say, by its code. */
const ARKTYPE: Readonly<Record<string, string>> = {
  date: 'a `Date`',
  defaultValue: 'a default that is no JSON value',
  domain: 'a value that is no JSON (`bigint`, `symbol` or `undefined`)',
  morph: 'a change of the value (`=>`, `.pipe`, `.trim`)',
  predicate: 'a check in code (`narrow`)',
  proto: 'an instance of a class',
  symbolKey: 'a symbol as a key',
  unit: 'a value that is no JSON',
};

/** @param context - What ArkType's `fallback` is called with. */
function arkTypeProblem(context: unknown): GuestProblem {
  const code = String(memberOf(context, 'code'));
  return {
    path: '',
    message: `This schema has ${Object.hasOwn(ARKTYPE, code) ? ARKTYPE[code] : `something (\`${code}\`)`}, which JSON Schema cannot say.`,
    help: PUBLISH_WHAT_IS_SENT,
  };
}

/** Valibot removes what these schemas do not declare, so no handler has ever seen any. */
const CLOSED: Readonly<Record<string, object>> = {
  object: { additionalProperties: false },
  tuple: { items: false },
};

/** Says in JSON Schema what Valibot does with undeclared properties and items. */
function closeValibot(context: unknown): object | undefined {
  const schema = memberOf(context, 'jsonSchema') as object;
  const type = String(memberOf(memberOf(context, 'valibotSchema'), 'type'));
  if (type === 'intersect') return { ...closedTogether(memberOf(schema, 'allOf')) };
  return Object.hasOwn(CLOSED, type) ? { ...schema, ...CLOSED[type] } : undefined;
}

/** Times of Valibot have no seconds and no zone, and the formats of JSON Schema that it names require them. */
function exactTime(context: unknown): object | undefined {
  const [action, schema] = [memberOf(context, 'valibotAction'), memberOf(context, 'jsonSchema') as object];
  const isTime = ['iso_time', 'iso_date_time'].includes(String(memberOf(action, 'type')));
  if (!isTime || memberOf(schema, 'pattern') !== undefined) return undefined;
  return { ...schema, format: undefined, pattern: memberOf(memberOf(action, 'requirement'), 'source') };
}

/** Each part of an intersection would refuse what only another one declares. */
function closedTogether(parts: unknown): object {
  const all = [parts].flat() as readonly object[];
  const open = all.map((part) =>
    memberOf(part, 'additionalProperties') === false ? { ...part, additionalProperties: undefined } : part,
  );
  const isClosed = all.every((part) => memberOf(part, 'additionalProperties') === false);
  return { allOf: open, ...(isClosed && { unevaluatedProperties: false }) };
}
