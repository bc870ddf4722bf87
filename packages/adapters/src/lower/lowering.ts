import type { JsonSchema } from '@btcp/core';
import {
  acceptsAnything,
  isObject,
  joinPointer,
  resolveRef,
  setOwn,
  SUBSCHEMA_KEYWORDS,
  type MutableObject,
  isRestricting,
} from '@btcp/schema/internal';
import { type ExportChange, KEEP, type KeywordRule, type KeywordTable } from './rules.ts';
import { copyJson, describeKeywords, isAnnotation } from './schemas.ts';
import { factsOf, type RootFacts } from './references.ts';

/** Maximum schemas of one tool when its references are inlined. */
const MAX_SCHEMAS = 20_000;

/** Keywords whose `false` closes an object or array, and is not a schema to rewrite. */
const CLOSING: ReadonlySet<string> = new Set([
  'additionalProperties',
  'items',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** Rewrites a schema before or after its keywords are looked up; returns it unchanged where there is nothing to do. */
export type Step = (schema: MutableObject, lowering: Lowering) => MutableObject;

/**
 * Writes a schema that accepts anything or nothing.
 *
 * @param annotations - Its annotations, in the target's form.
 */
export type WriteAny = (annotations: MutableObject, lowering: Lowering, isNothing: boolean) => MutableObject;

/** How a target writes schemas, as data. */
export interface SchemaRules {
  readonly keywords: KeywordTable;
  /** The JSON pointer of the schema in the target's tool, as warnings name it. */
  readonly base?: string;
  /** JSON Schema to JSON Schema, for the root alone, before `before`. */
  readonly root?: readonly Step[];
  /** JSON Schema to JSON Schema, outer schemas first. */
  readonly before?: readonly Step[];
  /** Applied to the result, inner schemas first. */
  readonly after?: readonly Step[];
  /** Writes a schema that accepts anything (`true`, `{}`) or nothing. Default: unchanged. */
  readonly any?: WriteAny;
  /** Keywords that the root must not have; the strict form is given up for them. */
  readonly notAtRoot?: readonly string[];
  /** What to do with recursive references. Default: they are kept. */
  readonly recursion?: 'fall-back' | 'refuse';
  /** Whether what references refer to, other than the root and its definitions, becomes a definition. */
  readonly hoistsRefs?: true;
  /** The order of the keywords in the result. Default: as in the schema. */
  readonly order?: readonly string[];
}

export class Lowering {
  readonly root: JsonSchema;
  readonly rules: SchemaRules;
  readonly changes: ExportChange[] = [];
  /** Set when the schema does not fit the strict form. */
  fallback: ExportChange | undefined;
  /** Set when the schema does not fit the target at all. */
  refusal: ExportChange | undefined;
  /** Written schemas that advertise one of several types; the other types of the original are still accepted. */
  readonly collapsed: Set<unknown> = new Set();
  /** Written schemas whose values are encoded → the schema of decoded values. */
  readonly decoded: Map<unknown, MutableObject> = new Map();
  #isCollapsed = false;
  /** New schemas → those that they replace. */
  readonly #origins = new Map<object, object>();
  readonly #facts: RootFacts;
  readonly #reported = new Set<string>();
  /** The current schema, or its nearest ancestor that is not a boolean. */
  #current: object;
  /** The path from there to the current boolean. */
  #below: readonly (string | number)[] = [];
  #described: MutableObject = {};
  #written = 0;

  constructor(root: JsonSchema, rules: SchemaRules) {
    this.root = root;
    this.rules = rules;
    this.#facts = factsOf(root);
    this.#current = isObject(root) ? root : {};
  }

  /** The pointer to the current schema in the original, even after it was moved or rewritten. */
  get pointer(): string {
    const pointer = this.#facts.pointers.get(this.#originOf(this.#current)) ?? '';
    return this.#below.length === 0 ? pointer : joinPointer(pointer, ...this.#below);
  }

  get isRoot(): boolean {
    return this.#below.length === 0 && this.#originOf(this.#current) === this.root;
  }

  /** Whether the result will be discarded. */
  get isStopped(): boolean {
    return this.refusal !== undefined || this.fallback !== undefined;
  }

  get recursiveRefs(): ReadonlySet<string> {
    return this.#facts.recursiveRefs;
  }

  /**
   * Registers a new schema in place of another one, so that its reports name a place that the author knows. Default: of
   * the current schema.
   */
  derive(schema: MutableObject, from: object = this.#current): MutableObject {
    const origin = this.#originOf(from);
    // A schema of the original keeps its own place.
    if (schema !== origin && !this.#origins.has(schema) && !this.#isOriginal(schema)) {
      this.#origins.set(schema, origin);
    }
    return schema;
  }

  #originOf(schema: object): object {
    return this.#origins.get(schema) ?? schema;
  }

  #isOriginal(schema: object): boolean {
    return this.#facts.pointers.has(schema);
  }

  /** Reports a change. Default: of the current schema. */
  report(change: Omit<ExportChange, 'path'>, path: string = this.pointer): void {
    if (change.effect === 'collapses') this.#isCollapsed = true;
    const key = `${change.code} ${path} ${change.keyword ?? ''}`;
    // A definition that is inlined twice is reported once.
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.changes.push({ ...change, path });
  }

  /** Adds a keyword that could not stay to the description of the current schema. */
  describe(keyword: string, value: unknown): void {
    setOwn(this.#described, keyword, value);
  }

  /** Gives up the strict form. */
  fallBack(keyword: string, detail: string): void {
    this.fallback ??= { code: 'strict-fallback', path: this.pointer, keyword, detail, effect: 'none' };
  }

  /** Refuses the tool. */
  refuse(keyword: string, detail: string): void {
    this.refusal ??= { code: 'keyword-dropped', path: this.pointer, keyword, detail, effect: 'none' };
  }

  /** The target of a reference that may be inlined; `undefined` where that would never end. */
  readonly resolve = (ref: string): JsonSchema | undefined => {
    if (++this.#written > MAX_SCHEMAS || this.#facts.recursiveRefs.has(ref)) return undefined;
    return resolveRef(this.root, ref);
  };

  /**
   * A schema in the target's form.
   *
   * @param keyword - The keyword that holds it in the current schema; `undefined` for the root.
   * @param key - The name or the index, where the keyword holds several.
   */
  lower(schema: JsonSchema, keyword?: string, key?: string | number): unknown {
    if (++this.#written > MAX_SCHEMAS) {
      this.refuse('$ref', `it grows beyond ${MAX_SCHEMAS} schemas when its references are written out`);
    }
    if (this.isStopped) return {};
    const above = this.#current;
    const belowAbove = this.#below;
    if (isObject(schema)) {
      this.#current = schema;
      this.#below = [];
    } else {
      this.#below = [keyword, key].filter((token) => token !== undefined);
    }
    const isCollapsedAbove = this.#isCollapsed;
    this.#isCollapsed = false;
    const lowered = this.#lowerHere(schema);
    if (this.#isCollapsed) this.collapsed.add(lowered);
    this.#isCollapsed = isCollapsedAbove;
    this.#current = above;
    this.#below = belowAbove;
    return lowered;
  }

  #lowerHere(schema: JsonSchema): unknown {
    const { any, root = [], before = [], after = [] } = this.rules;
    let current: boolean | MutableObject = schema;
    if (isObject(current)) {
      for (const step of schema === this.root ? [...root, ...before] : before) {
        const next = step(current, this);
        if (next !== current) current = this.derive(next);
      }
    }
    if (schema === this.root && isObject(schema) && isObject(current)) this.#checkRoot(schema, current);
    if (any !== undefined && (current === false || acceptsAnything(current))) {
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
    // An `anyOf` may have been written as `oneOf`.
    const written = keyword === 'anyOf' && Object.hasOwn(original, 'oneOf') ? 'oneOf' : keyword;
    this.fallBack(written, `must not have \`${written}\` at its root`);
  }

  #writeKeywords(schema: MutableObject): MutableObject {
    const written: MutableObject = {};
    const described = this.#described;
    this.#described = {};
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword];
      const rule = this.ruleOf(keyword);
      // Most keywords are kept as they are.
      if (rule === KEEP) setOwn(written, keyword, this.lowerValue(keyword, value));
      else writeKeyword(rule, { keyword, value, schema, written, described, lowering: this });
    }
    return describeKeywords(written, described);
  }

  /** A kept keyword's value, with its subschemas in the target's form. */
  lowerValue(keyword: string, value: unknown): unknown {
    const shape = SUBSCHEMA_KEYWORDS.get(keyword);
    if (shape === undefined || (value === false && this.#isClosing(keyword))) return copyJson(value);
    if (Array.isArray(value)) return value.map((item: JsonSchema, index) => this.lower(item, keyword, index));
    if (shape !== 'map') return this.lower(value as JsonSchema, keyword);
    const lowered: MutableObject = {};
    for (const [name, item] of Object.entries(value as Record<string, JsonSchema>)) {
      setOwn(lowered, name, this.lower(item, keyword, name));
    }
    return lowered;
  }

  // Where every schema has to be an object, so has that of the items.
  #isClosing(keyword: string): boolean {
    return CLOSING.has(keyword) && !(keyword === 'items' && this.rules.any !== undefined);
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

interface KeywordToWrite {
  readonly keyword: string;
  readonly value: unknown;
  readonly schema: MutableObject;
  /** Receives it if it is kept. */
  readonly written: MutableObject;
  /** Receives it if it is described. */
  readonly described: MutableObject;
  readonly lowering: Lowering;
}

function writeKeyword(rule: KeywordRule, entry: KeywordToWrite): void {
  const { keyword, value, schema, written, described, lowering } = entry;
  switch (rule.do) {
    case 'choose':
      return writeKeyword(rule.by(value, schema), entry);
    case 'keep':
      if (rule.loss) lowering.report({ effect: effectOf(keyword), ...rule.loss, keyword });
      return setOwn(written, keyword, rule.write?.(value) ?? lowering.lowerValue(keyword, value));
    case 'describe':
      lowering.report({
        code: 'keyword-to-description',
        keyword,
        detail: rule.detail,
        effect: effectOf(keyword),
        ...(rule.isSilent === true && { isSilent: true }),
      });
      return setOwn(described, keyword, value);
    case 'drop': {
      const code = isAnnotation(keyword) ? 'annotation-dropped' : 'keyword-dropped';
      return lowering.report({ code, keyword, detail: rule.detail, effect: effectOf(keyword) });
    }
    case 'omit':
      return undefined;
    case 'fall-back':
      return lowering.fallBack(keyword, rule.detail);
    case 'refuse':
      return lowering.refuse(keyword, rule.detail);
  }
}

function effectOf(keyword: string): 'widens' | 'none' {
  return isRestricting(keyword) ? 'widens' : 'none';
}
