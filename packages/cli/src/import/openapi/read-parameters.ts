import { freeName, getOwn, isObject, type MutableObject, setOwn } from '@btcp/schema/internal';
import { type Documents, LeftOut, type Located } from './documents.ts';
import { Expression, type Note, type Operation } from './operation.ts';
import { isSecret, type SchemaReader } from './schema-reader.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What OpenAPI itself says has no effect as a parameter: they are sent by other means. */
const IGNORED = /^(?:accept|content-type|authorization)$/i;
/** Styles by location, the usual one first. */
const STYLES: Readonly<Record<'path' | 'query' | 'header', readonly string[]>> = {
  path: ['simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
};

/** What reading an operation needs. */
export interface Reading {
  readonly documents: Documents;
  readonly schemas: SchemaReader;
  readonly input: FlatInput;
  readonly note: Note;
}

/** A parameter that is left to `authorize`. */
export interface SecretParameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
}

/**
 * Reads the parameters of an operation into its input; those with secrets are left to `authorize`.
 *
 * @param keys - API keys of the document's security schemes, as `query key`.
 */
export function readParameters(
  { path, item, located }: Operation,
  keys: ReadonlySet<string>,
  reading: Reading,
): { readonly parameters: readonly Fields[]; readonly secrets: readonly SecretParameter[] } {
  const byName = new Map<string, Located & { readonly value: Fields }>();
  for (const owner of [item, located])
    for (const each of parametersOf(owner)) {
      const found = reading.documents.follow({ ...owner, value: each });
      const { value } = found;
      if (isObject(value)) byName.set(`${String(value['in'])} ${String(value['name'])}`, { ...found, value });
    }
  const missing = path.match(/\{[^{}]*\}/g)?.find((each) => !byName.has(`path ${each.slice(1, -1)}`));
  if (missing !== undefined)
    throw new LeftOut(
      `Its path has ${missing}, which none of its parameters is.`,
      'Add it, with `in: path`.',
    );
  const secrets: SecretParameter[] = [];
  const parameters = [...byName].flatMap(([key, { value, file }]) => {
    if (keys.has(key) || isIgnored(value)) return [];
    const secret = secretOf(value);
    if (secret === undefined) return [readParameter(value, file, reading)];
    reading.note(`"${secret.name}" of the ${secret.in} is left to \`authorize\`, because it is a secret`);
    secrets.push(secret);
    return [];
  });
  return { parameters, secrets };
}

function parametersOf({ value }: Located): readonly unknown[] {
  const parameters = isObject(value) ? getOwn(value, 'parameters') : undefined;
  return Array.isArray(parameters) ? parameters : [];
}

const isIgnored = ({ in: place, name }: Fields): boolean => place === 'header' && IGNORED.test(String(name));

// Cookies are sessions, and pages cannot send them.
function secretOf({ in: place, name, schema, required }: Fields): SecretParameter | undefined {
  if (place === 'path' || (place !== 'cookie' && !isSecret(String(name), schema))) return undefined;
  return { name: String(name), in: String(place), isRequired: required === true };
}

function readParameter(parameter: Fields, file: string, reading: Reading): Fields {
  const { in: place, style, explode, content, required } = parameter;
  const name = String(parameter['name']);
  const [media] = isObject(content) ? Object.entries(content) : [];
  const schema = isObject(media?.[1]) ? getOwn(media[1], 'schema') : parameter['schema'];
  if (place !== 'path' && place !== 'query' && place !== 'header')
    throw new LeftOut(`The parameter "${name}" is in ${String(place)}.`, 'Correct the document.');
  const [usual = '', ...others] = STYLES[place];
  const own = typeof style === 'string' ? style : usual;
  if (own !== usual && !others.includes(own))
    throw new LeftOut(`The parameter "${name}" has the style ${own}.`, 'Write this tool by hand.');
  if (media !== undefined && !/[/+]json\b/.test(media[0]))
    throw new LeftOut(`The parameter "${name}" is written as ${media[0]}.`, 'Write this tool by hand.');
  const value = reading.input.add(
    name,
    place,
    describe(reading.schemas.read({ value: schema ?? {}, file }), parameter),
    place === 'path' || required === true,
  );
  return {
    name,
    in: place,
    value,
    ...(own !== usual && { style: own }),
    ...(typeof explode === 'boolean' && explode !== (own === 'form') && { explode }),
    ...(media !== undefined && { json: true }),
  };
}

/** A schema with what is said of it beside it: of a parameter, a header or a body. */
export function describe(schema: unknown, { description, deprecated, example, examples }: Fields): unknown {
  if (!isObject(schema)) return schema;
  const given = isObject(examples) ? Object.values(examples) : [];
  const values = given.flatMap((each) =>
    isObject(each) && Object.hasOwn(each, 'value') ? [each['value']] : [],
  );
  const shown = example === undefined ? values : [example];
  const described: MutableObject = { ...schema };
  if (typeof description === 'string' && description.trim() !== '') described['description'] = description;
  if (deprecated === true) described['deprecated'] = true;
  if (shown.length > 0) described['examples'] = shown;
  return described;
}

/** A schema that says which of the API's properties it is: a model may not tell `date` from `date<` by their descriptions. */
function saying(name: string, schema: unknown): unknown {
  const own = isObject(schema) ? getOwn(schema, 'description') : undefined;
  return describe(schema, { description: typeof own === 'string' ? `${name} ${own}` : name });
}

/** The input of a tool: parameters and the body's properties beside each other. */
export class FlatInput {
  readonly #properties: MutableObject = {};
  readonly #required: string[] = [];
  readonly #note: Note;

  constructor(note: Note) {
    this.#note = note;
  }

  /**
   * Adds a property.
   *
   * @param wanted - Its name in the document.
   * @param place - Where it is sent: `query`, `body`.
   * @returns What reads it: by another name if that is taken or has characters that models' APIs refuse.
   */
  add(wanted: string, place: string, schema: unknown, isRequired: boolean): Expression {
    const allowed = /^[A-Za-z0-9_.-]+$/.test(wanted)
      ? wanted
      : wanted.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^_|_$/g, '') || place;
    // A name that every object has would be read from the prototype where it is not given.
    const isTaken = (each: string): boolean =>
      each in Object.prototype || Object.hasOwn(this.#properties, each);
    const name = isTaken(allowed) ? freeName(`${place}_${allowed}`, isTaken, '_') : allowed;
    if (name !== wanted) {
      const why = name === allowed ? 'models cannot write that name' : 'that name is taken';
      this.#note(`"${wanted}" of the ${place} is "${name}" in the input, because ${why}`);
    }
    setOwn(
      this.#properties,
      name,
      name === wanted ? schema : saying(`\`${wanted}\` of the ${place}.`, schema),
    );
    if (isRequired) this.#required.push(name);
    return new Expression(name);
  }

  /** Adds what a file of a form is called, by which many an API tells its type; `undefined` where the name is taken. */
  addFileName(file: string): Expression | undefined {
    const name = `${file.replace(/\W+/g, '_')}_filename`;
    if (Object.hasOwn(this.#properties, name)) return undefined;
    const description = `What the file \`${file}\` is called, with its extension.`;
    return this.add(name, 'body', { type: 'string', description, examples: ['report.pdf'] }, false);
  }

  /** The schema. Closed, because what is no parameter would be lost. */
  schema(definitions: Readonly<Record<string, unknown>>): MutableObject {
    return {
      type: 'object',
      properties: this.#properties,
      ...(this.#required.length > 0 && { required: this.#required }),
      additionalProperties: false,
      ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
    };
  }
}
