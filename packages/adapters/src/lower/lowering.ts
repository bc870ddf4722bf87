import type { JsonSchema } from '@btcp/core';
import {
  findRecursiveRefs,
  isObject,
  resolveRef,
  setOwn,
  SUBSCHEMA_KEYWORDS,
  walkSchema,
  type MutableObject,
} from '@btcp/schema';
import type { Change, Obstacle } from './change.ts';
import { describeKeywords } from './describe-keywords.ts';
import type { KeywordRule } from './keyword-rule.ts';
import { isAnySchema } from './schema-kinds.ts';
import type { SchemaRules } from './schema-rules.ts';
import { writeKeyword } from './write-keyword.ts';

/** Schemas that one tool may grow to when its references are written out. */
const MAX_SCHEMAS = 20_000;

/** Keywords whose `false` says "no more", and is no schema to be written in another way. */
const CLOSING: ReadonlySet<string> = new Set([
  'additionalProperties',
  'items',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** A schema on its way into a target's form: what is known of it, and what was done to it. */
export class Lowering {
  readonly root: JsonSchema;
  readonly rules: SchemaRules;
  readonly changes: Change[] = [];
  /** Set when the schema does not fit the strict form. */
  fallback: Obstacle | undefined;
  /** Set when the schema does not fit the target at all. */
  refusal: Obstacle | undefined;
  /** Written schemas that advertise one of several types; what else the original accepts still passes. */
  readonly collapsed: Set<unknown> = new Set();
  /** Written schemas whose values are encoded, to what their values are when decoded. */
  readonly decoded: Map<unknown, MutableObject> = new Map();
  #isCollapsed = false;
  /** Where a schema stands in the original, also after it was moved or rewritten. */
  readonly #pointers = new Map<object, string>();
  readonly #reported = new Set<string>();
  #pointer = '';
  #described: MutableObject = {};
  #written = 0;
  #recursive: ReadonlySet<string> | undefined;

  constructor(root: JsonSchema, rules: SchemaRules) {
    this.root = root;
    this.rules = rules;
    walkSchema(root, (schema, pointer) => {
      if (isObject(schema)) this.#pointers.set(schema, pointer);
    });
  }

  /** Where the schema that is being written stands in the original. */
  get pointer(): string {
    return this.#pointer;
  }

  get isRoot(): boolean {
    return this.#pointer === '';
  }

  get isStopped(): boolean {
    return this.refusal !== undefined || this.fallback !== undefined;
  }

  get recursiveRefs(): ReadonlySet<string> {
    this.#recursive ??= findRecursiveRefs(this.root);
    return this.#recursive;
  }

  /** Says where a new schema comes from, so that what is reported of it names a place that its author knows. */
  derive(schema: MutableObject, pointer: string = this.#pointer): MutableObject {
    if (!this.#pointers.has(schema)) this.#pointers.set(schema, pointer);
    return schema;
  }

  /** Says that a new schema takes the place of another one. */
  deriveFrom(schema: MutableObject, from: JsonSchema | undefined): void {
    const pointer = isObject(from) ? this.#pointers.get(from) : undefined;
    this.derive(schema, pointer ?? this.#pointer);
  }

  report(change: Omit<Change, 'path'>, path: string = this.#pointer): void {
    if (change.effect === 'collapses') this.#isCollapsed = true;
    const key = `${change.code} ${path} ${change.keyword ?? ''}`;
    // A definition that is written out in two places is reported once.
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.changes.push({ ...change, path });
  }

  /** Lets the description of the schema that is being rewritten say a keyword that could not stay. */
  describe(keyword: string, value: unknown): void {
    setOwn(this.#described, keyword, value);
  }

  fallBack(keyword: string, detail: string): void {
    this.fallback ??= { code: 'strict-fallback', path: this.#pointer, keyword, detail };
  }

  refuse(keyword: string, detail: string): void {
    this.refusal ??= { code: 'keyword-dropped', path: this.#pointer, keyword, detail };
  }

  /** The target of a reference that may be written out; nothing where that would never end. */
  readonly resolve = (ref: string): JsonSchema | undefined => {
    if (++this.#written > MAX_SCHEMAS || this.recursiveRefs.has(ref)) return undefined;
    return resolveRef(this.root, ref);
  };

  /** A schema in the target's form. */
  lower(schema: JsonSchema): unknown {
    if (++this.#written > MAX_SCHEMAS) {
      this.refuse('$ref', `it grows beyond ${MAX_SCHEMAS} schemas when its references are written out`);
    }
    if (this.isStopped) return {};
    const above = this.#pointer;
    if (isObject(schema)) this.#pointer = this.#pointers.get(schema) ?? above;
    const isCollapsedAbove = this.#isCollapsed;
    this.#isCollapsed = false;
    const lowered = this.#lowerHere(schema);
    if (this.#isCollapsed) this.collapsed.add(lowered);
    this.#isCollapsed = isCollapsedAbove;
    this.#pointer = above;
    return lowered;
  }

  #lowerHere(schema: JsonSchema): unknown {
    const { any, before = [], after = [] } = this.rules;
    let current = schema as boolean | MutableObject;
    if (isObject(current)) {
      for (const step of before) current = this.derive(step(current, this));
    }
    if (schema === this.root && isObject(schema) && isObject(current)) this.#checkRoot(schema, current);
    if (isAnySchema(current) && any !== undefined) {
      const annotations = isObject(current) ? this.#writeKeywords(current) : {};
      return any(annotations, this, current === false);
    }
    if (!isObject(current)) return current;
    const written = this.#writeKeywords(current);
    return this.#sort(after.reduce((done, step) => step(done, this), written));
  }

  #checkRoot(original: MutableObject, root: MutableObject): void {
    const keyword = this.rules.notAtRoot?.find((each) => Object.hasOwn(root, each));
    if (keyword === undefined) return;
    // What is called `anyOf` by now may have been written as `oneOf`.
    const written = keyword === 'anyOf' && Object.hasOwn(original, 'oneOf') ? 'oneOf' : keyword;
    this.refuse(written, `must not have \`${written}\` at its root`);
  }

  #writeKeywords(schema: MutableObject): MutableObject {
    const written: MutableObject = {};
    const described = this.#described;
    this.#described = {};
    for (const [keyword, value] of Object.entries(schema)) {
      writeKeyword({ keyword, value, schema, written, described, lowering: this });
    }
    return describeKeywords(written, described);
  }

  /** A kept keyword's value, with the schemas in it lowered. */
  lowerValue(keyword: string, value: unknown): unknown {
    const shape = SUBSCHEMA_KEYWORDS.get(keyword);
    if (shape === undefined || (value === false && CLOSING.has(keyword))) return value;
    if (Array.isArray(value)) return value.map((item: JsonSchema) => this.lower(item));
    if (shape !== 'map') return this.lower(value as JsonSchema);
    const lowered: MutableObject = {};
    for (const [name, item] of Object.entries(value as Record<string, JsonSchema>)) {
      setOwn(lowered, name, this.lower(item));
    }
    return lowered;
  }

  ruleOf(keyword: string): KeywordRule {
    return this.rules.keywords.rules[keyword] ?? this.rules.keywords.unknown;
  }

  #sort(schema: MutableObject): MutableObject {
    const { order } = this.rules;
    if (order === undefined) return schema;
    const sorted: MutableObject = {};
    for (const key of [...order, ...Object.keys(schema)]) {
      if (Object.hasOwn(schema, key)) setOwn(sorted, key, schema[key]);
    }
    return sorted;
  }
}
