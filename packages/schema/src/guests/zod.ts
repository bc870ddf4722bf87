import { joinPointer } from '../model/pointer.ts';
import { type GuestProblem, IN_EXECUTE, memberOf } from './guest-problem.ts';

interface ZodDefinition extends ZodFormat {
  readonly type: string;
  readonly coerce?: boolean;
  readonly catchall?: unknown;
  /** Of a format of one's own. */
  readonly fn?: unknown;
  readonly checks?: readonly unknown[];
}

interface ZodCheck extends ZodFormat {
  readonly check: string;
}

/** Of a check, or of a schema that is one, as `z.email()` is. */
interface ZodFormat {
  readonly pattern?: RegExp;
  /** Of `z.url(…)`. */
  readonly hostname?: RegExp;
  readonly protocol?: RegExp;
  readonly normalize?: boolean;
}

/** What Zod's `override` is called with, for every schema in one. */
export interface ZodNode {
  readonly zodSchema: unknown;
  readonly jsonSchema: Record<string, unknown>;
  readonly path?: readonly (string | number)[];
}

type Remedy = readonly [why: string, help: string];

const CHANGE_THERE = 'Publish what is sent, and change it in `execute`.';
const NO_JSON = 'no value of it is JSON';
const CHANGES = 'it may change the value, and tools are called with the value as it was sent';

/** Types that JSON Schema cannot say, or that change the value. */
const TYPES: Readonly<Record<string, Remedy>> = {
  bigint: [NO_JSON, 'Write `z.int()`, or `z.string().regex(/^-?\\d+$/)` and `BigInt(…)` in `execute`.'],
  catch: [
    'it replaces what is invalid, and a call with that is refused',
    'Leave `.catch(…)` out; `.default(…)` stands in for what is missing.',
  ],
  custom: ['it is checked by code', `Write a schema, and check the rest ${IN_EXECUTE}.`],
  date: [NO_JSON, 'Write `z.iso.datetime()` or `z.iso.date()`, and `new Date(…)` in `execute`.'],
  file: [NO_JSON, 'Write `z.base64()`, and make a file of it in `execute`.'],
  function: [NO_JSON, 'Leave it out.'],
  map: [NO_JSON, 'Write `z.record(z.string(), …)`, and `new Map(Object.entries(…))` in `execute`.'],
  nan: [NO_JSON, 'Leave it out, or write `z.null()`.'],
  pipe: [CHANGES, CHANGE_THERE],
  promise: [NO_JSON, 'Write the schema of what it resolves to.'],
  set: [NO_JSON, 'Write `z.array(…)`, and `new Set(…)` in `execute`.'],
  success: [CHANGES, CHANGE_THERE],
  symbol: [NO_JSON, 'Write `z.string()` or `z.literal(…)`.'],
  transform: [CHANGES, CHANGE_THERE],
  undefined: [NO_JSON, 'Write `.optional()` on the property, or `z.null()`.'],
  void: [NO_JSON, 'Write `z.null()`, or leave `outputSchema` out.'],
};

/** Checks that JSON Schema cannot say, or that change the value. */
const CHECKS: Readonly<Record<string, Remedy>> = {
  custom: [
    'its `.refine(…)` is code',
    `Say it with \`.min(…)\`, \`.regex(…)\` or \`z.enum([…])\`, or check it ${IN_EXECUTE}.`,
  ],
  overwrite: [
    `its \`.trim()\`, \`.toLowerCase()\` or \`.overwrite(…)\` changes the value, and tools are called with the value as it was sent`,
    CHANGE_THERE,
  ],
  property: ['its `z.property(…)` is a check', `Say it with a schema, or check it ${IN_EXECUTE}.`],
};

/** Of an object, whose fields a check compares. */
const CHECKED_TOGETHER: Remedy = [
  'its `.refine(…)` is code',
  `Say what each field takes in its own schema, and check how they fit together ${IN_EXECUTE}.`,
];

const COERCED: Remedy = [
  'it is coerced, and a call with a value of another type is refused',
  'Leave `coerce` out: agents send the type that the schema names.',
];

