import {
  freeName,
  getOwn,
  isObject,
  KEYWORDS,
  mapSubschemas,
  type MutableObject,
  pickKeys,
  setOwn,
} from '@btcp/schema/internal';
import { type Documents, LeftOut, type Located } from './documents.ts';

/** Names of values that only the host may know. */
const SECRET =
  /^(?:x-)?(?:(?:api|access|private|secret|auth)[-_]?(?:key|token)|password|passwd|(?:client[-_]?)?secret|(?:refresh|bearer|id)[-_]?token|authorization|token)$/i;

/** Whether a property or parameter holds a secret, by its name or its format. */
export function isSecret(name: string, schema: unknown): boolean {
  const { format } = Object(schema) as { readonly format?: unknown };
  return format === 'password' || SECRET.test(name);
}

type Fields = Readonly<Record<string, unknown>>;

/** Keywords of OpenAPI that say nothing about values, or that are translated with others. */
const DROPPED = /^(?:xml|externalDocs|nullable|example|discriminator|properties|required|\$schema|x-.*)$/;
/** Such as `uniqueItems` of a string, of which a build would warn. */
function hasNoEffect(key: string, type: unknown): boolean {
  const fits = KEYWORDS.get(key)?.type;
  return fits !== undefined && typeof type === 'string' && fits !== (type === 'integer' ? 'number' : type);
}

/** Generators write it beside `allOf`; JSON Schema gives it no meaning. */
const isEmptyChoice = (key: string, part: unknown): boolean =>
  key === 'enum' && Array.isArray(part) && part.length === 0;

/** A schema nested deeper has no sensible form, or contains itself. */
const MAX_DEPTH = 200;
/** Definitions that are read within each other, and of a chain: with more, the stack ends, here and where they are compiled. */
const MAX_NESTED = 300;
const MAX_CHAIN = 1000;
/** Schemas of one `allOf`, and of those in it, that are asked what they hide. */
const MAX_COMBINED = 100;
const NONE: ReadonlySet<string> = new Set();
const TOO_LONG = 'Its schemas refer to each other in too long a chain.';

/**
 * Translates schemas of OpenAPI 3.0 and 3.1 to JSON Schema 2020-12. What they refer to becomes a definition, so that
 * the result needs no document.
 */
export class SchemaReader {
  /** What the schemas that were read refer to. */
  readonly definitions: MutableObject = {};
  /** Properties that were left out, because they are secrets. */
  readonly secrets: Set<string> = new Set();
  /** Discriminators that JSON Schema cannot express, by the name of their property. */
  readonly lostDiscriminators: Set<string> = new Set();
  /** Whether a default was left out. */
  hasLostDefaults: boolean = false;
  readonly #documents: Documents;
  readonly #is30: boolean;
  readonly #hidden: 'readOnly' | 'writeOnly';
  readonly #keepsDefaults: boolean;
  readonly #names = new Map<string, string>();
  /** How many definitions lead to the one that is read, and how many are read within each other; more wait. */
  #depth = 0;
  #nested = 0;
  readonly #waiting: [name: string, target: Located, depth: number][] = [];

  /**
   * @param direction - A request has no property that is `readOnly`, a response none that is `writeOnly`. A client fills defaults
   * in, which a response never had, and with which a patch would change what nobody named: these have none.
   */
  constructor(documents: Documents, version: string, direction: 'request' | 'patch' | 'response') {
    this.#documents = documents;
    this.#is30 = version.startsWith('3.0');
    this.#hidden = direction === 'response' ? 'writeOnly' : 'readOnly';
    this.#keepsDefaults = direction === 'request';
  }

