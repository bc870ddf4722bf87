import { equal } from '../../runtime/json-value.ts';
import { deeperChildren, inPlaceChildren } from './children.ts';
import type { LinkedNode, LinkedProgram, LinkedSchema } from './linked-schema.ts';
import { literalValues, typesOf, findTaggedUnion } from './tagged-union.ts';

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
