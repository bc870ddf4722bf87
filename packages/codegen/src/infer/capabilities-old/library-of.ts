import { ts } from '../../source/ts.ts';
import { originOf } from './declarations.ts';

/** Which library declares a member for which objects of the author's can stand in. */
export function libraryOf({ declarations = [] }: ts.Symbol): 'platform' | 'language' | undefined {
  const origins = new Set(declarations.map(originOf));
  if (origins.has('platform')) return 'platform';
  return origins.has('language') && !declarations.every(isOfOneKind) ? 'language' : undefined;
}

/** Objects of the language for which no other object can stand: texts, numbers, functions, namespaces. */
const OF_ONE_KIND =
  /^(?:String|Number|Boolean|BigInt|Math|JSON|Intl|\w*Constructor|(?:Callable|Newable)?Function)$/;

function isOfOneKind({ parent }: ts.Declaration): boolean {
  return ts.isInterfaceDeclaration(parent) && OF_ONE_KIND.test(parent.name.text);
}
