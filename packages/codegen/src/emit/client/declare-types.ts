import type { JsonSchemaObject } from '@btcp/core';
import { decodeFragment, resolveRef } from '@btcp/schema';
import { jsDocLines } from './js-doc.ts';
import { printDeclaration } from './print-code.ts';
import { schemaType, UNKNOWN } from './schema-type.ts';
import { pascalCase, type TypeNames } from './type-names.ts';
import type { TypeText } from './type-text.ts';

/** What the types of a tool's schema are called and said to be. */
export interface TypeSubject {
  /** Of the type of the whole schema; the others are named after it. */
  readonly name: string;
  /** What the whole is, for its JSDoc. */
  readonly doc: string;
}

/**
 * The declarations of a schema's type and of the types that it refers to.
 *
 * @param schema - 2020-12, in normal form.
 * @param names - Gives the types that the schema refers to their names.
 */
export function declareTypes(
  schema: JsonSchemaObject,
  { name, doc }: TypeSubject,
  names: TypeNames,
): string[] {
  const named = new Map([['', nameTarget(schema, '#', () => name)]]);
  const pending: (readonly [pointer: string, name: string])[] = [['', name]];
  const refer = (ref: string): TypeText => {
    const pointer = pointerOf(ref);
    const known = named.get(pointer);
    if (known) return known;
    const type = nameTarget(schema, ref, () => {
      const taken = names.take(name + pascalCase(pointer.split('/').at(-1) ?? ''));
      pending.push([pointer, taken]);
      return taken;
    });
    named.set(pointer, type);
    return type;
  };
  const declarations: string[] = [];
  // Referring to a type that was not met before adds it to the array while it is being read.
  for (const [pointer, typeName] of pending) {
    const target = resolveRef(schema, `#${encodeURIComponent(pointer)}`);
    const description = typeof target === 'object' ? target['description'] : undefined;
    const comment = jsDocLines(
      pointer === '' ? [doc, description].filter(Boolean).join('\n\n') : description,
    );
    declarations.push([...comment, printDeclaration(typeName, schemaType(target, refer))].join('\n'));
  }
  return declarations;
}

/** The name of what a reference means; `unknown` where it means nothing. */
function nameTarget(root: JsonSchemaObject, ref: string, take: () => string): TypeText {
  if (resolveRef(root, ref) === undefined || leadsBack(root, ref, directRefs)) return UNKNOWN;
  return { kind: 'text', text: take(), isRecursive: leadsBack(root, ref, allRefs) };
}

const pointerOf = (ref: string): string => decodeFragment(ref.slice(1));

/**
 * Whether following the references of a schema leads back to it. If that needs no property or element between
 * (`directRefs`), the schema means nothing.
 */
function leadsBack(root: JsonSchemaObject, ref: string, refsOf: (schema: unknown) => string[]): boolean {
  const met = new Set<string>();
  const pending = refsOf(resolveRef(root, ref));
  for (const next of pending) {
    const pointer = pointerOf(next);
    if (pointer === pointerOf(ref)) return true;
    if (met.has(pointer)) continue;
    met.add(pointer);
    pending.push(...refsOf(resolveRef(root, next)));
  }
  return false;
}

function directRefs(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, anyOf, oneOf, allOf } = schema as JsonSchemaObject;
  const branches = [anyOf, oneOf, allOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return [...(typeof $ref === 'string' ? [$ref] : []), ...branches.flatMap(directRefs)];
}

// Over-approximates: includes what only looks like a schema, for example inside an example.
function allRefs(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : allRefs(member),
  );
}
