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
 * Leaves out of a page's bundle what its client never reads: the schemas, examples and descriptions of tools, with the
 * constants and imports that only they use. The manifest and the validators have them.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'btcp:strip-schemas',
    apply: 'build',
    transform(code, id) {
      if (this.environment.config.consumer !== 'client') return undefined;
      const isTool = code.includes('defineTool');
      if (!isTool && (id.includes('/node_modules/') || !mayHaveConstants(code))) return undefined;
      return strip(code, this.parse(code) as unknown as Node, id);
    },
  };
}

/** @returns Nothing where a module stays as it is. */
export function strip(code: string, program: Node, id: string): { code: string; map: SourceMap } | undefined {
  const schemas = findSchemas(program);
  const removed = [...schemas, ...findUnused(program, schemas)];
  const isRemoved = (start: number): boolean =>
    removed.some((range) => range.start <= start && start < range.end);
  const constants = findConstants(program).filter(({ start }) => !isRemoved(start));
  if (removed.length + constants.length === 0) return undefined;
  const text = new MagicString(code);
  for (const { start, end } of removed) text.remove(start, end);
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
      if (name === undefined || !isNode(init) || !known.has(rootOf(init) ?? '') || waits(init)) continue;
      found.push({ start: init.start, end: init.end });
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

/** A statement of a module that declares names, or imports them. */
interface Declaration extends Range {
  readonly names: readonly string[];
  readonly references: readonly Reference[];
}

/**
 * Finds the imports and declarations of a module that only removed parts of it use, directly or through each other. What is
 * exported stays.
 */
function findUnused(program: Node, removed: readonly Range[]): readonly Range[] {
  const all = referencesIn(program);
  const gone: Range[] = [...removed];
  const isGone = ({ start }: Reference): boolean =>
    gone.some((range) => range.start <= start && start < range.end);
  const candidates = new Set(all.filter(isGone).map(({ name }) => name));
  const left = new Set(nodesOf(program['body']).flatMap(declarationOf));
  const isUsed = ({ names, start, end }: Declaration): boolean =>
    all.some(
      (each) => names.includes(each.name) && !(start <= each.start && each.start < end) && !isGone(each),
    );
  for (let before = -1; before !== gone.length;) {
    before = gone.length;
    for (const each of left) {
      if (!each.names.some((name) => candidates.has(name)) || isUsed(each)) continue;
      left.delete(each);
      gone.push(each);
      for (const { name } of each.references) candidates.add(name);
    }
  }
  return gone.slice(removed.length);
}

function declarationOf(statement: Node): readonly Declaration[] {
  const { type, start, end } = statement;
  const names =
    type === 'ImportDeclaration'
      ? nodesOf(statement['specifiers']).map(({ local }) => nameOf(local))
      : type === 'VariableDeclaration'
        ? nodesOf(statement['declarations']).map(({ id }) => nameOf(id))
        : type === 'FunctionDeclaration' && isNode(statement['id'])
          ? [nameOf(statement['id'])]
          : [];
  // A destructured declaration has no name here; an import without names is there for its effects.
  if (names.length === 0 || names.includes(undefined)) return [];
  return [{ start, end, names: names as string[], references: referencesIn(statement) }];
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

/** Properties that hold names which refer to nothing, by the type of their node. */
const NAMES: Readonly<Record<string, string>> = {
  MemberExpression: 'property',
  Property: 'key',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
  AccessorProperty: 'key',
  LabeledStatement: 'label',
  BreakStatement: 'label',
  ContinueStatement: 'label',
};

/** A name where it is used, or declared. */
interface Reference {
  readonly name: string;
  readonly start: number;
}

/** All names that may refer to something; one that is declared in an inner scope, too, counts as that of the module. */
function referencesIn(node: Node, found: Reference[] = []): readonly Reference[] {
  walk(node, (each) => {
    const { type, start } = each;
    if (type === 'Identifier' || type === 'JSXIdentifier') found.push({ name: String(each['name']), start });
    if (type === 'ImportDeclaration') return false;
    const without = each['computed'] === true ? undefined : NAMES[type];
    if (without === undefined) return true;
    for (const [property, value] of Object.entries(each))
      if (property !== without) for (const child of nodesOf(value)) referencesIn(child, found);
    return false;
  });
  return found;
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
