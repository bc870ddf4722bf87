import type { JsonSchemaObject } from '@btcp/core';
import { closureOf, decodeFragment, resolveRef } from '@btcp/schema';
import { jsDocLines } from '../../print/js-doc.ts';
import { printDeclaration, type TypeText } from '../../print/print-code.ts';
import { schemaType, UNKNOWN } from '../../print/schema-type.ts';
import { pascalCase, type TypeNames } from '../../print/type-names.ts';

/** Name and JSDoc of a schema's type. */
export interface TypeSubject {
  /** Name of the root type; prefix of the names of the others. */
  readonly name: string;
  /** JSDoc of the root type. */
  readonly doc: string;
}

/**
 * Declares the type of a schema and the types that it refers to.
 *
 * @param schema - 2020-12, in normal form.
 * @param names - Assigns names to the types that the schema refers to.
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
  // `refer` appends to the array during this loop.
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

/** Returns the name of a reference's target; `unknown` if there is no target, or only a cycle of references. */
function nameTarget(root: JsonSchemaObject, ref: string, take: () => string): TypeText {
  const hasNone = resolveRef(root, ref) === undefined || leadsBack(root, ref);
  return hasNone ? UNKNOWN : { kind: 'text', text: take() };
}

const pointerOf = (ref: string): string => decodeFragment(ref.slice(1));

/** Whether a schema is part of a cycle of references without a property or element in it, which has no meaning. */
function leadsBack(root: JsonSchemaObject, ref: string): boolean {
  const next = (pointer: string): string[] =>
    directRefs(resolveRef(root, `#${encodeURIComponent(pointer)}`)).map(pointerOf);
  const start = pointerOf(ref);
  return closureOf(next(start), next).has(start);
}

function directRefs(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, anyOf, oneOf, allOf } = schema as JsonSchemaObject;
  const branches = [anyOf, oneOf, allOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return [...(typeof $ref === 'string' ? [$ref] : []), ...branches.flatMap(directRefs)];
}
