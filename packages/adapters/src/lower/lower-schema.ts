import type { JsonSchemaObject } from '@btcp/core';
import { type MutableObject, isObject, mapValues } from '@btcp/schema/internal';
import { type ExportChange, KEEP_ALL } from './rules.ts';
import { copyJson } from './schemas.ts';
import { hoistRefs, factsOf } from './references.ts';
import { Lowering, type SchemaRules } from './lowering.ts';

export interface LoweredSchema {
  /** Not to be used where there is a fallback or a refusal. */
  readonly schema: MutableObject;
  /** The schema that a decoded call has to pass; a collapsed union accepts all its branches again. */
  readonly meaning: () => MutableObject;
  /** In the order of the schema. */
  readonly changes: readonly ExportChange[];
  /** Why the strict form can't be used. */
  readonly fallback?: ExportChange;
  /** Why the target can't be used. */
  readonly refusal?: ExportChange;
}

/**
 * Writes a schema in a target's form. Never accepts less than the schema does, except for what `Effect` allows.
 *
 * @param schema - Normalised, of an object; never written to.
 */
export function lowerSchema(schema: JsonSchemaObject, rules: SchemaRules): LoweredSchema {
  if (rules === KEEP_ALL && factsOf(schema).isStandard) return kept(schema);
  const root = rules.hoistsRefs ? hoistRefs(schema) : schema;
  const lowering = new Lowering(root, rules);
  if (rules.recursion !== undefined) stopAtRecursion(lowering, rules.recursion);
  // The root is an object, and stays one.
  const lowered = lowering.lower(root) as MutableObject;
  const { changes, fallback, refusal, collapsed, decoded } = lowering;
  // Captures no more than it needs: an export keeps the meaning of all its tools.
  const meaning = (): MutableObject => decodeMarked(lowered, { collapsed, decoded });
  return { schema: lowered, meaning, changes, ...(fallback && { fallback }), ...(refusal && { refusal }) };
}

/** Writes references out; a schema that refers to itself keeps all of them. */
export function lowerInlined(
  schema: JsonSchemaObject,
  inlined: SchemaRules,
  plain: SchemaRules,
): LoweredSchema {
  const lowered = lowerSchema(schema, inlined);
  const stopped = lowered.fallback ?? lowered.refusal;
  if (stopped === undefined) return lowered;
  const kept = lowerSchema(schema, plain);
  const detail = `${stopped.detail}: all references are kept`;
  return { ...kept, changes: [{ ...stopped, code: 'lossy-in-adapters', detail }, ...kept.changes] };
}

function kept(schema: JsonSchemaObject): LoweredSchema {
  // A copy of an object is one.
  const copy = (): MutableObject => copyJson(schema) as MutableObject;
  return { schema: copy(), meaning: copy, changes: [] };
}

function stopAtRecursion(lowering: Lowering, recursion: 'fall-back' | 'refuse'): void {
  const [ref] = lowering.recursiveRefs;
  if (ref === undefined) return;
  const detail = `"${ref}" leads back into itself, and this form has no recursion`;
  if (recursion === 'refuse') lowering.refuse('$ref', detail);
  else lowering.fallBack('$ref', detail);
}

/** A written schema with encoded values decoded, and collapsed unions open again. */
function decodeMarked(
  schema: MutableObject,
  lowering: Pick<Lowering, 'collapsed' | 'decoded'>,
): MutableObject {
  const decode = (value: unknown): unknown => {
    if (lowering.collapsed.has(value)) return {};
    const decoded = lowering.decoded.get(value) ?? value;
    if (Array.isArray(decoded)) return decoded.map(decode);
    return isObject(decoded) ? mapValues(decoded, decode) : decoded;
  };
  // `decode` returns an object for the root, which is one.
  return decode(schema) as MutableObject;
}
