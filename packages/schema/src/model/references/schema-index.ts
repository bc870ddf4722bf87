import { GivenSchemas } from './given-schemas.ts';
import type { MutableObject } from '../own-property.ts';
import type { DocumentAt } from '../dialect.ts';
import { ReferenceResolver } from './reference-resolver.ts';
import { SchemaMap } from './schema-map.ts';
import type { Definition, Reference } from './schema-place.ts';
import type { SchemaIssue } from '../schema-issue.ts';

/** The definitions and references of a schema. */
export interface SchemaIndex {
  readonly issues: readonly SchemaIssue[];
  /** What goes into `$defs`: root definitions, nested ones, schemas with an `$id`, definitions that were given. */
  readonly definitions: readonly Definition[];
  /** Schemas that are written inline but go into `$defs`, because they have an `$id`. */
  readonly hoisted: ReadonlySet<object>;
  /** Repetitions of a schema with an `$id` → the first of them. */
  readonly repeats: ReadonlyMap<object, MutableObject>;
  readonly references: readonly Reference[];
  /** The base URI of each schema. */
  readonly bases: ReadonlyMap<object, string>;
  /** Schemas with a `$dynamicAnchor`, by base URI and name. */
  readonly dynamicAnchors: ReadonlyMap<string, ReadonlyMap<string, MutableObject>>;
}

/**
 * Finds every `$id`, anchor, definition and reference of a schema, and resolves the references.
 *
 * @param root - The input as plain JSON.
 * @param given - Other schemas, as the author has them; those with an `$id` that is referenced are added.
 * @param documentAt - Finds further documents that references may name.
 */
export function indexSchema(
  root: MutableObject,
  given: readonly unknown[],
  documentAt?: DocumentAt,
): SchemaIndex {
  const map = new SchemaMap(root);
  const references = new ReferenceResolver(map, new GivenSchemas(given, documentAt)).resolveAll();
  const { issues, definitions, hoisted, repeats, bases, dynamicAnchors } = map;
  return { issues, definitions, hoisted, repeats, references, bases, dynamicAnchors };
}
