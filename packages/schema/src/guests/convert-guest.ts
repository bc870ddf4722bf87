import type { JsonSchema } from '@btcp/core';
import { findDisagreement } from './find-disagreement.ts';
import { type GuestProblem, normalizeReported, type ReportedSchema } from './guest-problem.ts';
import { type GuestSchema, readGuest } from './read-guest.ts';
import { ANNOTATION_KEYWORDS, KEYWORDS } from '../model/keywords.ts';
import { isObject, type MutableObject } from '../model/own-property.ts';
import { walkSchema } from '../model/walk-schema.ts';

/** A schema of another library, as what is published of it and what calls are held to. */
export interface ConvertedGuest extends ReportedSchema {
  /** The library, for example `zod`. */
  readonly library: string;
}

/** What a schema of another library is converted with. */
export interface ConvertOptions {
  /** The schemas with an `$id` that it may refer to. */
  readonly definitions?: readonly object[];
  /** URL of the project's folder, to resolve converters from. */
  readonly root: string;
}

/**
 * Converts a schema of another library than TypeBox 0.34, and reports what of it JSON Schema cannot say, also where only
 * the library's verdict about generated values shows it.
 *
 * @returns Absent for everything else than a schema of such a library.
 */
export function convertGuest(
  value: unknown,
  { definitions = [], root }: ConvertOptions,
): ConvertedGuest | undefined {
  const guest = readGuest(value, root);
  if (!guest) return undefined;
  const { library } = guest;
  if (guest.problems.length > 0) return { library, schema: {}, problems: guest.problems };
  const { schema, problems } = normalizeReported(guest.schema, definitions);
  if (problems.some(({ warning }) => warning === undefined)) return { library, schema, problems };
  tidySchema(schema);
  return { library, schema, problems: [...problems, ...findDifferences(schema, guest)] };
}

function findDifferences(schema: JsonSchema, { library, validate }: GuestSchema): readonly GuestProblem[] {
  const found = validate && findDisagreement(schema, validate);
  if (!found) return [];
  const told = { path: '', message: `\`${library}\` ${found.said}.` };
  const isHeld = 'JSON Schema is what callers see, and all that calls are held to';
  return [
    found.isSlight
      ? {
          ...told,
          help: `Libraries have their own ideas of formats, and of fractions in \`multipleOf\`; ${isHeld}. A pattern says exactly what you mean.`,
          warning: 'schema-library-differs',
        }
      : { ...told, help: `${isHeld}: leave out what it cannot say, and do that in \`execute\`.` },
  ];
}

/** What a builder of TypeBox 0.34 writes after its options. */
const BUILT = [
  'type',
  'const',
  'enum',
  'required',
  'properties',
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'allOf',
];

/** Keywords in the order in which TypeBox 0.34 writes them: options, first those that restrict. */
const ORDER: readonly string[] = [
  ...[...KEYWORDS.keys()].filter((each) => !ANNOTATION_KEYWORDS.includes(each) && !BUILT.includes(each)),
  ...ANNOTATION_KEYWORDS,
  ...BUILT,
];
const PLACES: ReadonlyMap<string, number> = new Map(ORDER.map((keyword, place) => [keyword, place]));
const placeOf = (keyword: string): number => PLACES.get(keyword) ?? 0;

/**
 * Makes what libraries write of the same schema the same: puts keywords into one order, says of lists of texts that they
 * are texts, and removes what says nothing, the limits of safe integers, and that names are strings.
 *
 * @param schema - In normal form; changed in place.
 */
function tidySchema(schema: JsonSchema): JsonSchema {
  walkSchema(schema, (node) => {
    if (!isObject(node)) return;
    const entries = Object.entries(node).filter(([keyword, value]) => !isNoise(keyword, value));
    const isOfTexts = Array.isArray(node['enum']) && node['enum'].every((each) => typeof each === 'string');
    if (isOfTexts && !Object.hasOwn(node, 'type')) entries.push(['type', 'string']);
    const mutable: MutableObject = node;
    for (const keyword of Object.keys(node)) delete mutable[keyword];
    Object.assign(mutable, Object.fromEntries(entries.sort(([a], [b]) => placeOf(a) - placeOf(b))));
  });
  return schema;
}

function isNoise(keyword: string, value: unknown): boolean {
  return (
    (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
    (keyword === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}')
  );
}
