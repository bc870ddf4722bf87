import { equal } from '../../runtime/values.ts';
import {
  deeperChildren,
  inPlaceChildren,
  conjunctsOf,
  type LinkedNode,
  type LinkedProgram,
  type LinkedSchema,
  type TaggedCase,
  type TaggedUnion,
} from './linked-schema.ts';
import { isOfJsonType } from '../../model/json-types.ts';

type UnionKeyword = 'anyOf' | 'oneOf';
const UNIONS: readonly UnionKeyword[] = ['anyOf', 'oneOf'];
const TYPE_KEYWORDS = new Set(['type', 'types', 'default']);

/**
 * Rewrites unions, in place, into what is faster to check and easier to explain, without changing a verdict: types into
 * one array of types, literals into one `enum`, and object branches with a tag into a tagged union.
 */
export function rewriteUnions(
  program: Pick<LinkedProgram, 'root' | 'definitions'>,
  options: { readonly tagged: boolean },
): void {
  const seen = new Set<LinkedNode>();
  const visit = (schema: LinkedSchema): void => {
    if (typeof schema === 'boolean' || seen.has(schema)) return;
    seen.add(schema);
    for (const child of [...inPlaceChildren(schema), ...deeperChildren(schema)]) visit(child);
    for (const keyword of UNIONS) rewrite(keyword, schema, program, options.tagged);
  };
  for (const definition of program.definitions) visit(definition);
}

function rewrite(
  keyword: UnionKeyword,
  node: LinkedNode,
  program: Pick<LinkedProgram, 'root' | 'definitions'>,
  tagged: boolean,
): void {
  const branches = node[keyword];
  if (branches === undefined) return;
  const simple = asTypes(keyword, branches) ?? asEnum(keyword, branches);
  if (simple !== undefined) {
    delete node[keyword];
    merge(node, simple);
    return;
  }
  const union =
    tagged && node.tagged === undefined ? findTaggedUnion(keyword, node, program.definitions) : undefined;
  if (union === undefined) return;
  delete node[keyword];
  node.tagged = union;
  if (typeof union.rest === 'object') rewrite(keyword, union.rest, program, false);
}

function asTypes(keyword: UnionKeyword, branches: readonly LinkedSchema[]): LinkedNode | undefined {
  const lists = branches.map((branch) =>
    typeof branch === 'object' && Object.keys(branch).every((key) => TYPE_KEYWORDS.has(key))
      ? typesOf(branch)
      : undefined,
  );
  if (lists.some((list) => list === undefined)) return undefined;
  const types = lists.flatMap((list) => list ?? []);
  const distinct = [...new Set(types)].filter((type) => type !== 'integer' || !types.includes('number'));
  // A value of two branches violates `oneOf`.
  if (keyword === 'oneOf' && distinct.length < types.length) return undefined;
  const [first] = distinct;
  return distinct.length === 1 && first !== undefined ? { type: first } : { types: distinct };
}

function asEnum(keyword: UnionKeyword, branches: readonly LinkedSchema[]): LinkedNode | undefined {
  const lists = branches.map(literalValues);
  if (lists.some((list) => list === undefined)) return undefined;
  const values = lists.flatMap((list) => list ?? []);
  const distinct = values.filter(
    (value, index) => values.findIndex((other) => equal(other, value)) === index,
  );
  return keyword === 'oneOf' && distinct.length < values.length ? undefined : { enum: distinct };
}

// A node that has such a keyword gets the new one in its `allOf`.
function merge(node: LinkedNode, simple: LinkedNode): void {
  const clash =
    simple.enum === undefined
      ? typesOf(node) !== undefined
      : node.enum !== undefined || node.const !== undefined;
  if (clash) node.allOf = [...(node.allOf ?? []), simple];
  else Object.assign(node, simple);
}

type Tag = TaggedCase['values'][number];

/** What a branch certainly requires, whatever other keywords it has. */
interface Demands {
  readonly object: boolean;
  readonly noObject: boolean;
  readonly required: ReadonlySet<string>;
  readonly tags: ReadonlyMap<string, readonly Tag[]>;
}

/**
 * The union as a tagged one, where that gives the same verdicts: each object branch requires the tag and allows
 * different literals of it, and every other branch refuses objects. Then at most one branch can fit.
 */