const URL_PARTS: Remedy = [
  'its `hostname` and `protocol` are checked by code',
  `Write a pattern of the whole URL in their place, \`z.url().regex(/^https:\\/\\/example\\.com\\//)\`, or check it ${IN_EXECUTE}.`,
];

const NORMALIZED: Remedy = [
  `its \`normalize\` changes the value, and tools are called with the value as it was sent`,
  CHANGE_THERE,
];

const OWN_FORMAT: Remedy = [
  'its `z.stringFormat(…)` is code',
  `Give it a regular expression in the place of the function, or check it ${IN_EXECUTE}.`,
];

/** Formats that are only names of a pattern beside them. */
const NAMES_OF_PATTERNS: ReadonlySet<unknown> = new Set([
  'starts_with',
  'ends_with',
  'includes',
  'lowercase',
  'uppercase',
]);

/** Flags of regular expressions that change nothing that a pattern of JSON Schema says. */
const HARMLESS_FLAGS = /[dgu]/g;

/** Finds what a schema of Zod says that its JSON Schema does not. Says there what Zod does with undeclared properties. */
export function reviewZod({ zodSchema, jsonSchema, path = [] }: ZodNode): readonly GuestProblem[] {
  const def = definitionOf(zodSchema) as ZodDefinition;
  // Zod removes undeclared properties, so no handler has ever seen any.
  if (def.type === 'object' && !def.catchall) jsonSchema['additionalProperties'] = false;
  // It is about TypeScript; JSON Schema's `readOnly` would say that what is sent does not count.
  if (def.type === 'readonly') delete jsonSchema['readOnly'];
  if (NAMES_OF_PATTERNS.has(jsonSchema['format'])) {
    delete jsonSchema['format'];
    [jsonSchema, ...[jsonSchema['allOf'] ?? []].flat()].forEach(shortenPattern);
  }
  const checks = (def.checks ?? []).map((each) => definitionOf(each) as ZodCheck);
  const found: (Remedy | undefined)[] = [
    Object.hasOwn(TYPES, def.type) ? TYPES[def.type] : def.coerce === true ? COERCED : undefined,
    def.type === 'string' && def.fn !== undefined && def.pattern === undefined ? OWN_FORMAT : undefined,
    unsaid(def),
    ...checks.map((each) =>
      each.check === 'custom' && def.type === 'object'
        ? CHECKED_TOGETHER
        : Object.hasOwn(CHECKS, each.check)
          ? CHECKS[each.check]
          : unsaid(each),
    ),
  ];
  return found.flatMap((remedy) =>
    remedy
      ? [
          {
            path: joinPointer('', ...path),
            message: `JSON Schema cannot say this (Zod's \`${def.type}\`): ${remedy[0]}.`,
            help: remedy[1],
          },
        ]
      : [],
  );
}

/** `.*c$` takes time that grows with the square of the text's length, and says the same as `c$`. */
function shortenPattern(schema: unknown): void {
  const pattern = memberOf(schema, 'pattern');
  if (typeof pattern === 'string')
    (schema as Record<string, unknown>)['pattern'] = pattern.replace(/^\.\*|(?<!\\)\.\*$/g, '');
}

/** What of a string's format JSON Schema cannot say. */
function unsaid({ pattern, hostname, protocol, normalize }: ZodFormat): Remedy | undefined {
  if (hostname !== undefined || protocol !== undefined) return URL_PARTS;
  return normalize === true ? NORMALIZED : flagged(pattern);
}

function flagged(pattern: RegExp | undefined): Remedy | undefined {
  const flags = pattern?.flags.replace(HARMLESS_FLAGS, '') ?? '';
  if (flags === '') return undefined;
  return [
    `its pattern has the flag \`${flags}\`, and patterns of JSON Schema have none`,
    'Write it without: `[Aa]` in the place of `a` with `i`, `[^]` in the place of `.` with `s`.',
  ];
}

const definitionOf = (value: unknown): unknown => memberOf(memberOf(value, '_zod'), 'def');
