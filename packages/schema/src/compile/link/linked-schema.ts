import type { Limits } from '../../model/limits.ts';
import { type ASSERTIONS, type Keyword, KEYWORDS, SUBSCHEMA_KEYWORDS } from '../../model/keywords.ts';

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

export interface TaggedCase {
  readonly values: readonly (string | number | boolean | null)[];
  readonly schema: LinkedSchema;
}

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

/** A keyword that holds one subschema, or an array or map of them. */
interface Holder {
  readonly name: keyof LinkedNode;
  readonly isOne: boolean;
}

/** The keywords of linked schemas that hold subschemas, by what these apply to. */
export const holdersOf = (role: Keyword['role']): readonly Holder[] =>
  [...SUBSCHEMA_KEYWORDS]
    .filter(([name]) => KEYWORDS.get(name)?.role === role)
    // LinkedNode has all of 2020-12; of older drafts a schema in normal form has none.
    .map(([name, shape]) => ({ name: name as keyof LinkedNode, isOne: /^schema(?!s)/.test(shape) }));

const [IN_PLACE, INSIDE] = [holdersOf('in-place'), holdersOf('inside')];

/** The subschemas of a node that apply to the same value as the node itself, references aside. */
export function inPlaceChildren(node: LinkedNode): LinkedSchema[] {
  const children = childrenAt(node, IN_PLACE);
  for (const { schema } of node.tagged?.cases ?? []) children.push(schema);
  if (node.tagged) children.push(node.tagged.rest);
  return children;
}

/** The subschemas of a node that apply to the members of the value, or to its names. */
export const deeperChildren = (node: LinkedNode): LinkedSchema[] => childrenAt(node, INSIDE);

function childrenAt(node: LinkedNode, holders: readonly Holder[]): LinkedSchema[] {
  const children: LinkedSchema[] = [];
  for (const { name, isOne } of holders) {
    const value = node[name] as LinkedSchema | readonly LinkedSchema[] | undefined; // or a map, as `name` says
    if (value === undefined) continue;
    if (isOne) children.push(value as LinkedSchema);
    else for (const each of Object.values(value as readonly LinkedSchema[])) children.push(each);
  }
  return children;
}

/** All nodes of a schema, without those of the definitions that it references. */
export function nodesWithin(schema: LinkedSchema): readonly LinkedNode[] {
  const nodes: LinkedNode[] = [];
  const pending: LinkedSchema[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'boolean') continue;
    nodes.push(next);
    pending.push(...inPlaceChildren(next), ...deeperChildren(next));
  }
  return nodes;
}

/** What the `$ref` and `allOf` of a node apply to the same value. */
export const conjoinedBy = (
  { ref, allOf = [] }: LinkedNode,
  definitions: readonly LinkedSchema[],
): readonly LinkedSchema[] => (ref === undefined ? allOf : [definitions[ref] ?? true, ...allOf]);

/** A schema and all that its `$ref` and `allOf` apply to the same value, each once; references first. */
export function conjunctsOf(
  schema: LinkedSchema,
  definitions: readonly LinkedSchema[],
  found: Set<LinkedNode> = new Set(),
): ReadonlySet<LinkedNode> {
  if (typeof schema === 'boolean' || found.has(schema)) return found;
  found.add(schema);
  for (const part of conjoinedBy(schema, definitions)) conjunctsOf(part, definitions, found);
  return found;
}

/** The length of strings that a schema allows, by itself, its `allOf` and its references, unconditionally. */
export const longestText = (program: LinkedProgram, schema: LinkedSchema): number =>
  Math.min(...[...conjunctsOf(schema, program.definitions)].map(({ maxLength = Infinity }) => maxLength));
