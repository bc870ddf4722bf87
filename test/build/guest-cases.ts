/** Schemas of a property by what is odd about them, in each library, and the module that has its builders. */
export interface Guest {
  readonly imports: string;
  /** The text of an object schema with one property, `v`. */
  readonly objectOf: (schema: string) => string;
  /** Expected: what is reported, from the beginning of a message; none of schemas that JSON Schema can say. */
  readonly cases: Readonly<Record<string, readonly [schema: string, report?: string]>>;
}

const CODE = "JSON Schema cannot say this (Zod's";
const SENT = 'it may change the value, and tools are called with the value as it was sent.';

const ZOD: Guest = {
  imports: "import { z } from 'zod';",
  objectOf: (schema) => `z.object({ v: ${schema} })`,
  cases: {
    Refine: ['z.string().refine((x) => x.length > 3)', `${CODE} \`string\`): its \`.refine(…)\` is code.`],
    Together: [
      'z.object({ a: z.int(), b: z.int() }).refine(({ a, b }) => a < b)',
      `${CODE} \`object\`): its \`.refine(…)\` is code.`,
    ],
    OfTypeBox: [
      "{ type: 'string', contentMediaType: 'image/png' } as never",
      '`v` is no schema of the library that is around it.',
    ],
    CoercedDate: ['z.coerce.date()', `${CODE} \`date\`): no value of it is JSON.`],
    Async: ['z.string().refine(async () => true)', `${CODE} \`string\`): its \`.refine(…)\` is code.`],
    Flags: ['z.string().regex(/^abc$/i)', `${CODE} \`string\`): its pattern has the flag \`i\``],
    Transform: ['z.string().transform((x) => x.length)', `${CODE} \`pipe\`): ${SENT}`],
    Preprocess: ['z.preprocess(String, z.string())', `${CODE} \`pipe\`): ${SENT}`],
    Pipe: ['z.string().pipe(z.string().min(3))', `${CODE} \`pipe\`): ${SENT}`],
    Codec: [
      'z.codec(z.string(), z.number(), { decode: Number, encode: String })',
      `${CODE} \`pipe\`): ${SENT}`,
    ],
    Stringbool: ['z.stringbool()', `${CODE} \`pipe\`): ${SENT}`],
    Trim: ['z.string().trim().min(2)', `${CODE} \`string\`): its \`.trim()\``],
    Coerce: ['z.coerce.number()', `${CODE} \`number\`): it is coerced`],
    Catch: ['z.number().catch(1)', `${CODE} \`catch\`): it replaces what is invalid`],
    Date: ['z.date()', `${CODE} \`date\`): no value of it is JSON.`],
    Bigint: ['z.bigint()', `${CODE} \`bigint\`): no value of it is JSON.`],
    Set: ['z.set(z.string())', `${CODE} \`set\`): no value of it is JSON.`],
    Map: ['z.map(z.string(), z.string())', `${CODE} \`map\`): no value of it is JSON.`],
    Deep: ['z.array(z.object({ at: z.date() })).optional()', `${CODE} \`date\`): no value of it is JSON.`],
    Jwt: ['z.jwt()', '`zod` refuses `{"v":"-Z.-."}`, and its JSON Schema accepts it.'],
    Format: [
      "z.stringFormat('sku', (x) => x.length > 2)",
      `${CODE} \`string\`): its \`z.stringFormat(…)\` is code.`,
    ],
    Url: ['z.url()'],
    UrlHost: [
      'z.url({ hostname: /^example\\.com$/ })',
      `${CODE} \`string\`): its \`hostname\` and \`protocol\` are checked by code.`,
    ],
    UrlProtocol: [
      'z.string().url({ protocol: /^https$/ })',
      `${CODE} \`string\`): its \`hostname\` and \`protocol\` are checked by code.`,
    ],
    UrlNormalized: ['z.url({ normalize: true })', `${CODE} \`string\`): its \`normalize\` changes the value`],
    UrlPattern: ['z.url().regex(/^https:\\/\\/example\\.com\\//)'],
    EmailFlags: ['z.email({ pattern: /^a@b$/i })', `${CODE} \`string\`): its pattern has the flag \`i\``],
    Custom: ['z.custom<string>((x) => x === 1)', `${CODE} \`custom\`): it is checked by code.`],
    KeysWithin: ['z.record(z.string().max(10), z.string())'],
    KeysListed: ["z.record(z.enum(['eur', 'usd']), z.number())"],
    KeysListedIfAny: ["z.partialRecord(z.enum(['eur', 'usd']), z.number())"],
    KeysInStrict: ["z.strictObject({ prices: z.record(z.enum(['eur', 'usd']), z.number()) })"],
    EmailAndOthers: ['z.object({ email: z.email(), nick: z.string().max(9).optional() })'],
    Prefault: ["z.object({ kind: z.enum(['text', 'html']).default('text') }).prefault({})"],
    Email: ['z.email()'],
    Uuid: ['z.uuid()'],
    Datetime: ['z.iso.datetime()'],
    Record: ['z.record(z.string(), z.number())'],
    Fraction: ['z.number().multipleOf(0.1)'],
    Intersection: ['z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() }))'],
    Tagged: [
      "z.discriminatedUnion('k', [z.object({ k: z.literal('a'), x: z.number() }), z.object({ k: z.literal('b') })])",
    ],
    Recursive: ['z.lazy(() => Person)'],
    Default: ['z.object({ a: z.number().default(3) }).default({ a: 5 })'],
    Nullish: ['z.string().nullish()'],
    Tuple: ['z.tuple([z.string(), z.number().optional()])'],
    Parts: ["z.string().startsWith('a').includes('b').endsWith('c')"],
    Loose: ['z.looseObject({ a: z.string() })'],
    Readonly: ['z.array(z.string()).readonly()'],
    SlowUnlessShort: ['z.string().regex(/^[a-z]+[a-z0-9]*$/).max(40)'],
    SlowEnd: ['z.string().regex(/.*a$/).max(20)'],
  },
};

