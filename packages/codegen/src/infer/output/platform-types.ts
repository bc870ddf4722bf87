import type { JsonSchemaObject } from '@btcp/core';
import type { Types } from '../../source/types/types.ts';
import { ast, type Checker, is, type Symbol, SymbolFlags, type Type } from '../../source/types/typescript.ts';
import type { NotJson } from './conversion.ts';

export type PlatformVerdict = { readonly schema: JsonSchemaObject } | { readonly reason: NotJson };

const asSchema = (schema: JsonSchemaObject): PlatformVerdict => ({ schema });
const notJson = (says: string, help: string): PlatformVerdict => ({ reason: { says, help } });

const EMPTY = 'which JSON writes as {}';
const map = notJson(`is a Map, ${EMPTY}`, 'Return `Object.fromEntries(map)`, or an array of its entries.');
const set = notJson(`is a Set, ${EMPTY}`, 'Return an array: `[...set]`.');
const bytes = notJson(
  'is binary data, which JSON does not write as bytes',
  'Declare it in `outputSchema`: `media()` of @btcp/core/content. Or return a string, for example its base64 form.',
);
const blob = notJson(
  `is a Blob, ${EMPTY}`,
  'Declare it in `outputSchema`: `media()` of @btcp/core/content. Or return its content: `await blob.text()`.',
);
const iterator = notJson(`is an iterator, ${EMPTY}`, 'Return an array: `Array.from(iterator)`.');
const promise = notJson(`is a promise, ${EMPTY}`, 'Await it before returning.');
const node = notJson(
  'is part of the page, which JSON cannot write',
  'Return the data you need from it, for example its `textContent`.',
);
const list = notJson(
  'is a live list of the page, which JSON does not write as an array',
  'Return an array of the data you need: `Array.from(list, (element) => element.textContent)`.',
);

// Of a group that matches nothing, JSON has null, although its type is a string.
const matches = asSchema({ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } });

/** Verdicts by the type's name. Subclasses get the same verdict. */
const VERDICTS: ReadonlyMap<string, PlatformVerdict> = new Map([
  ['Date', asSchema({ type: 'string', format: 'date-time' })],
  ['URL', asSchema({ type: 'string' })],
  ['String', asSchema({ type: 'string' })],
  ['Number', asSchema({ type: 'number' })],
  ['Boolean', asSchema({ type: 'boolean' })],
  ['Object', asSchema({ type: 'object' })],
  ['RegExpMatchArray', matches],
  ['RegExpExecArray', matches],
  ['Map', map],
  ['ReadonlyMap', map],
  ['WeakMap', map],
  ['Set', set],
  ['ReadonlySet', set],
  ['WeakSet', set],
  ['Promise', promise],
  ['PromiseLike', promise],
  ['Blob', blob],
  ['File', blob],
  ['Node', node],
  ['NodeList', list],
  ['HTMLCollectionBase', list],
  ['Function', notJson('is a function, which JSON leaves out', 'Leave it out of the result.')],
  ['Error', notJson(`is an Error, ${EMPTY}`, 'Return its `message`, or throw a `BTCPError`.')],
  ['RegExp', notJson(`is a RegExp, ${EMPTY}`, 'Return its `source`.')],
  ['Response', notJson(`is a Response, ${EMPTY}`, 'Return its content: `await response.json()`.')],
  ['Headers', notJson(`is a Headers object, ${EMPTY}`, 'Return `Object.fromEntries(headers)`.')],
  ['FormData', notJson(`is a FormData object, ${EMPTY}`, 'Return `Object.fromEntries(formData)`.')],
  ['URLSearchParams', notJson(`is a URLSearchParams object, ${EMPTY}`, 'Return `params.toString()`.')],
  ...['Iterator', 'Iterable', 'IteratorObject', 'AsyncIterator', 'AsyncIterable', 'AsyncIteratorObject'].map(
    (name) => [name, iterator] as const,
  ),
  ...['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Buffer'].map((name) => [name, bytes] as const),
  ...['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float16', 'Float32', 'Float64'].map(
    (kind) => [`${kind}Array`, bytes] as const,
  ),
  ...['Uint8Clamped', 'BigInt64', 'BigUint64'].map((kind) => [`${kind}Array`, bytes] as const),
]);

/** Returns the JSON form of a platform type by its name, whatever its methods; undefined for other types. */
export function namedVerdict(type: Type): PlatformVerdict | undefined {
  const symbol = type.getSymbol();
  return symbol && isPlatformSymbol(symbol) ? VERDICTS.get(symbol.name) : undefined;
}

/**
 * Returns the JSON form of a subclass of a named type, or of another platform class, whose data is behind getters
 * that JSON does not read. Undefined for plain data and for the author's own classes.
 */
export function kindVerdict(checker: Checker, type: Type): PlatformVerdict | undefined {
  return inheritedVerdict(checker, type) ?? classVerdict(type.getSymbol());
}

/**
 * Returns the JSON form of a type that is mapped over a named one, such as `Readonly<Date>`: it has the methods of that,
 * and its values are the same. Undefined for a choice of its data, such as `Pick<URL, 'href'>`.
 */
export function mappedVerdict(types: Types, properties: readonly Symbol[]): PlatformVerdict | undefined {
  if (!properties.every(isPlatformSymbol)) return undefined;
  const method = properties
    .flatMap(({ declarations }) => declarations)
    .find(({ kind }) => kind === ast.SyntaxKind.MethodSignature);
  // A mapped property has no parent of its own.
  const owner = method && types.nodeOf(method)?.parent;
  return owner && is.isInterfaceDeclaration(owner) ? VERDICTS.get(owner.name.text) : undefined;
}

function inheritedVerdict(checker: Checker, type: Type): PlatformVerdict | undefined {
  for (const base of baseTypes(checker, type)) {
    const verdict = namedVerdict(base) ?? inheritedVerdict(checker, base);
    if (verdict) return verdict;
  }
  return undefined;
}

function baseTypes(checker: Checker, type: Type): readonly Type[] {
  const generic = type.isTypeReference() ? type.getTarget() : type;
  return generic.isClassOrInterface() ? checker.getBaseTypes(generic) : [];
}

function classVerdict(symbol: Symbol | undefined): PlatformVerdict | undefined {
  if (!symbol || !isPlatformSymbol(symbol) || (symbol.flags & SymbolFlags.Value) === 0) return undefined;
  // Object and function literals are values too, but have no name to report.
  if ((symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface)) === 0) return undefined;
  return notJson(
    `is a ${symbol.name}, an object of the platform that JSON does not write in full`,
    'Return a plain object with the data you need from it.',
  );
}

/** Whether TypeScript's own libraries or Node's types declare a symbol. */
function isPlatformSymbol(symbol: Symbol): boolean {
  return symbol.declarations.some(({ path }) => PLATFORM_FILE.test(path));
}

const PLATFORM_FILE =
  /(?:^|\/)lib(?:\.[\w.]+)?\.d\.ts$|\/@types\/node\/.*\.d\.ts$|\/undici-types\/.*\.d\.ts$/;
