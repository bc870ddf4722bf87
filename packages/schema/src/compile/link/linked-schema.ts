import type { Limits } from '../../keywords/limits.ts';
import type { ASSERTIONS } from '../../model/keywords.ts';

/**
 * A schema in the one form that the emitters read: 2020-12, references as indexes, no keywords without effect. It
 * accepts the same JSON values as the original.
 */
export type LinkedSchema = boolean | LinkedNode;

type Shapes = typeof ASSERTIONS;

/** The types of keyword values in linked form, by their shape. */
type ValueOf<Shape> = Shape extends 'pattern'
  ? string
  : Shape extends 'boolean'
    ? true
    : Shape extends 'names'
      ? readonly string[]
      : Shape extends 'name-lists'
        ? Readonly<Record<string, readonly string[]>>
        : number;

type LimitsOf<T extends keyof Limits> = { -readonly [K in keyof Limits[T]]?: number };
type AssertionsOf<T extends keyof Shapes> = { -readonly [K in keyof Shapes[T]]?: ValueOf<Shapes[T][K]> };

/** An object schema in linked form. Maps have no prototype, so that every name is just a name. */
export interface LinkedNode
  extends
    LimitsOf<'number'>,
    LimitsOf<'string'>,
    LimitsOf<'array'>,
    LimitsOf<'object'>,
    AssertionsOf<'string'>,
    AssertionsOf<'array'>,
    AssertionsOf<'object'> {
  /** One type. */
  type?: string;
  /** Two or more types. */
  types?: readonly string[];
  /** Index into `LinkedProgram.definitions`. */
  ref?: number;
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  dependentSchemas?: Readonly<Record<string, LinkedSchema>>;
  properties?: Readonly<Record<string, LinkedSchema>>;
  patternProperties?: Readonly<Record<string, LinkedSchema>>;
  additionalProperties?: LinkedSchema;
  unevaluatedProperties?: LinkedSchema;
  propertyNames?: LinkedSchema;
  prefixItems?: readonly LinkedSchema[];
  items?: LinkedSchema;
  unevaluatedItems?: LinkedSchema;
  contains?: LinkedSchema;
  allOf?: readonly LinkedSchema[];
  anyOf?: readonly LinkedSchema[];
  oneOf?: readonly LinkedSchema[];
  /** A union whose branches are discriminated by one property. */
  tagged?: TaggedUnion;
  not?: LinkedSchema;
  /** What `not` excludes, for its message. */
  notText?: string;
  if?: LinkedSchema;
  then?: LinkedSchema;
  else?: LinkedSchema;
  default?: { readonly value: unknown };
}

/** A union whose object branches each allow different values of one required property. */
export interface TaggedUnion {
  readonly tag: string;
  readonly cases: readonly TaggedCase[];
  /** For values that are not objects: the other branches, and the demand for an object. */
  readonly rest: LinkedSchema;
}

/** One branch of a tagged union. */
export interface TaggedCase {
  readonly values: readonly (string | number | boolean | null)[];
  readonly schema: LinkedSchema;
}

/** A linked schema with the definitions it refers to. */
export interface LinkedProgram {
  readonly root: LinkedSchema;
  readonly definitions: readonly LinkedSchema[];
  /** See `findRepeatedDefinitions`. */
  readonly repeated: ReadonlySet<LinkedSchema>;
  /** How often schemas are applied to one value, or to one part of it: see `countChecks`. */
  readonly checks: number;
  /** Whether those are so many that results are kept for every value, and not only for objects and arrays. */
  readonly multiplies: boolean;
}