function findTaggedUnion(
  keyword: 'anyOf' | 'oneOf',
  node: LinkedNode,
  definitions: readonly LinkedSchema[],
): TaggedUnion | undefined {
  const branches = node[keyword] ?? [];
  const demands = branches.map((branch) => demandsOf(branch, definitions));
  // A branch need not repeat what the parent requires.
  const isObject = (each: Demands): boolean => each.object || (node.type === 'object' && !each.noObject);
  if (!demands.every((each) => isObject(each) || each.noObject)) return undefined;
  const objects = demands.filter(isObject);
  const tag = objects.length < 2 ? undefined : commonTag(objects);
  if (tag === undefined) return undefined;
  const cases: TaggedCase[] = [];
  const others: LinkedSchema[] = [];
  branches.forEach((schema, index) => {
    const each = demands[index];
    if (each === undefined || !isObject(each)) others.push(schema);
    else cases.push({ values: each.tags.get(tag) ?? [], schema: withoutTag(schema, tag) });
  });
  return { tag, cases, rest: { [keyword]: [...others, { type: 'object' }] } };
}

function commonTag(objects: readonly Demands[]): string | undefined {
  const [first] = objects;
  return [...(first?.tags.keys() ?? [])].find((name) => {
    const values = objects.flatMap((each) =>
      each.required.has(name) ? (each.tags.get(name) ?? [NaN]) : [NaN],
    );
    return !values.includes(NaN) && new Set(values).size === values.length;
  });
}

function demandsOf(branch: LinkedSchema, definitions: readonly LinkedSchema[]): Demands {
  const nodes = [...conjunctsOf(branch, definitions)];
  const types = nodes.map(typesOf).filter((each) => each !== undefined);
  const literals = nodes.map(allowedValues).filter((each) => each !== undefined);
  return {
    object: types.some((each) => each.length === 1 && each[0] === 'object'),
    noObject:
      branch === false ||
      types.some((each) => !each.includes('object')) ||
      literals.some((values) => !values.some((value) => isOfJsonType(value, 'object'))),
    required: new Set(nodes.flatMap((node) => node.required ?? [])),
    tags: new Map(nodes.flatMap((node) => tagsOf(node, definitions)).toReversed()),
  };
}

function tagsOf(node: LinkedNode, definitions: readonly LinkedSchema[]): [string, readonly Tag[]][] {
  return Object.entries(node.properties ?? {}).flatMap(([name, schema]): [string, readonly Tag[]][] => {
    const values = [...conjunctsOf(schema, definitions)]
      .map(allowedValues)
      .find((each) => each !== undefined);
    return values !== undefined && values.length > 0 && values.every(isTag) ? [[name, values]] : [];
  });
}

const isTag = (value: unknown): value is Tag => value === null || typeof value !== 'object';

// The tag has been checked already.
function withoutTag(schema: LinkedSchema, tag: string): LinkedSchema {
  if (typeof schema === 'boolean') return schema;
  const { type, required, properties, ...rest } = schema;
  const node: LinkedNode = rest;
  if (type !== undefined && type !== 'object') node.type = type;
  const others = required?.filter((name) => name !== tag) ?? [];
  if (others.length > 0) node.required = others;
  if (properties !== undefined) node.properties = properties;
  return node;
}

const LITERAL_KEYWORDS = new Set(['const', 'enum', 'type', 'types', 'default']);

/** The values that a schema allows, if it does nothing but list them. */
function literalValues(schema: LinkedSchema): readonly unknown[] | undefined {
  if (typeof schema === 'boolean' || !Object.keys(schema).every((key) => LITERAL_KEYWORDS.has(key)))
    return undefined;
  return allowedValues(schema);
}

/** The values that `const` and `enum` of a node allow, as far as its types do; `undefined` when it has neither. */
function allowedValues(node: LinkedNode): readonly unknown[] | undefined {
  const values = node.const === undefined ? node.enum : [node.const];
  // With both, the values would have to be compared.
  if (values === undefined || (node.const !== undefined && node.enum !== undefined)) return undefined;
  const types = typesOf(node);
  return types === undefined
    ? values
    : values.filter((value) => types.some((type) => isOfJsonType(value, type)));
}

function typesOf(node: LinkedNode): readonly string[] | undefined {
  return node.type === undefined ? node.types : [node.type];
}
