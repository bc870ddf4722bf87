/** Packages that make schemas, beside TypeBox; the version of each matters to what is published. */
export const SCHEMA_LIBRARIES: readonly string[] = ['zod', 'valibot', '@valibot/to-json-schema', 'arktype'];

const LIBRARY = new RegExp(`^(?:${SCHEMA_LIBRARIES.join('|')})(?:/|$)`);

/** Whether a specifier names such a package, or a module of it. */
export const isSchemaLibrary = (specifier: string): boolean => LIBRARY.test(specifier);

/** The package that schemas are written with. */
export const TYPEBOX = '@sinclair/typebox';

/** The version that the process of the schemas has as one file: to load its 250 modules takes longer than to start. */
export const TYPEBOX_VERSION = '0.34.52';

/** Whether a specifier names TypeBox, of any version, or a module of it. */
export const isTypeBox = (specifier: string): boolean => /^(?:@sinclair\/)?typebox(?:\/|$)/.test(specifier);

/** Whether a module makes schemas, or is the toolkit: its calls have no side effects but on schemas. */
export const isOurs = (specifier: string): boolean =>
  isTypeBox(specifier) || isSchemaLibrary(specifier) || /^@btcp\/core(?:\/content)?$/.test(specifier);

/**
 * What of these packages only makes a schema, or a part of one, of what it is given, or reads an error. Functions among
 * that are read as if they were called.
 */
export const BUILDERS: ReadonlySet<string> = new Set(
  `z type coerce iso check
  string number int int32 uint32 float32 float64 boolean null nil any unknown never
  object strictObject looseObject objectWithRest array tuple strictTuple looseTuple tupleWithRest record partialRecord
  union xor variant discriminatedUnion intersection intersect enum enum_ picklist literal optional nullable nullish
  exactOptional exactPartial undefinedable lazy templateLiteral
  email url httpUrl uuid uuidv4 uuidv6 uuidv7 guid cuid cuid2 ulid nanoid emoji base64 base64url hex hexadecimal hash
  hexColor ipv4 ipv6 ip cidrv4 cidrv6 jwt e164 hostname domain date time datetime duration isoDate isoTime isoDateTime
  isoTimestamp decimal digits slug
  min max length nonempty nonEmpty minLength maxLength minSize maxSize minValue maxValue minEntries maxEntries gtValue
  ltValue value values notValue integer safeInteger finite regex startsWith endsWith includes lowercase uppercase gt gte lt
  lte minimum maximum positive negative nonnegative nonpositive multipleOf step safe pipe
  describe description title meta metadata examples default _default prefault readonly brand strict loose strip
  passthrough catchall extend safeExtend merge pick omit partial required keyof or and extract exclude rest
  atLeast atMost moreThan lessThan atLeastLength atMostLength moreThanLength lessThanLength exactlyLength divisibleBy
  matching onUndeclaredKey
  flattenError formatError prettifyError treeifyError`.split(/\s+/),
);
