import type { ast, Symbol } from '../../../source/types/typescript.ts';
import { shortText } from '../../../source/types/syntax.ts';
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

const handOver: Read = (reader, args) => {
  // While a module loads, an object that is copied or extended is only kept.
  if (reader.phase === 'load') return;
  for (const value of args) reader.push({ kind: 'handOver', value, inputs: [], isWhole: true });
};

// Members from prototypes and descriptors are not tracked; all of them count as reachable.
const define: Read = (reader, [, ...rest], node) => {
  handOver(reader, rest, node);
  reader.push({ kind: 'flag', flag: 'unverifiable', node, used: shortText(node) });
};

const CALLS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['ObjectConstructor.assign', assign],
  ...[
    'union',
    'intersection',
    'difference',
    'symmetricDifference',
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
  ].map((name): [string, Read] => [`Set.${name}`, handOver]),
  ['ObjectConstructor.create', handOver],
  ['ObjectConstructor.entries', handOver],
  ['ObjectConstructor.values', handOver],
  ['ObjectConstructor.defineProperty', define],
  ['ObjectConstructor.defineProperties', define],
  ['ObjectConstructor.getOwnPropertyDescriptor', define],
  ['ObjectConstructor.getOwnPropertyDescriptors', define],
  ['ObjectConstructor.setPrototypeOf', define],
]);

function assign(reader: Reader, [receiver, ...sources]: readonly Node[], node: Node): void {
  if (receiver) for (const source of sources) reader.push({ kind: 'assign', receiver, source, node });
}
