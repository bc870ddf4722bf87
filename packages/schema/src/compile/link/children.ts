import { type Keyword, KEYWORDS, SUBSCHEMA_KEYWORDS } from '../../model/keywords.ts';
import type { LinkedNode, LinkedSchema, LinkedProgram } from './linked-schema.ts';

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

/** A schema and all that its `$ref` and `allOf` apply to the same value, each once; references first. */
export function conjunctsOf(
  schema: LinkedSchema,
  definitions: readonly LinkedSchema[],
  found: Set<LinkedNode> = new Set(),
): ReadonlySet<LinkedNode> {
  if (typeof schema === 'boolean' || found.has(schema)) return found;
  found.add(schema);
  if (schema.ref !== undefined) conjunctsOf(definitions[schema.ref] ?? true, definitions, found);
  for (const part of schema.allOf ?? []) conjunctsOf(part, definitions, found);
  return found;
}

/** Maximum lengths in code points. */
export interface LengthLimits {
  /** Of a value that is a string. */
  readonly text: number;
  /** Of each property name of a value that is an object. */
  readonly name: number;
}

/** The limits where nothing is limited. */
export const ANY_LENGTH: LengthLimits = { text: Infinity, name: Infinity };

/** The lengths that a schema allows, by itself, its `allOf` and its references, unconditionally. */
export function lengthLimits(program: LinkedProgram, schema: LinkedSchema): LengthLimits {
  const nodes = [...conjunctsOf(schema, program.definitions)];
  const names = nodes.flatMap(({ propertyNames = true }) => [
    ...conjunctsOf(propertyNames, program.definitions),
  ]);
  return { text: shortest(nodes), name: shortest(names) };
}

const shortest = (nodes: readonly LinkedNode[]): number =>
  Math.min(...nodes.map(({ maxLength = Infinity }) => maxLength));
