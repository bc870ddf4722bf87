import { equal, getOwn, isObject, type MutableObject } from '@btcp/schema';
import type { Documents, Located } from '../files/documents.ts';
import type { Operation } from './operation.ts';
import type { SchemaReader } from './schema-reader.ts';

/** What an operation gives if it succeeds. */
export interface Result {
  readonly schema: MutableObject;
  /** The media types to ask for, if not JSON alone. */
  readonly accept: string | undefined;
}

const JSON_TYPE = /^(?:application\/json|[^/]+\/[^/]+\+json|\*\/\*)(?:;|$)/;
const TEXT_TYPE = /^text\/|[/+](?:xml|yaml|x-yaml|javascript)(?:;|$)/;

/** Reads the schema of a result: of each response that is a success. */
export function readResult({ located }: Operation, documents: Documents, schemas: SchemaReader): Result {
  const responses = isObject(located.value) ? getOwn(located.value, 'responses') : undefined;
  const byCode = isObject(responses) ? responses : {};
  const codes = Object.keys(byCode);
  const successes = codes.filter((code) => /^2(?:\d\d|XX)$/i.test(code));
  const read = successes.length > 0 ? successes : codes.filter((code) => code === 'default');
  const alternatives: unknown[] = [];
  const accepted = new Set<string>();
  for (const code of read) {
    const response = documents.follow({ ...located, value: byCode[code] });
    const [schema, type] = schemaOf(response, code, schemas);
    if (type !== undefined) accepted.add(type);
    if (!alternatives.some((each) => equal(each, schema))) alternatives.push(schema);
  }
  const isPlain = [...accepted].every((type) => type === 'application/json');
  return { schema: union(alternatives, schemas), accept: isPlain ? undefined : [...accepted].join(', ') };
}

function schemaOf(
  { value, file }: Located,
  code: string,
  schemas: SchemaReader,
): readonly [unknown, string?] {
  const content = isObject(value) ? getOwn(value, 'content') : undefined;
  const types = Object.entries(isObject(content) ? content : {});
  const found = types.find(([type]) => JSON_TYPE.test(type)) ?? types[0];
  // Only these have no body; the others have one that the document does not describe.
  if (found === undefined) return [/^20[45]$/.test(code) ? { type: 'null' } : {}];
  const [type, media] = found;
  const schema = isObject(media) ? getOwn(media, 'schema') : undefined;
  if (JSON_TYPE.test(type)) return [schemas.read({ value: schema ?? {}, file }), type];
  return [TEXT_TYPE.test(type) ? { type: 'string' } : { type: 'string', contentEncoding: 'base64' }, type];
}

function union(alternatives: readonly unknown[], { definitions }: SchemaReader): MutableObject {
  const [first = {}, ...others] = alternatives.some((each) => equal(each, {})) ? [] : alternatives;
  const schema = others.length > 0 || !isObject(first) ? { anyOf: [first, ...others] } : first;
  return { ...schema, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) };
}
