import type { ast, Symbol } from '../../../source/types/typescript.ts';
import { shortText } from '../read/syntax.ts';
import type { Reader } from './step.ts';

type Node = ast.Node;
type Read = (reader: Reader, args: readonly Node[], node: Node) => void;

/** Reads a call of the language that uses members of its arguments, such as `Object.assign(image, { src })`; false for any other. */
export function readLanguageCall(reader: Reader, symbol: Symbol, args: readonly Node[], node: Node): boolean {
  const owner = symbol.getParent()?.name;
  const read = CALLS.get(owner === undefined ? symbol.name : `${owner}.${symbol.name}`);
  read?.(reader, args, node);
  return read !== undefined;
}

const readKeys: Read = (reader, [value]) => {
  if (value) reader.push({ kind: 'readAll', value, isKeys: true });
};

const readMembers: Read = (reader, args) => {
  for (const value of args) reader.push({ kind: 'readAll', value });
  handOver(reader, args);
};

// Which members a prototype or descriptors bring to an object is not followed: all of them count as run.
const define: Read = (reader, [, ...rest], node) => {
  handOver(reader, rest);
  reader.push({ kind: 'flag', flag: 'unverifiable', node, used: shortText(node) });
};

const CALLS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['ObjectConstructor.assign', assign],
  ['ObjectConstructor.create', readMembers],
  ['ObjectConstructor.defineProperty', define],
  ['ObjectConstructor.defineProperties', define],
  ['ObjectConstructor.entries', readMembers],
  ['ObjectConstructor.getOwnPropertyDescriptor', define],
  ['ObjectConstructor.getOwnPropertyDescriptors', define],
  ['ObjectConstructor.getOwnPropertyNames', readKeys],
  ['ObjectConstructor.hasOwn', readKeys],
  ['ObjectConstructor.keys', readKeys],
  ['ObjectConstructor.setPrototypeOf', define],
  ['ObjectConstructor.values', readMembers],
  ['JSON.stringify', stringify],
  ['StringConstructor', () => undefined],
]);

function assign(reader: Reader, [receiver, ...sources]: readonly Node[], node: Node): void {
  for (const source of receiver ? sources : []) {
    reader.push({ kind: 'readAll', value: source });
    if (receiver) reader.push({ kind: 'assign', receiver, source, node });
  }
}

// Everything below the value is read, and a second argument is called for each of it.
function stringify(reader: Reader, [value, replacer]: readonly Node[]): void {
  if (value) reader.push({ kind: 'readAll', value, isResult: true });
  if (replacer)
    reader.push({ kind: 'handOver', value: replacer, inputs: value ? [value] : [], isWhole: true });
}

function handOver(reader: Reader, args: readonly Node[]): void {
  for (const value of args) reader.push({ kind: 'handOver', value, inputs: [], isWhole: true });
}
