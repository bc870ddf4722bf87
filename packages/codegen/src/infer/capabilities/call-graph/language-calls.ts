import { type ast, is, type Symbol } from '../../../source/types/typescript.ts';
import { isAny, isPrimitive } from '../read/code.ts';
import { mayBeOfPage } from '../read/platform-member.ts';
import { keyOf } from '../../../source/types/syntax.ts';
import { valueOf } from '../values/members.ts';
import { type Reader, unverifiable } from './step.ts';

type Node = ast.Node;

/** Calls that use members of what they are given. */
const USING =
  /^(?:ObjectConstructor\.(?:create|entries|values)|Set\.(?:union|intersection|\w*[dD]ifference|is\w+))$/;
/** Calls whose effect on members is not followed. */
const DEFINING =
  /^ObjectConstructor\.(?:defineProperty|defineProperties|getOwnPropertyDescriptors?|setPrototypeOf)$/;

/** Reads a call of the language that uses members of its arguments, such as `Object.assign(image, { src })`; false for any other. */
export function readLanguageCall(reader: Reader, symbol: Symbol, args: readonly Node[], node: Node): boolean {
  const name = `${symbol.getParent()?.name}.${symbol.name}`;
  if (name === 'ObjectConstructor.assign') assign(reader, args, node);
  else if (DEFINING.test(name)) reader.push(unverifiable(node));
  else if (!USING.test(name)) return false;
  // While a module loads, an object that is copied or extended is only kept.
  else if (reader.phase === 'call')
    for (const value of args) reader.push({ kind: 'handOver', value, inputs: [], isWhole: true });
  return true;
}

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
