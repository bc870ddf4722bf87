import { closureOf } from '../../model/references/local-refs.ts';
import { isObject } from '../../runtime/values.ts';
import {
  conjoinedBy,
  conjunctsOf,
  holdersOf,
  nodesWithin,
  type LinkedNode,
  type LinkedProgram,
  type LinkedSchema,
} from './linked-schema.ts';

/** The default of a schema: its own, or that of what it refers to or consists of. */
export function defaultOf(
  schema: LinkedSchema,
  { definitions }: LinkedProgram,
): { readonly value: unknown } | undefined {
  return [...conjunctsOf(schema, definitions)].find((each) => each.default !== undefined)?.default;
}

export function hasDefaults(schema: LinkedSchema, program: LinkedProgram): boolean {
  let nodes = known.get(program);
  if (nodes === undefined) known.set(program, (nodes = nodesWithDefaults(program)));
  return typeof schema === 'object' && nodes.has(schema);
}

/** Whether applying defaults could make a valid value invalid: some keyword counts or compares properties. */
export function mayDefaultsBreak(program: LinkedProgram): boolean {
  return program.definitions
    .flatMap(nodesWithin)
    .some(
      (node) =>
        RELATING.some((keyword) => node[keyword] !== undefined) ||
        [node.const, ...(node.enum ?? [])].some((value) => typeof value === 'object' && value !== null),
    );
}

/** Keywords that apply to what defaults are put into, member by member. */
const FILLED: ReadonlySet<string> = new Set(['properties', 'additionalProperties', 'prefixItems', 'items']);
const RELATING = [
  ...[...holdersOf('in-place'), ...holdersOf('inside')].map(({ name }) => name),
  ...(['maxProperties', 'dependentRequired', 'uniqueItems'] as const),
].filter((name) => !FILLED.has(name));

const known = new WeakMap<LinkedProgram, ReadonlySet<LinkedNode>>();

// Subschemas whose defaults apply: not untagged unions, `not` or `if`, whose verdicts they could change.
function within(node: LinkedNode): LinkedSchema[] {
  return [
    ...Object.values(node.properties ?? {}),
    ...Object.values(node.patternProperties ?? {}),
    ...(node.additionalProperties === undefined ? [] : [node.additionalProperties]),
    ...(node.prefixItems ?? []),
    ...(node.items === undefined ? [] : [node.items]),
  ];
}

const sameValue = (node: LinkedNode, { definitions }: LinkedProgram): LinkedSchema[] => [
  ...conjoinedBy(node, definitions),
  ...(node.tagged?.cases.map(({ schema }) => schema) ?? []),
];

function nodesWithDefaults(program: LinkedProgram): ReadonlySet<LinkedNode> {
  const users = new Map<LinkedNode, LinkedNode[]>();
  const filled: LinkedNode[] = [];
  const visit = (node: LinkedNode): void => {
    if (Object.values(node.properties ?? {}).some((schema) => defaultOf(schema, program))) filled.push(node);
    for (const child of [...within(node), ...sameValue(node, program)]) {
      if (typeof child === 'boolean') continue;
      const parents = users.get(child);
      if (parents !== undefined) parents.push(node);
      else {
        users.set(child, [node]);
        if (child !== program.root) visit(child);
      }
    }
  };
  if (typeof program.root === 'object') visit(program.root);
  return closureOf(filled, (node) => users.get(node) ?? []);
}

/**
 * How many values the defaults of a schema make of one at most: `Infinity` where a default lacks a property that has a
 * default, and so on in a cycle. Follows what the emitted code would do with every default of the program.
 */
export function countDefaults(program: LinkedProgram): number {
  const counter = new DefaultCounter(program);
  const seen = new Set<LinkedSchema>();
  const visit = (schema: LinkedSchema): number => {
    if (typeof schema === 'boolean' || seen.has(schema)) return 0;
    seen.add(schema);
    const own = counter.count(schema, defaultOf(schema, program)?.value);
    return Math.max(own, ...[...within(schema), ...sameValue(schema, program)].map(visit));
  };
  return visit(program.root);
}

// All values come from the schema, so there are finitely many pairs; meeting one again is a cycle.
class DefaultCounter {
  readonly #program: LinkedProgram;
  readonly #counts = new Map<LinkedSchema, Map<object, number>>();

  constructor(program: LinkedProgram) {
    this.#program = program;
  }

  count(schema: LinkedSchema, value: unknown): number {
    if (typeof schema === 'boolean' || typeof value !== 'object' || value === null) return 0;
    let counts = this.#counts.get(schema);
    if (counts === undefined) this.#counts.set(schema, (counts = new Map<object, number>()));
    const known = counts.get(value);
    if (known !== undefined) return known;
    counts.set(value, Infinity);
    const parts = sameValue(schema, this.#program).map((part) => this.count(part, value));
    const members = isObject(value)
      ? this.#countProperties(schema, value)
      : (value as readonly unknown[]).map((item, index) =>
          this.count(schema.prefixItems?.[index] ?? schema.items ?? true, item),
        );
    const sum = [...parts, ...members].reduce((total, part) => total + part, 1);
    counts.set(value, sum);
    return sum;
  }

  #countProperties(node: LinkedNode, value: Readonly<Record<string, unknown>>): readonly number[] {
    const known = Object.entries(node.properties ?? {});
    const others = [...Object.values(node.patternProperties ?? {}), node.additionalProperties ?? true];
    return [
      ...known.map(([name, schema]) =>
        this.count(
          schema,
          Object.hasOwn(value, name) ? value[name] : defaultOf(schema, this.#program)?.value,
        ),
      ),
      ...Object.values(value).flatMap((each) => others.map((schema) => this.count(schema, each))),
    ];
  }
}
