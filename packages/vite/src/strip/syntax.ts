/** A node of a syntax tree, as parsers give it (ESTree); its properties depend on its type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

/** The nodes that a property holds: one, several or none. */
export const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];

/** Visits a node and all below it; a visitor that returns false leaves out what is below. */
export function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return;
  for (const value of Object.values(node)) for (const child of nodesOf(value)) walk(child, visit);
}

/** The name of an identifier, or of a key that is not computed. */
export function nameOf(node: unknown): string | undefined {
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
export interface Reference {
  readonly name: string;
  readonly start: number;
}

/** All names that may refer to something; one that is declared in an inner scope, too, counts as that of the module. */
export function referencesIn(node: Node, found: Reference[] = []): readonly Reference[] {
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
export function importsFrom(
  program: Node,
  isMeant: (source: string) => boolean,
): ReadonlyMap<string, string> {
  const imports = nodesOf(program['body']).filter(
    ({ type, source }) => type === 'ImportDeclaration' && isMeant(String((source as Node)['value'])),
  );
  return new Map(
    imports.flatMap((each) =>
      nodesOf(each['specifiers']).map(({ local, imported }) => [nameOf(local) ?? '', nameOf(imported) ?? '']),
    ),
  );
}
