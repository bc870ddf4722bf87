/** A TypeScript type, ready to be printed. */
export type TypeText =
  | { readonly kind: 'text'; readonly text: string }
  /** A string literal type. */
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'union'; readonly parts: readonly TypeText[] }
  | { readonly kind: 'intersection'; readonly parts: readonly TypeText[] }
  | { readonly kind: 'array'; readonly element: TypeText }
  | { readonly kind: 'tuple'; readonly elements: readonly TupleElement[] }
  | ObjectText;

/** An element of a tuple. */
export interface TupleElement {
  readonly type: TypeText;
  readonly suffix?: '?' | '...';
}

/** An object type. */
export interface ObjectText {
  readonly kind: 'object';
  readonly properties: readonly PropertyText[];
  /** Type of the index signature. */
  readonly index?: TypeText | undefined;
}

/** A property of an object type. */
export interface PropertyText {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: TypeText;
  /** Lines of its JSDoc. */
  readonly doc: readonly string[];
}

/** Returns a key that only equal types share. */
export function typeKey(type: TypeText): string {
  return type.kind === 'text' ? type.text : JSON.stringify(type);
}