  /**
   * @param above - Names of properties that are hidden where `allOf` combines this schema with others.
   * @throws LeftOut
   */
  read(
    { value, file }: Pick<Located, 'value' | 'file'>,
    depth = 0,
    above: ReadonlySet<string> = NONE,
  ): unknown {
    if (!isObject(value)) return value;
    if (depth > MAX_DEPTH) throw new LeftOut('A schema nests too deep.', 'Write its parts as components.');
    const below = (part: unknown): unknown => this.read({ value: part, file }, depth + 1);
    const ref = getOwn(value, '$ref');
    // 3.0 ignores what stands beside `$ref`; a description there does no harm, and `nullable` is meant.
    const own =
      this.#is30 && ref !== undefined ? pickKeys(value, ['$ref', 'description', 'nullable']) : value;
    const isCombined = ref !== undefined || own['allOf'] !== undefined;
    const hidden = isCombined ? new Set([...above, ...this.#hiddenIn({ value: own, file })]) : above;
    const translated: MutableObject = {};
    for (const [key, part] of Object.entries(own)) {
      if (DROPPED.test(key) || hasNoEffect(key, own['type']) || isEmptyChoice(key, part)) continue;
      if (key === 'default' && !this.#keepsDefaults) {
        this.hasLostDefaults = true;
        continue;
      }
      if (key === '$ref') translated['$ref'] = this.#refer(String(part), file);
      else if (key === 'allOf')
        translated['allOf'] = mapSubschemas(key, part, (each) =>
          this.read({ value: each, file }, depth + 1, hidden),
        );
      else setOwn(translated, key, mapSubschemas(key, part, below));
    }
    this.#addProperties(own, file, translated, below, hidden);
    if (Object.hasOwn(own, 'example') && !Array.isArray(own['examples']))
      translated['examples'] = [own['example']];
    if (isObject(own['discriminator'])) this.#discriminate(own, file, translated);
    return withoutNotation30(translated, own['nullable'] === true);
  }

  /** Whether a property has no place in this direction, or is a secret that no model may see. */
  isHidden(name: string, property: unknown, file: string): boolean {
    const target = this.#documents.follow({ value: property, file, pointer: '' }).value;
    if ([property, target].some((each) => isObject(each) && getOwn(each, this.#hidden) === true)) return true;
    if (this.#hidden === 'writeOnly' || !isSecret(name, target)) return false;
    this.secrets.add(name);
    return true;
  }

  /** The properties that a schema, or one that it combines, hides: `required` may name them beside it. */
  #hiddenIn(
    { value, file }: Pick<Located, 'value' | 'file'>,
    seen: Set<unknown> = new Set(),
  ): readonly string[] {
    if (!isObject(value) || seen.has(value) || seen.size === MAX_COMBINED) return [];
    seen.add(value);
    const { properties, allOf, $ref: ref } = value;
    const own = isObject(properties) ? Object.entries(properties) : [];
    const parts = Array.isArray(allOf) ? allOf.map((each: unknown) => ({ value: each, file })) : [];
    if (typeof ref === 'string') parts.push(this.#documents.resolve(ref, file));
    return [
      ...own.filter(([name, property]) => this.isHidden(name, property, file)).map(([name]) => name),
      ...parts.flatMap((part) => this.#hiddenIn(part, seen)),
    ];
  }

  #addProperties(
    own: Fields,
    file: string,
    translated: MutableObject,
    below: (part: unknown) => unknown,
    above: ReadonlySet<string>,
  ): void {
    const { properties } = own;
    // Some documents have a boolean here, which means nothing.
    const names = hasNoEffect('required', own['type']) ? undefined : own['required'];
    const required: readonly unknown[] = Array.isArray(names) ? names : [];
    const hidden = new Set<unknown>(above);
    const shown: MutableObject = {};
    if (isObject(properties)) {
      for (const [name, property] of Object.entries(properties))
        if (this.isHidden(name, property, file)) hidden.add(name);
        else setOwn(shown, name, below(property));
      translated['properties'] = shown;
    }
    const left = [...new Set(required)].filter((name) => !hidden.has(name));
    if (left.length > 0) translated['required'] = left;
    // Accepts the same, and a build takes a required property without a schema for a mistake.
    if (isObject(properties))
      for (const name of left) if (!Object.hasOwn(shown, String(name))) setOwn(shown, String(name), {});
  }

  #refer(ref: string, file: string): string {
    const target = this.#documents.resolve(ref, file);
    const key = `${target.file}#${target.pointer}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      const wanted = (target.pointer.split('/').at(-1) || 'Schema').replace(/[^A-Za-z0-9_.-]+/g, '_');
      name = freeName(wanted, (each) => Object.hasOwn(this.definitions, each), '_');
      this.#names.set(key, name);
      // Reserves its place, before what it refers to.
      setOwn(this.definitions, name, true);
      this.#define(name, target, this.#depth + 1);
    }
    return `#/$defs/${name}`;
  }

  /** @param depth - How many definitions lead to this one, each by the one before. */
  #define(name: string, target: Located, depth: number): void {
    if (depth > MAX_CHAIN) throw new LeftOut(TOO_LONG, 'Let fewer of them refer to the next.');
    if (this.#nested === MAX_NESTED) return void this.#waiting.push([name, target, depth]);
    const before = this.#depth;
    this.#depth = depth;
    this.#nested++;
    setOwn(this.definitions, name, this.read(target));
    this.#nested--;
    this.#depth = before;
    if (this.#nested > 0) return;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#define(...next);
  }

  /** Ties each alternative to the values that a discriminator has for it. */
  #discriminate(own: Fields, file: string, translated: MutableObject): void {
    const { propertyName, mapping } = own['discriminator'] as Fields;
    const property = String(propertyName);
    const keyword = ['oneOf', 'anyOf'].find((each) => Array.isArray(own[each]));
    if (keyword === undefined) {
      this.lostDiscriminators.add(property);
      // What each value adds stands in schemas that refer to this one.
      translated['additionalProperties'] ??= true;
      return;
    }
    const written = own[keyword] as readonly unknown[];
    const read = translated[keyword] as readonly unknown[];
    translated[keyword] = written.map((alternative, index) => {
      const ref = isObject(alternative) ? getOwn(alternative, '$ref') : undefined;
      if (typeof ref !== 'string' || this.#namesItself(ref, file, property)) return read[index];
      const values = valuesFor(ref, isObject(mapping) ? mapping : {});
      const type = {
        properties: { [property]: values.length === 1 ? { const: values[0] } : { enum: values } },
      };
      return { allOf: [read[index], { type: 'object', ...type, required: [property] }] };
    });
  }

  #namesItself(ref: string, file: string, property: string): boolean {
    const target = this.#documents.follow(this.#documents.resolve(ref, file));
    const { type = 'object', properties } = Object(target.value) as Fields;
    // A list has no property.
    if (![type].flat().includes('object')) return true;
    const own = isObject(properties) ? getOwn(properties, property) : undefined;
    if (own === undefined) return false;
    const { value } = this.#documents.follow({ value: own, file: target.file, pointer: '' });
    return isObject(value) && (Object.hasOwn(value, 'enum') || Object.hasOwn(value, 'const'));
  }
}

function valuesFor(ref: string, mapping: Fields): readonly string[] {
  const name = ref.split('/').at(-1) ?? ref;
  const mapped = Object.keys(mapping).filter((value) => mapping[value] === ref || mapping[value] === name);
  return mapped.length > 0 ? mapped : [name];
}

/** What OpenAPI 3.0 writes in another way than JSON Schema; documents of 3.1 that once were of 3.0 do, too, and mean the same. */
function withoutNotation30(schema: MutableObject, isNullable: boolean): MutableObject {
  for (const [exclusive, inclusive] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    const isExclusive = schema[exclusive] && typeof schema[inclusive] === 'number';
    delete schema[exclusive];
    if (!isExclusive) continue;
    schema[exclusive] = schema[inclusive];
    delete schema[inclusive];
  }
  if (!isNullable) return schema;
  const { type, enum: values } = schema;
  if (type === undefined) return nullOr(schema);
  return {
    ...schema,
    type: [...new Set([type, 'null'].flat())],
    ...(Array.isArray(values) &&
      !values.includes(null) && { enum: [...(values as readonly unknown[]), null] }),
  };
}

// Without a type, `nullable` means nothing to the letter; every author means this.
function nullOr({ description, ...schema }: MutableObject): MutableObject {
  if (Object.keys(schema).length === 0) return { ...(description !== undefined && { description }) };
  return { ...(description !== undefined && { description }), anyOf: [schema, { type: 'null' }] };
}
