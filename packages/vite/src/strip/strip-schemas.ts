import MagicString, { type SourceMap } from 'magic-string';
import type { Plugin } from 'vite';

/** Properties of a tool that a client takes from the manifest. */
const PUBLISHED = new Set(['inputSchema', 'outputSchema', 'examples', 'description']);

/** Finds the properties of tools that nothing reads where they run. */
function findSchemas(program: Node): readonly Range[] {
  const imports = importsFrom(program, (source) => source === '@btcp/core');
  const found: Range[] = [];
  walk(program, (node) => {
    const name = node.type === 'CallExpression' ? nameOf(node['callee']) : undefined;
    if (name === undefined || imports.get(name) !== 'defineTool') return;
    const [definition] = nodesOf(node['arguments']);
    if (definition?.type !== 'ObjectExpression') return;
    found.push(...published(definition));
    for (const alias of nodesOf(propertyOf(definition, 'aliases')?.['properties']))
      if (isObject(alias['value'])) found.push(...published(alias['value']));
  });
  return found;
}

const isObject = (value: unknown): value is Node => (value as Node | undefined)?.type === 'ObjectExpression';

const keyOf = ({ type, computed, key }: Node): string | undefined =>
  type === 'Property' && computed !== true ? nameOf(key) : undefined;

function propertyOf(object: Node, name: string): Node | undefined {
  const property = nodesOf(object['properties']).find((each) => keyOf(each) === name);
  return property && isObject(property['value']) ? property['value'] : undefined;
}

/** With the comma that follows. */
function published(object: Node): readonly Range[] {
  const properties = nodesOf(object['properties']);
  return properties.flatMap((each, index) =>
    PUBLISHED.has(keyOf(each) ?? '')
      ? [{ start: each.start, end: properties[index + 1]?.start ?? object.end - 1 }]
      : [],
  );
}

/**
 * Leaves out of a page's bundle what its client never reads: the schemas, examples and descriptions of tools. The manifest
 * and the validators have them. What only they use is then left out by the bundler, which is told of schemas and their
 * libraries that these have no side effects.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'btcp:strip-schemas',
    apply: 'build',
    transform(code, id) {
      if (this.environment.config.consumer !== 'client') return undefined;
      if (UNDECLARED.test(id)) return { moduleSideEffects: false };
      const isTool = code.includes('defineTool');
      if (!isTool && (id.includes('/node_modules/') || !mayHaveConstants(code))) return undefined;
      return strip(code, this.parse(code) as unknown as Node, id);
    },
  };
}

/** @returns Nothing where a module stays as it is. */
export function strip(code: string, program: Node, id: string): { code: string; map: SourceMap } | undefined {
  const schemas = findSchemas(program);
  const constants = findConstants(program);
  if (schemas.length + constants.length === 0) return undefined;
  const text = new MagicString(code);
  for (const { start, end } of schemas) text.remove(start, end);
  // Bundlers drop a call with this mark if its result is not used, whatever it calls.
  for (const { start, end } of constants)
    text.appendRight(start, '/*#__PURE__*/ (() => ').appendLeft(end, ')()');
  return {
    code: text.toString(),
    map: text.generateMap({ source: id, includeContent: true, hires: 'boundary' }),
  };
}

/** Libraries whose calls at the top level of a module only make schemas. */
const LIBRARIES = '@sinclair/typebox|typebox|zod|@zod/mini|valibot|@valibot/to-json-schema|arktype|sury';
const SCHEMA_LIBRARIES = new RegExp(`^(?:${LIBRARIES})(?:$|/)`);
const QUOTED = new RegExp(`["'](?:${LIBRARIES})["'/]`);
/** Modules of those whose package.json does not say that they have no side effects, as it does of the others. */
const UNDECLARED = /\/node_modules\/(?:typebox|arktype|@ark\/[^/]+)\//;

/** Whether a module's text may import one, which is cheaper than to parse it. */
const mayHaveConstants = (code: string): boolean => QUOTED.test(code);

/** Finds the values of a module's constants that only make schemas: a bundler may leave them out where they are not used. */
function findConstants(program: Node): readonly Range[] {
  const known = new Set(importsFrom(program, (source) => SCHEMA_LIBRARIES.test(source)).keys());
  const found: Range[] = [];
  for (const statement of nodesOf(program['body'])) {
    const declared = isNode(statement['declaration']) ? statement['declaration'] : statement;
    if (declared.type !== 'VariableDeclaration') continue;
    for (const { id, init } of nodesOf(declared['declarations'])) {
      const name = nameOf(id);
      if (name === undefined || !isNode(init) || waits(init)) continue;
      // A function that only makes schemas counts as one of a library.
      const made = init.type === 'ArrowFunctionExpression' && isNode(init['body']) ? init['body'] : init;
      if (!known.has(rootOf(made) ?? '')) continue;
      if (made === init) found.push({ start: init.start, end: init.end });
      known.add(name);
    }
  }
  return found;
}

/** The name at the beginning of a call: `z` of `z.object({ … }).strict()`. */
function rootOf(node: Node): string | undefined {
  if (node.type === 'CallExpression' && isNode(node['callee'])) {
    for (let at = node['callee']; ;) {
      const next = at.type === 'CallExpression' ? at['callee'] : at['object'];
      if (!isNode(next)) return nameOf(at);
      at = next;
    }
  }
  return undefined;
}

function waits(node: Node): boolean {
  let does = false;
  walk(node, ({ type }) => void (does ||= type === 'AwaitExpression' || type === 'YieldExpression'));
  return does;
}

/** A part of a module, as offsets into its text. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A node of a syntax tree, as parsers give it (ESTree); its properties depend on its type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

/** The nodes that a property holds: one, several or none. */
const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];

/** Visits a node and all below it; a visitor that returns false leaves out what is below. */
function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return;
  for (const value of Object.values(node)) for (const child of nodesOf(value)) walk(child, visit);
}

/** The name of an identifier, or of a key that is not computed. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node['name']);
  return node.type === 'Literal' ? String(node['value']) : undefined;
}

/** The local names of imports, by what they are imported from. */
function importsFrom(program: Node, isMeant: (source: string) => boolean): ReadonlyMap<string, string> {
  const imports = nodesOf(program['body']).filter(
    ({ type, source }) => type === 'ImportDeclaration' && isMeant(String((source as Node)['value'])),
  );
  return new Map(
    imports.flatMap((each) =>
      nodesOf(each['specifiers']).map(({ local, imported }) => [nameOf(local) ?? '', nameOf(imported) ?? '']),
    ),
  );
}
