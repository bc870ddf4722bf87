import type { ts } from '../../source/ts.ts';
import { type Text, UNKNOWN_TEXT } from './url-text.ts';

/** What an expression may stand for, as far as it matters for capabilities. */
export type Value =
  /** A text, or something that becomes one. */
  | { readonly kind: 'text'; readonly text: Text }
  /** Plain data, such as parsed JSON: it holds no function and no object of the platform. */
  | { readonly kind: 'data' }
  | { readonly kind: 'function' | 'class' | 'instance' | 'literal'; readonly node: ts.Node }
  | { readonly kind: 'module'; readonly symbol: ts.Symbol }
  | { readonly kind: 'platform'; readonly type: ts.Type }
  | { readonly kind: 'storage'; readonly area: StorageArea; readonly type: ts.Type }
  /** A property's descriptor, or its getter or setter: its power was counted where it was taken. */
  | { readonly kind: 'described' }
  /** What a tool is given beside its input. */
  | { readonly kind: 'context' }
  /** What a page or a dependency provides; it was flagged where it is named. */
  | { readonly kind: 'page' }
  | { readonly kind: 'unknown' };

/** The two storages of a page. */
export type StorageArea = 'local' | 'session';

export const DATA: Value = { kind: 'data' };
export const PAGE: Value = { kind: 'page' };
export const DESCRIBED: Value = { kind: 'described' };
export const CONTEXT: Value = { kind: 'context' };
export const UNKNOWN: Value = { kind: 'unknown' };

/** The texts that values may become. */
export function textsOf(values: readonly Value[]): readonly Text[] {
  return values.map((value) => (value.kind === 'text' ? value.text : UNKNOWN_TEXT));
}

/** Values without the same one twice. */
export function distinctValues(values: readonly Value[]): readonly Value[] {
  const seen = new Set<unknown>();
  return values.filter((value) => {
    const key = keyOf(value);
    return !seen.has(key) && seen.add(key);
  });
}

const identities = { class: new WeakMap<ts.Node, object>(), instance: new WeakMap<ts.Node, object>() };

// A class and its instances have one node.
function identity(kind: 'class' | 'instance', node: ts.Node): object {
  const known = identities[kind].get(node) ?? {};
  identities[kind].set(node, known);
  return known;
}

function keyOf(value: Value): unknown {
  switch (value.kind) {
    case 'text':
      return JSON.stringify(value.text);
    case 'function':
    case 'literal':
      return value.node;
    case 'module':
      return value.symbol;
    case 'platform':
      return value.type;
    case 'storage':
      return value.area;
    case 'class':
    case 'instance':
      return identity(value.kind, value.node);
    default:
      return value.kind;
  }
}

/** The one text that a value is, or undefined. */
export function exactText(value: Value): string | undefined {
  if (value.kind !== 'text') return undefined;
  const texts = value.text.map((part) => (part.kind === 'text' ? part.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

/** Whether a value is a storage of which nobody says which one. */
export function isStorage(value: Value): boolean {
  return (
    value.kind === 'platform' &&
    value.type.getSymbol()?.name === 'Storage' &&
    value.type.getConstructSignatures().length === 0
  );
}

/** Whether a value is an address, or a request to one, of which nobody says which one. */
export function isAddress(value: Value): boolean {
  return value.kind === 'platform' && /^(?:URL|Request)$/.test(value.type.getSymbol()?.name ?? '');
}

/** Tells what expressions may stand for. */
export interface ValueReader {
  readonly checker: ts.TypeChecker;
  /** @param node - An expression, a parameter, or a binding of a pattern. */
  of(node: ts.Node): readonly Value[];
  /** What calling a function gives. */
  ofReturns(fn: ts.Node): readonly Value[];
  /** What the type of an expression says, where nothing else does. */
  ofType(node: ts.Node): readonly Value[];
  /** What code writes to a property, besides what it is declared with. */
  ofWrites(member: ts.Node): readonly Value[];
  /** What code writes to parts of addresses that it is passed. */
  ofParts(): readonly Value[];
  /** What a name stands for from its declaration on; undefined for a variable that code changes, and for other names. */
  ofConstant(name: ts.Identifier): ts.Expression | undefined;
  /** What a name stands for, wherever it is declared. */
  ofSymbol(symbol: ts.Symbol): readonly Value[];
}

/** The texts that an expression may become; where nothing is known of it, any text. */
export function textsAt(values: ValueReader, node: ts.Node): readonly Text[] {
  const texts = textsOf(values.of(node));
  return texts.length > 0 ? texts : [UNKNOWN_TEXT];
}
