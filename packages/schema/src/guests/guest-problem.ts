import { normalizeSchema } from '../model/normalize-schema.ts';
import type { JsonSchema } from '@btcp/core';

/** What JSON Schema cannot say of a schema of another library, or what is to be known of it. */
export interface GuestProblem {
  /** JSON Pointer into the schema. */
  readonly path: string;
  readonly message: string;
  readonly help: string;
  /** What is reported of it, where nothing keeps the schema from being published. */
  readonly warning?: 'keyword-ignored' | 'schema-library-differs';
}

/** A schema in normal form, which is not to be used where a problem is no warning. */
export interface ReportedSchema {
  readonly schema: JsonSchema;
  readonly problems: readonly GuestProblem[];
}

/** Brings a schema into normal form, and reports what it has not, and what its draft ignores. */
export function normalizeReported(value: unknown, definitions: readonly object[]): ReportedSchema {
  const { schema, issues, ignored = [] } = normalizeSchema(value, { definitions });
  return {
    schema,
    problems: [
      ...issues.map(({ path, message, help }) => ({ path, message, help })),
      ...ignored.map(({ path, message, help }) => ({
        path,
        message,
        help,
        warning: 'keyword-ignored' as const,
      })),
    ],
  };
}

/** Where to check what a schema cannot say, for `help`. */
export const IN_EXECUTE: string =
  "in `execute`, where `throw new BTCPError('INVALID_ARGUMENT', …)` tells the caller";

/** What to do about code in a schema, for `help`. */
export const PUBLISH_WHAT_IS_SENT: string = `Publish what is sent, and do the rest ${IN_EXECUTE}.`;

/** A member of a value that may be anything; a primitive has those of its type. */
export function memberOf(value: unknown, key: string): unknown {
  return (Object(value) as Readonly<Record<string, unknown>>)[key];
}

/** JSDoc of a property: keywords that a schema lacks. */
type Doc = Readonly<Record<string, unknown>>;

/** Adds JSDoc to a copy of a schema of another library, as its own keywords do; the same schema where it has none for them. */
export function documentGuest(schema: object, doc: Doc): object {
  if (memberOf(schema, '_zod') !== undefined) return documentZod(schema, doc);
  const vendor = memberOf(memberOf(schema, '~standard'), 'vendor');
  if (vendor === 'valibot') return documentValibot(schema, doc);
  if (vendor === 'arktype') return documentArkType(schema, doc);
  if (typeof memberOf(schema, '~kind') !== 'string') return schema;
  const descriptors = Object.getOwnPropertyDescriptors(schema);
  return Object.defineProperties({ ...doc }, descriptors);
}

interface Registry {
  get(schema: object): object | undefined;
  add(schema: object, meta: object): unknown;
}

/**
 * What `.meta(…)` and `.describe(…)` of Zod say. Every copy of Zod that is loaded keeps it in one place since 4.1.13;
 * before, the schema alone knows where.
 */
export function metaOfZod(schema: object): object | undefined {
  const registry = zodRegistry();
  if (registry) return registry.get(schema);
  const meta = memberOf(schema, 'meta');
  return typeof meta === 'function' ? (Reflect.apply(meta, schema, []) as object | undefined) : undefined;
}

const zodRegistry = (): Registry | undefined =>
  memberOf(globalThis, '__zod_globalRegistry') as Registry | undefined;

function documentZod(schema: object, doc: Doc): object {
  const registry = zodRegistry();
  const clone = memberOf(schema, 'clone');
  const meta = memberOf(schema, 'meta');
  if (!registry && typeof meta === 'function')
    return Reflect.apply(meta, schema, [{ ...doc, ...metaOfZod(schema) }]) as object;
  if (!registry || typeof clone !== 'function') return schema;
  const definition = memberOf(memberOf(schema, '_zod'), 'def');
  const copy = Reflect.apply(clone, schema, [definition, { parent: true }]) as object;
  registry.add(copy, { ...doc, ...registry.get(schema) });
  return copy;
}

function documentValibot(schema: object, doc: Doc): object {
  const pipe = memberOf(schema, 'pipe');
  const metadata = { kind: 'metadata', type: 'metadata', metadata: doc };
  // Before the schema's own metadata, which take precedence.
  const [first = schema, ...others] = Array.isArray(pipe) ? (pipe as readonly object[]) : [];
  return { ...schema, pipe: [first, metadata, ...others] };
}

function documentArkType(schema: object, { description }: Doc): object {
  const describe = memberOf(schema, 'describe');
  const isDescribed = memberOf(memberOf(schema, 'meta'), 'description') !== undefined;
  if (typeof describe !== 'function' || description === undefined || isDescribed) return schema;
  return Reflect.apply(describe, schema, [description]) as object;
}
