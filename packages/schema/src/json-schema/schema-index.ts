import type { MutableObject } from './own-property.ts';
import { ReferenceResolver } from './reference-resolver.ts';
import { SchemaMap } from './schema-map.ts';
import type { Definition, Reference } from './schema-place.ts';
import type { SchemaProblem } from './schema-problem.ts';

/** What a schema defines and refers to. */
export interface SchemaIndex {
  readonly problems: readonly SchemaProblem[];
  /** What goes into `$defs`: root definitions, nested ones, schemas with an `$id`, definitions that were given. */
  readonly definitions: readonly Definition[];
  /** Schemas that stand where they are used but go into `$defs`, because they have an `$id`. */
  readonly hoisted: ReadonlySet<object>;
  /** Repetitions of a schema with an `$id`, to the first of them. */
  readonly repeats: ReadonlyMap<object, MutableObject>;
  readonly references: readonly Reference[];
}

/**
 * Finds every `$id`, anchor, definition and reference of a schema, and what the references name.
 *
 * @param root - The input as plain JSON.
 * @param given - Other schemas, as the author has them; those with an `$id` that is referred to are taken in.
 */
export function indexSchema(root: MutableObject, given: readonly unknown[]): SchemaIndex {
  const map = new SchemaMap(root);
  const references = new ReferenceResolver(map, given).resolveAll();
  const { problems, definitions, hoisted, repeats } = map;
  return { problems, definitions, hoisted, repeats, references };
}
