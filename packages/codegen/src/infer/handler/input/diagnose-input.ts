import type { Types as Code } from '../../../source/types/types.ts';
import { ast, is } from '../../../source/types/typescript.ts';
import type { FunctionNode } from '../syntax.ts';
import { equal } from '@btcp/schema';
import { closestName } from '@btcp/schema/runtime';
import type { NodeDiagnostic } from '../code-diagnostic.ts';
import { type CodeDefault, InputReader, InputUse } from './input-reader.ts';
import { type DeclaredProperty, isSchemaObject, shapeOf } from './input-shape.ts';
import { literalOf } from '../literal-of.ts';

/** Compares what a handler reads of its input with what the schema declares. */
export function diagnoseInput(
  code: Code,
  handler: FunctionNode,
  inputSchema: unknown,
): readonly NodeDiagnostic[] {
  const root = isSchemaObject(inputSchema) ? inputSchema : undefined;
  const shape = root && shapeOf(root, root, '/inputSchema');
  if (!root || !shape) return [];
  const reader = new InputReader(code, root, handler);
  const use = new InputUse(shape);
  reader.read(handler, use);
  const unread = isStub(handler) ? [] : unreadOf(use);
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

// A handler that is not implemented: `execute() { throw new Error('Not yet.'); }`
function isStub(handler: FunctionNode): boolean {
  const body = 'body' in handler ? handler.body : undefined;
  if (!body || !is.isBlock(body)) return false;
  return body.statements.length === 0 || body.statements[0]?.kind === ast.SyntaxKind.ThrowStatement;
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
  { property: { name, schema, path, isRequired }, value, kind }: CodeDefault,
): readonly NodeDiagnostic[] {
  const given = literalOf(code, value);
  if (!given || (kind === 'guard' && isEmpty(given.value))) return [];
  if ((kind === 'fallback' || kind === 'or') && allowsNull(schema)) return [];
  if ('default' in schema) {
    if (equal(given.value, schema['default'])) return [];
    // `''` in the schema may mean that the code chooses the default.
    if (kind === 'or' && isEmpty(schema['default'])) return [];
    const data = { property: name, code: given.value, schema: schema['default'] };
    return [{ id: 'default-differs', node: value, path, data }];
  }
  if (isRequired || isEmpty(given.value) || 'const' in schema) return [];
  return [{ id: 'default-hidden', node: value, path, data: { property: name, code: given.value } }];
}

// A missing property and an empty value count as equal.
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return !value || (isSchemaObject(value) && Object.keys(value).length === 0);
}

function allowsNull(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return true;
  const { type, anyOf, oneOf, enum: choices } = schema;
  if ('const' in schema) return schema['const'] === null;
  if (Array.isArray(choices)) return choices.includes(null);
  const branches: unknown = anyOf ?? oneOf;
  if (Array.isArray(branches)) return branches.some(allowsNull);
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'));
}
