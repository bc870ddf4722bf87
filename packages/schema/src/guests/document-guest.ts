import { memberOf } from './guest-problem.ts';

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

// Where Zod keeps what `.meta(…)` and `.describe(…)` say, for every copy of it that is loaded.
function documentZod(schema: object, doc: Doc): object {
  const registry = memberOf(globalThis, '__zod_globalRegistry') as Registry | undefined;
  const clone = memberOf(schema, 'clone');
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
