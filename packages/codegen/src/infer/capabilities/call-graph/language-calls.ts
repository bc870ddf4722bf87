import { type ast, is, type Symbol } from '../../../source/types/typescript.ts';
import { isAny, isPrimitive } from '../read/code.ts';
import { mayBeOfPage } from '../read/platform-member.ts';
import { keyOf } from '../../../source/types/syntax.ts';
import { valueOf } from '../values/members.ts';
import { type Reader, unverifiable } from './step.ts';

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
  reader.push(unverifiable(node));
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

// `Object.assign(image, { src })` sets what is written there; which properties another source has is not followed.
function assign(reader: Reader, [receiver, ...sources]: readonly Node[], node: Node): void {
  const type = receiver && reader.code.typeAt(receiver);
  if (!type || isAny(type) || isPrimitive(type)) return;
  for (const source of sources) {
    const members = is.isObjectLiteralExpression(source) ? source.properties : undefined;
    for (const member of members ?? []) {
      const key = keyOf(member);
      const symbol = key === undefined ? undefined : reader.code.property(type, key);
      if (symbol) reader.visitSymbol(symbol, { node: member, mode: 'write', value: valueOf(member) });
      else if (mayBeOfPage(type)) reader.push(unverifiable(node));
    }
    if (!members && mayBeOfPage(type)) reader.push(unverifiable(node));
  }
}
