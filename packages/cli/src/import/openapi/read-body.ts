import { getOwn, isObject, pickKeys, equal, type MutableObject } from '@btcp/schema/internal';
import { LeftOut, type Located, type Documents } from './documents.ts';
import type { Expression, Operation } from './operation.ts';
import { describe, type Reading } from './read-parameters.ts';
import type { SchemaReader } from './schema-reader.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Media types that the generated module can write, the preferred one first. */
const WRITABLE = [
  /^(?:application\/json|[^/]+\/[^/]+\+json|\*\/\*|application\/\*)$/,
  /^application\/x-www-form-urlencoded$/,
  /^multipart\/form-data$/,
  /^text\/(?!xml)/,
  /^(?:application\/(?:octet-stream|zip|pdf|gzip)|(?:image|audio|video)\/.*)$/,
];
const [JSON_KIND, MULTIPART, TEXT, BINARY] = [0, 2, 3, 4] as const;
/** Keywords of a body whose properties can stand beside the parameters without a loss. */
const FLAT =
  /^(?:type|properties|required|allOf|additionalProperties|title|description|examples?|deprecated|externalDocs|xml|discriminator|nullable|readOnly|writeOnly|\$ref|x-.*)$/;

export function readBody({ located, method }: Operation, reading: Reading): Fields | undefined {
  const given = isObject(located.value) ? getOwn(located.value, 'requestBody') : undefined;
  if (given === undefined) return undefined;
  if (method === 'GET') {
    reading.note('its body is left out, because `fetch` sends none with GET');
    return undefined;
  }
  const { value: body, file } = reading.documents.follow({ ...located, value: given });
  if (!isObject(body)) return undefined;
  const media = choose(body['content']);
  const schema: Located = { value: media.fields['schema'] ?? {}, file, pointer: '' };
  const members = media.kind <= MULTIPART ? membersOf(schema, reading) : undefined;
  return members === undefined
    ? readWhole(body, media, schema, reading)
    : readMembers(members, media, body['required'] === true, reading);
}

/** A body that is one property of the input. */
function readWhole(body: Fields, { kind, type }: Media, schema: Located, reading: Reading): Fields {
  const bytes = kind === BINARY ? BYTES : bytesOf(schema, reading);
  const read = bytes ?? (kind === TEXT ? { type: 'string' } : reading.schemas.read(schema));
  const value = reading.input.add('body', 'body', describe(read, body), body['required'] === true);
  return { type, value, ...(bytes !== undefined && { binary: true }) };
}

/** A body whose properties are properties of the input. */
function readMembers(
  members: ReadonlyMap<string, Member>,
  { kind, type, fields }: Media,
  isDeclared: boolean,
  reading: Reading,
): Fields {
  const isRequired = isDeclared || [...members.values()].some((each) => each.isRequired);
  if (isRequired && !isDeclared)
    reading.note(
      'its body is taken as required, because some of the properties are; the document does not say so',
    );
  const encoding: Record<string, Fields> = {};
  const files: string[] = [];
  const value = new Map<string, Expression>();
  for (const [name, member] of members) {
    const bytes = kind === JSON_KIND ? undefined : bytesOf(member, reading);
    if (kind === MULTIPART && bytes?.['type'] === 'string') files.push(name);
    const read = bytes ?? reading.schemas.read(member);
    value.set(name, reading.input.add(name, 'body', read, member.isRequired));
    const own = encodingOf(fields['encoding'], name, bytes !== undefined);
    if (kind !== JSON_KIND && Object.keys(own).length > 0) encoding[name] = own;
  }
  // After all members, whose names are the API's.
  for (const name of files) {
    const filename = reading.input.addFileName(name);
    if (filename !== undefined) encoding[name] = { ...encoding[name], filename };
  }
  return {
    type,
    value,
    ...(isRequired && { isRequired }),
    ...(Object.keys(encoding).length > 0 && { encoding }),
  };
}

const BYTES: Fields = { type: 'string', contentEncoding: 'base64', description: 'The bytes, in base64.' };

interface Media {
  readonly type: string;
  /** Its place in `WRITABLE`. */
  readonly kind: number;
  /** The Media Type Object. */
  readonly fields: Fields;
}

function choose(content: unknown): Media {
  const types = Object.entries(isObject(content) ? content : {});
  for (const [kind, writable] of WRITABLE.entries())
    for (const [type, fields] of types)
      if (writable.test((type.split(';')[0] ?? '').trim()))
        return {
          type: type.includes('*') ? 'application/json' : type,
          kind,
          fields: isObject(fields) ? fields : {},
        };
  throw new LeftOut(
    `Its body is written as ${types.map(([type]) => type).join(' or ') || 'nothing'}.`,
    'Write this tool by hand: JSON, forms, text and bytes are imported.',
  );
}

