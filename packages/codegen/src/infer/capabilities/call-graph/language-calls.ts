import { type ast, is, type Symbol } from '../../../source/types/typescript.ts';
import { isText, keyOf, unwrap } from '../read/syntax.ts';
import { readCallOf } from './read-call.ts';
import type { Mode, Reader } from './step.ts';

type Node = ast.Node;

interface LanguageCall {
  readonly reader: Reader;
  readonly args: readonly Node[];
  readonly node: Node;
}

/** Reads a call that uses members of its arguments, such as `Reflect.get(document, 'title')`; false for any other. */
export function languageCall(reader: Reader, symbol: Symbol, args: readonly Node[], node: Node): boolean {
  const owner = symbol.getParent()?.name;
  const read = CALLS.get(owner === undefined ? symbol.name : `${owner}.${symbol.name}`);
  read?.({ reader, args, node });
  return read !== undefined;
}

const CALLS: ReadonlyMap<string, (call: LanguageCall) => void> = new Map([
  ['Reflect.get', usesMember('read')],
  ['Reflect.has', usesMember('test')],
  ['Reflect.set', usesMember('write')],
  ['Reflect.deleteProperty', usesMember('write')],
  ['Reflect.defineProperty', definesMember],
  ['ObjectConstructor.defineProperty', definesMember],
  // What is done with a descriptor is not followed: its getter reads, and its setter writes.
  ['Reflect.getOwnPropertyDescriptor', usesMember('both')],
  ['ObjectConstructor.getOwnPropertyDescriptor', usesMember('both')],
  [
    'ObjectConstructor.getOwnPropertyDescriptors',
    ({ reader, args, node }) => useMemberOf(reader, node, 'both', args, undefined),
  ],
  ['ObjectConstructor.assign', assignsMembers],
  ['Reflect.apply', ({ reader, args: [callee, , list], node }) => calls(reader, callee, list, node)],
  ['Reflect.construct', ({ reader, args: [callee, list], node }) => calls(reader, callee, list, node)],
  ['JSON.stringify', writesAsText],
  ...['create', 'defineProperties', 'setPrototypeOf', 'values', 'entries'].map(
    (name) => [`ObjectConstructor.${name}`, handsOver] as const,
  ),
  ['Reflect.setPrototypeOf', handsOver],
  ...['keys', 'getOwnPropertyNames', 'hasOwn'].map(
    (name) => [`ObjectConstructor.${name}`, readsKeys] as const,
  ),
  ['Reflect.ownKeys', readsKeys],
  ['StringConstructor', () => undefined],
]);

function usesMember(mode: Mode): (call: LanguageCall) => void {
  return ({ reader, args, node }) => useMemberOf(reader, node, mode, args, args[1]);
}

function useMemberOf(
  reader: Reader,
  node: Node,
  mode: Mode,
  [receiver, , value]: readonly Node[],
  keyNode: Node | undefined,
): void {
  const key = keyNode && isText(keyNode) ? keyNode.text : undefined;
  const type = receiver && reader.code.typeAt(receiver);
  const symbol = type && key !== undefined ? reader.code.property(type, key) : undefined;
  const reference = { node, mode, receiver, value };
  if (symbol) reader.visitSymbol(symbol, reference);
  else if (receiver) reader.push({ kind: 'member', key, keyNode, declared: undefined, reference });
}

// Whoever reads the member later runs its getter.
function definesMember({ reader, args: [receiver, key, descriptor], node }: LanguageCall): void {
  const isLiteral = descriptor && is.isObjectLiteralExpression(descriptor);
  const value = isLiteral ? descriptor.properties.find((property) => keyOf(property) === 'value') : undefined;
  const held = value && is.isPropertyAssignment(value) ? value.initializer : descriptor;
  if (receiver && key && held) useMemberOf(reader, node, 'write', [receiver, key, held], key);
  if (descriptor) reader.push({ kind: 'handOver', value: descriptor, inputs: [], isWhole: true });
}

function assignsMembers({ reader, args: [receiver, ...sources], node }: LanguageCall): void {
  for (const source of receiver ? sources : []) {
    reader.push({ kind: 'readAll', value: source });
    if (receiver) reader.push({ kind: 'assign', receiver, source, node });
  }
}

function calls(reader: Reader, callee: Node | undefined, list: Node | undefined, node: Node): void {
  const args = list && is.isArrayLiteralExpression(list) ? list.elements : list ? [list] : [];
  if (callee) readCallOf(reader, unwrap(callee), args, node);
}

// Everything below the value is read, and a second argument is called for each of it.
function writesAsText({ reader, args: [value, replacer] }: LanguageCall): void {
  if (value) reader.push({ kind: 'readAll', value, isResult: true });
  if (replacer)
    reader.push({ kind: 'handOver', value: replacer, inputs: value ? [value] : [], isWhole: true });
}

function handsOver({ reader, args }: LanguageCall): void {
  for (const value of args) {
    reader.push({ kind: 'readAll', value });
    reader.push({ kind: 'handOver', value, inputs: [], isWhole: true });
  }
}

function readsKeys({ reader, args: [value] }: LanguageCall): void {
  if (value) reader.push({ kind: 'readAll', value, isKeys: true });
}
