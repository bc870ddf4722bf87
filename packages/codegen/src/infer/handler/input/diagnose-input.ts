import type { Types as Code } from '../../../source/types/types.ts';
import type { FunctionNode } from '../syntax.ts';
import { areDisjoint, equal, isObject } from '@btcp/schema';
import { closestName } from '@btcp/schema/runtime';
import type { NodeDiagnostic } from '../code-diagnostic.ts';
import { type CodeDefault, InputReader, InputUse } from './input-reader.ts';
import { type DeclaredProperty, type SchemaObject, shapeOf } from './input-shape.ts';
import { literalOf } from '../literal-of.ts';

/**
 * Compares what is read of an input with what the schema declares.
 *
 * @param readers - The handler, and what asks the user.
 */
export function diagnoseInput(
  code: Code,
  readers: readonly FunctionNode[],
  inputSchema: unknown,
): readonly NodeDiagnostic[] {
  const root = isObject(inputSchema) ? inputSchema : undefined;
  const shape = root && shapeOf(root, root, '/inputSchema');
  if (!root || !shape) return [];
  const reader = new InputReader(code, root);
  const use = new InputUse(shape);
  for (const each of readers) reader.read(each, use);
  const unread = unreadOf(use);
  const names = unread.map(({ name }) => name);
  const mistaken = reader.undeclared.map(({ name, node }) => {
    const meant = closestName(name, names);
    return { node, property: name, meant };
  });
  const left = unread.filter(({ name }) => !mistaken.some(({ meant }) => meant === name));
  return [
    ...firstOfEach(reader.defaults.flatMap((each) => diagnoseDefault(code, each))),
    ...mistaken.map(({ node, property, meant }) => ({
      id: 'input-undeclared',
      node,
      path: '/inputSchema',
      data: { property, ...(meant !== undefined && { meant }) },
    })),
    ...diagnoseUnread(left, use),
  ];
}

interface Unread {
  readonly name: string;
  readonly property: DeclaredProperty;
}

function unreadOf(use: InputUse, above = ''): readonly Unread[] {
  if (use.isWhole || !use.shape) return [];
  return [...use.shape.properties].flatMap(([name, property]): readonly Unread[] => {
    const part = use.parts.get(name);
    if (part?.isRead) return unreadOf(part, `${above}${name}.`);
    return hasOneValue(property) ? [] : [{ name: above + name, property }];
  });
}

// A property with only one possible value need not be read.
function hasOneValue({ schema }: DeclaredProperty): boolean {
  const values = schema['enum'];
  return 'const' in schema || (Array.isArray(values) && values.length < 2) || 'not' in schema;
}

// A handler that reads no input at all is reported once.
function diagnoseUnread(unread: readonly Unread[], use: InputUse): readonly NodeDiagnostic[] {
  const names = unread.map(({ name }) => name);
  if (unread.length > 1 && !use.isRead) {
    const path = '/inputSchema';
    return [{ id: 'input-unread', node: path, path, data: { properties: names } }];
  }
  return unread.map(({ name, property: { path } }) => ({
    id: 'input-unread',
    node: path,
    path,
    data: { properties: [name] },
  }));
}

// A repeated default is reported once.
function firstOfEach(diagnostics: readonly NodeDiagnostic[]): readonly NodeDiagnostic[] {
  return diagnostics.filter(
    ({ id, path }, index) =>
      diagnostics.findIndex((other) => other.id === id && other.path === path) === index,
  );
}

function diagnoseDefault(
  code: Code,
  { property: { name, schema, path, isRequired }, value, operator }: CodeDefault,
): readonly NodeDiagnostic[] {
  const given = literalOf(code, value);
  if (!given || (operator && allowsNull(schema))) return [];
  if ('default' in schema) {
    if (equal(given.value, schema['default'])) return [];
    // An empty one may mean that the code chooses the default.
    if (operator === '||' && !schema['default']) return [];
    const data = { property: name, code: given.value, schema: schema['default'] };
    return [{ id: 'default-differs', node: value, path, data }];
  }
  // A missing property and an empty value count as equal.
  if (isRequired || !given.value || 'const' in schema) return [];
  return [{ id: 'default-hidden', node: value, path, data: { property: name, code: given.value } }];
}

const allowsNull = (schema: SchemaObject): boolean =>
  !areDisjoint({ schema: { type: 'null' }, root: true }, { schema, root: true });