interface Member extends Located {
  readonly isRequired: boolean;
}

/** The properties of a body, if that says all of it. */
function membersOf(schema: Located, { documents, schemas }: Reading): Map<string, Member> | undefined {
  const members = new Map<string, Member>();
  const required = new Set<unknown>();
  const enter = (located: Located, depth: number): boolean => {
    const { value, file } = documents.follow(located);
    if (!isObject(value) || depth > 10 || !Object.keys(value).every((key) => FLAT.test(key))) return false;
    const { type, properties = {}, allOf = [], additionalProperties = false, nullable } = value;
    if (type !== undefined && type !== 'object') return false;
    if (additionalProperties !== false || nullable === true) return false;
    // What the values of a discriminator add stands in other schemas.
    if (depth === 0 && value['discriminator'] !== undefined) return false;
    if (!isObject(properties) || !Array.isArray(allOf)) return false;
    for (const name of Array.isArray(value['required']) ? value['required'] : []) required.add(name);
    for (const [name, property] of Object.entries(properties)) {
      if (members.has(name)) return false;
      members.set(name, { value: property, file, pointer: '', isRequired: false });
    }
    return allOf.every((part) => enter({ ...located, value: part, file }, depth + 1));
  };
  if (!enter(schema, 0) || members.size === 0) return undefined;
  if ([...required].some((name) => !members.has(String(name)))) return undefined;
  for (const [name, member] of members) {
    const isRequired = required.has(name);
    if (!schemas.isHidden(name, member.value, member.file)) members.set(name, { ...member, isRequired });
    else if (!isRequired || !schemas.secrets.has(name)) members.delete(name);
    else
      throw new LeftOut(
        `Its body needs a secret, "${name}", which must not pass through a model.`,
        'Write this tool by hand, and take it from `ctx`.',
      );
  }
  return members;
}

/** The schema of what is sent as bytes, and is base64 in the input: a string, or an array of them. */
function bytesOf(
  located: Located,
  { documents }: Pick<Reading, 'documents'>,
  isItem = false,
): Fields | undefined {
  const { value, file } = documents.follow(located);
  if (!isObject(value)) return undefined;
  const { type, format, contentMediaType, contentEncoding, description, items } = value;
  if (type === 'array' && !isItem) {
    const item = bytesOf({ value: items, file, pointer: '' }, { documents }, true);
    return (
      item && {
        type: 'array',
        items: item,
        ...(typeof description === 'string' && { description }),
        ...pickKeys(value, ['minItems', 'maxItems']),
      }
    );
  }
  const isEncoded = contentEncoding !== undefined && contentEncoding !== 'binary';
  const isBytes = format === 'binary' || (contentMediaType !== undefined && !isEncoded);
  if (!isBytes || (type !== undefined && type !== 'string')) return undefined;
  if (typeof description !== 'string' || description.trim() === '') return BYTES;
  return { ...BYTES, description: `${description.trim().replace(/\.$/, '')}. The bytes, in base64.` };
}

function encodingOf(encodings: unknown, name: string, isBinary: boolean): Fields {
  const given = isObject(encodings) ? getOwn(encodings, name) : undefined;
  const { style, explode, contentType } = Object(given) as Fields;
  return {
    ...(typeof style === 'string' && { style }),
    ...(typeof explode === 'boolean' && { explode }),
    ...(typeof contentType === 'string' && !/[,*]/.test(contentType) && { type: contentType }),
    ...(isBinary && { binary: true }),
  };
}

/** What an operation gives if it succeeds. */
interface Result {
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
  return [TEXT_TYPE.test(type) ? { type: 'string' } : bytesOfType(type), type];
}

/** Clients show media of a known type, such as pictures. */
function bytesOfType(type: string): Fields {
  const [media = ''] = type.split(';');
  const isKnown = !/[*]|octet-stream/.test(media);
  return { type: 'string', contentEncoding: 'base64', ...(isKnown && { contentMediaType: media.trim() }) };
}

function union(alternatives: readonly unknown[], { definitions }: SchemaReader): MutableObject {
  const [first = {}, ...others] = alternatives.some((each) => equal(each, {})) ? [] : alternatives;
  const schema = others.length > 0 || !isObject(first) ? { anyOf: [first, ...others] } : first;
  return { ...schema, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) };
}
