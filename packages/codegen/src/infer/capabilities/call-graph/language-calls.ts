import { type ast, is, type Symbol } from '../../../source/types/typescript.ts';
import { isText, keyOf, outerParent, unwrap } from '../read/syntax.ts';
import type { Mode, Reader } from './step.ts';

type Node = ast.Node;

/** Reads a call of a function, with its arguments. */
type ReadCall = (reader: Reader, callee: Node, args: readonly Node[], node: Node) => void;

interface LanguageCall {
  readonly reader: Reader;
  readonly args: readonly Node[];
  readonly node: Node;
  /** For calls that this one makes. */
  readonly readCall: ReadCall;
}

/** Reads a call that uses members of its arguments, such as `Reflect.get(document, 'title')`; false for any other. */
export function languageCall({ reader, args, node, readCall }: LanguageCall, symbol: Symbol): boolean {
  const owner = symbol.getParent()?.name;
  const read = CALLS.get(owner === undefined ? symbol.name : `${owner}.${symbol.name}`);
  read?.({ reader, args, node, readCall });
  return read !== undefined;
}

const CALLS: ReadonlyMap<string, (call: LanguageCall) => void> = new Map([
  ['Reflect.get', usesMember('read')],
  ['Reflect.has', usesMember('test')],
  ['Reflect.set', usesMember('write')],
  ['Reflect.deleteProperty', usesMember('write')],
  ['Reflect.defineProperty', definesMember],
  ['Reflect.getOwnPropertyDescriptor', describesMember],
  ['ObjectConstructor.getOwnPropertyDescriptor', describesMember],
  ['ObjectConstructor.getOwnPropertyDescriptors', describesMembers],
  ['ObjectConstructor.defineProperty', definesMember],
  ['ObjectConstructor.defineProperties', handsOverRest],
  ['ObjectConstructor.create', handsOverAll],
  ['ObjectConstructor.setPrototypeOf', handsOverRest],
  ['Reflect.setPrototypeOf', handsOverRest],
  ['ObjectConstructor.assign', assignsMembers],
  ['Reflect.apply', (call) => calls(call, call.args[0], call.args[2])],
  ['Reflect.construct', (call) => calls(call, call.args[0], call.args[1])],
  ['JSON.stringify', writesAsText],
  ['ObjectConstructor.values', handsOverAll],
  ['ObjectConstructor.entries', handsOverAll],
  ['Reflect.ownKeys', readsKeys],
  ['ObjectConstructor.keys', readsKeys],
  ['ObjectConstructor.getOwnPropertyNames', readsKeys],
  ['ObjectConstructor.hasOwn', readsKeys],
  ['StringConstructor', () => undefined],
]);

function usesMember(mode: Mode): (call: LanguageCall) => void {
  return ({ reader, args: [receiver, key, value], node }) => {
    if (receiver && key) useMemberOf(reader, { node, mode, receiver, value }, key);
  };
}

function useMemberOf(
  reader: Reader,
  reference: {
    readonly node: Node;
    readonly mode: Mode;
    readonly receiver: Node;
    readonly value?: Node | undefined;
  },
  keyNode: Node,
): void {
  const key = isText(keyNode) ? keyNode.text : undefined;
  const type = reader.code.typeAt(reference.receiver);
  const symbol = type && key !== undefined ? reader.code.property(type, key) : undefined;
  if (symbol) return reader.visitSymbol(symbol, reference);
  reader.push({ kind: 'member', key, keyNode, declared: undefined, reference });
}

// Whoever reads the member later runs its getter.
function definesMember({ reader, args: [receiver, key, descriptor], node }: LanguageCall): void {
  const value =
    descriptor && is.isObjectLiteralExpression(descriptor)
      ? descriptor.properties.find((property) => keyOf(property) === 'value')
      : undefined;
  const held = value && is.isPropertyAssignment(value) ? value.initializer : descriptor;
  if (receiver && key) useMemberOf(reader, { node, mode: 'write', receiver, value: held }, key);
  if (descriptor) reader.push({ kind: 'handOver', value: descriptor, inputs: [], isWhole: true });
}

// What is done with a descriptor: `.get` reads, `.set` writes.
function describesMember(call: LanguageCall): void {
  const names = new Set(usesOfResult(call.node));
  const [gets, sets] = [names.has('get'), names.has('set')];
  usesMember(sets === gets ? 'both' : sets ? 'write' : 'read')(call);
}

// The members that are named of what a call gives, or of the variable that holds it.
function usesOfResult(node: Node): readonly string[] {
  const holder = outerParent(node);
  if (is.isPropertyAccessExpression(holder)) return [holder.name.text];
  if (!is.isVariableDeclaration(holder)) return [];
  const { name } = holder;
  if (is.isIdentifier(name)) return membersNamedOf(name.text, holder.getSourceFile());
  return name.elements.flatMap((element) => keyOf(element) ?? []);
}

function membersNamedOf(name: string, scope: Node): readonly string[] {
  const found: string[] = [];
  const search = (node: Node): void => {
    if (is.isPropertyAccessExpression(node)) {
      const object = unwrap(node.expression);
      if (is.isIdentifier(object) && object.text === name) found.push(node.name.text);
    }
    node.forEachChild(search);
  };
  search(scope);
  return found;
}

// `Object.getOwnPropertyDescriptors(X.prototype).title`: those that are taken out.
function describesMembers({ reader, args: [receiver], node }: LanguageCall): void {
  const type = receiver && reader.code.typeAt(receiver);
  const { parent } = node;
  const keys = is.isPropertyAccessExpression(parent)
    ? [parent.name.text]
    : is.isVariableDeclaration(parent) && is.isObjectBindingPattern(parent.name)
      ? parent.name.elements.map(keyOf)
      : [undefined];
  for (const key of keys) {
    const symbol = type && key !== undefined ? reader.code.property(type, key) : undefined;
    const reference = { node, mode: 'both' as const, receiver };
    if (symbol) reader.visitSymbol(symbol, reference);
    else reader.push({ kind: 'member', key, declared: undefined, reference });
  }
}

function assignsMembers({ reader, args: [receiver, ...sources], node }: LanguageCall): void {
  for (const source of receiver ? sources : []) {
    reader.push({ kind: 'readAll', value: source });
    if (receiver) reader.push({ kind: 'assign', receiver, source, node });
  }
}

function calls({ reader, node, readCall }: LanguageCall, callee: Node | undefined, list?: Node): void {
  const args = list && is.isArrayLiteralExpression(list) ? list.elements : list ? [list] : [];
  if (callee) readCall(reader, unwrap(callee), args, node);
}

// Everything below the value is read, and a second argument is called for each of it.
function writesAsText({ reader, args: [value, replacer] }: LanguageCall): void {
  if (value) reader.push({ kind: 'readAll', value, isResult: true });
  if (replacer)
    reader.push({ kind: 'handOver', value: replacer, inputs: value ? [value] : [], isWhole: true });
}

function handsOverAll({ reader, args }: LanguageCall): void {
  for (const value of args) {
    reader.push({ kind: 'readAll', value });
    reader.push({ kind: 'handOver', value, inputs: [], isWhole: true });
  }
}

function handsOverRest({ reader, args }: LanguageCall): void {
  for (const value of args.slice(1)) reader.push({ kind: 'handOver', value, inputs: [], isWhole: true });
}

function readsKeys({ reader, args: [value] }: LanguageCall): void {
  if (value) reader.push({ kind: 'readAll', value, isKeys: true });
}
