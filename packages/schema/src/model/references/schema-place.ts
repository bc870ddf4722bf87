import type { MutableObject } from '../own-property.ts';
import { getMember } from '../pointer.ts';

/** A member of an object or array: it identifies a subschema, since `true` and `false` have no identity. */
export interface Place {
  readonly holder: MutableObject | unknown[];
  readonly key: string;
}

export function memberOf({ holder, key }: Place): unknown {
  return getMember(holder, key);
}

/** A place for a schema outside of any other. */
export const placeOf = (schema: unknown): Place => ({ holder: [schema], key: '0' });

/** A schema that belongs into the root's `$defs`. */
export interface Definition extends Place {
  readonly name: string;
}

/** A `$ref` (or `$dynamicRef`, `$recursiveRef`) and the schema it names. */
export interface Reference {
  readonly node: MutableObject;
  readonly keyword: string;
  /** As written. */
  readonly ref: string;
  /** JSON pointer to the keyword in the input. */
  readonly path: string;
  readonly target: Place;
}

/** The base URI of a schema without an `$id`. The domain is reserved for names that never resolve. */
export const NO_BASE_URI = 'https://schema.invalid/';

/** A URI in two parts: the document, and the fragment. */
export interface SchemaUri {
  readonly document: string;
  /** As written; empty where there is none. */
  readonly fragment: string;
}

export function resolveUri(reference: string, base: string): SchemaUri {
  const hash = reference.indexOf('#');
  const document = hash < 0 ? reference : reference.slice(0, hash);
  return { document: resolveDocument(document, base), fragment: hash < 0 ? '' : reference.slice(hash + 1) };
}

function resolveDocument(document: string, base: string): string {
  if (document === '') return base;
  try {
    return new URL(document, base).href;
  } catch {
    // TypeBox lets an `$id` be any string; one that is not a URI only equals itself.
    return document;
  }
}

/** Whether a `$ref` names something outside the schemas at hand, on the network or the disk. */
export function isExternal(reference: string): boolean {
  return /^([a-z][a-z0-9+.-]+:)?\/\//i.test(reference) || /\.(json|ya?ml)(#|$)/i.test(reference);
}

/** A name for an entry of `$defs`, from the last part of an `$id` or JSON pointer. */
export function definitionName(id: string): string {
  const last =
    id
      .replace(/#$/, '')
      .split(/[/#]/)
      .findLast((part) => part !== '') ?? '';
  const name = last.replace(/(\.schema)?\.json$/, '').replace(/[^A-Za-z0-9._-]+/g, '_');
  return /^[0-9]*$/.test(name) ? 'Definition' : name;
}