const VALIBOT: Guest = {
  imports: "import * as v from 'valibot';",
  objectOf: (schema) => `v.object({ v: ${schema} })`,
  cases: {
    Refine: [
      'v.pipe(v.string(), v.check((x) => x.length > 3))',
      '`valibot` cannot write this schema as JSON Schema: The "check" action cannot be converted to JSON Schema.',
    ],
    Flags: [
      'v.pipe(v.string(), v.regex(/^abc$/i))',
      '`valibot` cannot write this schema as JSON Schema: RegExp flags',
    ],
    Trim: [
      'v.pipe(v.string(), v.trim())',
      '`valibot` cannot write this schema as JSON Schema: The "trim" action',
    ],
    Date: ['v.date()', '`valibot` cannot write this schema as JSON Schema: The "date" schema'],
    Transform: [
      'v.pipe(v.string(), v.transform((x) => x.length))',
      '`valibot` makes `{"v":6}` of `{"v":"not it"}`, and calls get that as it is.',
    ],
    Coerce: [
      'v.pipe(v.unknown(), v.transform(Number), v.number())',
      '`valibot` makes `{"v":0}` of `{"v":false}`',
    ],
    Fallback: ['v.fallback(v.number(), 1)', '`valibot` accepts `{"v":'],
    Datetime: ['v.pipe(v.string(), v.isoDateTime())'],
    Timestamp: ['v.pipe(v.string(), v.isoTimestamp())', '`valibot` refuses `{"v":"2024-05-17t12:30:00z"}`'],
    Fraction: ['v.pipe(v.number(), v.multipleOf(0.1))', '`valibot` refuses `{"v":-1}`'],
    Url: ['v.pipe(v.string(), v.url())'],
    Email: ['v.pipe(v.string(), v.email())'],
    Record: ['v.record(v.string(), v.number())'],
    Intersection: ['v.intersect([v.object({ a: v.string() }), v.object({ b: v.string() })])'],
    Default: ['v.optional(v.number(), 4)'],
    Tuple: ['v.tuple([v.string(), v.number()])'],
    SlowUnlessShort: ['v.pipe(v.string(), v.regex(/^[a-z]+[a-z0-9]*$/), v.maxLength(40))'],
  },
};

const ARKTYPE: Guest = {
  imports: "import { type } from 'arktype';",
  objectOf: (schema) => `type({ '+': 'reject', v: ${schema} })`,
  cases: {
    Refine: ["type('string').narrow((x) => x.length > 3)", 'This schema has a check in code (`narrow`)'],
    Flags: ['/^abc$/i', '`arktype` accepts `{"v":"ABC"}`, and its JSON Schema does not.'],
    Transform: ["type('string').pipe((x) => x.length)", 'This schema has a change of the value'],
    Trim: ["'string.trim'", 'This schema has a change of the value'],
    OneTrim: [
      "type({ k: \"'a'\", 'x?': 'string.trim' }).or({ k: \"'b'\" })",
      'This schema has a change of the value',
    ],
    Coerce: ["'string.numeric.parse'", 'This schema has a change of the value'],
    Date: ["'Date'", 'This schema has a `Date`, which JSON Schema cannot say.'],
    Bigint: ["'bigint'", 'This schema has a value that is no JSON'],
    Default: ["'number = 5'"],
    DefaultOfTuple: ["[['string', '=', 'x']]", '`arktype` makes `{"v":["x"]}` of `{"v":[]}`'],
    Email: ["'string.email'"],
    Record: ["'Record<string, number>'"],
    Integer: ["'number.integer'"],
    Tuple: ["['string', 'number']"],
  },
};

const TYPEBOX: Guest = {
  imports: "import T from 'typebox';",
  objectOf: (schema) => `T.Object({ v: ${schema} }, { additionalProperties: false })`,
  cases: {
    Refine: ['T.Refine(T.String(), (x) => x.length > 3)', 'This is checked by code (`Type.Refine`)'],
    Codec: [
      'T.Codec(T.String()).Decode((x) => x.length).Encode(String)',
      'This is changed by code (`Type.Codec`, `Type.Decode`)',
    ],
    Bigint: ['T.BigInt()', 'Type.BigInt() is not JSON.'],
    Unsafe: ["T.Unsafe<string>({ type: 'string' })"],
    Recursive: ["T.Cyclic({ N: T.Object({ kids: T.Array(T.Ref('N')) }) }, 'N')"],
    Enum: ["T.Enum(['a', 'b'])"],
  },
};

export const GUESTS: Readonly<Record<string, Guest>> = {
  zod: ZOD,
  valibot: VALIBOT,
  arktype: ARKTYPE,
  typebox1: TYPEBOX,
};
