import type { Issue, JsonSchemaObject, ToolValidators } from '@btcp/core';
import { compileToolChunk, evaluateToolChunk, type ToolChunk } from '../../compile/compile-schema.ts';
import { linkNormal } from '../../compile/find-schema-issues.ts';
import { accepts } from '../../relate/accepts.ts';
import { getOwn, isObject, type MutableObject } from '../../model/own-property.ts';
import { joinPointer } from '../../model/pointer.ts';
import { resolveRef } from '../../model/references/local-refs.ts';
import type { ManifestIssue } from '../../meta/field-checks.ts';
import { findToolIssues } from '../../meta/find-tool-issues.ts';
import { listSchemaNodes, type SchemaField, type SchemaNode } from '../../model/schema-node.ts';
import { listHiddenPatterns, listSlowPatterns, type SlowPattern } from './slow-patterns.ts';

interface StringAt {
  readonly text: string;
  /** JSON pointer to it, or to the value of the property whose name it is. */
  readonly path: string;
}

/** The well-formed parts of a tool's example. */
export interface ExampleFacts {
  readonly index: number;
  readonly input: Readonly<MutableObject>;
  readonly output: unknown;
}

const SCHEMA_FIELDS = ['inputSchema', 'outputSchema'] as const;

/** What rules can ask of a tool. It takes any JSON, so that rules need no type checks of their own. */
export class ToolFacts {
  readonly json: Readonly<MutableObject>;
  /** Fields that something else has reported already. */
  readonly unusable: ReadonlySet<string>;
  /** The capabilities that the manifest declares as its own. */
  readonly ownCapabilities: readonly string[];
  #issues: readonly ManifestIssue[] | undefined;
  #properties: readonly SchemaNode[] | undefined;
  #strings: readonly StringAt[] | undefined;
  #schemas: readonly SchemaNode[] | undefined;
  #slowPatterns: readonly SlowPattern[] | undefined;
  #compiled: { readonly chunk?: ToolChunk; readonly error?: unknown } | undefined;
  #validators: ToolValidators | undefined;
  #isCompilable: boolean | undefined;
  readonly #isImported: boolean;

  /**
   * @param json - Plain JSON, as `JSON.parse` gives it.
   * @param options - `isImported` where the schemas are in the normal form, and the text of validators is not needed;
   * `ownCapabilities` where a manifest is known.
   */
  constructor(
    json: unknown,
    unusable: ReadonlySet<string> = new Set(),
    {
      isImported = false,
      ownCapabilities = [],
    }: { readonly isImported?: boolean; readonly ownCapabilities?: readonly string[] } = {},
  ) {
    this.json = isObject(json) ? json : {};
    this.unusable = unusable;
    this.ownCapabilities = ownCapabilities;
    this.#isImported = isImported;
    // A value that is not an object has no fields to check, but violates the meta-schema.
    if (!isObject(json)) this.#issues = findToolIssues(json);
  }

  get name(): string {
    return this.#text('name') ?? '';
  }

  get description(): string {
    return this.#text('description') ?? '';
  }

  get deprecated(): boolean {
    return getOwn(this.json, 'deprecated') === true;
  }

  get deprecationMessage(): string | undefined {
    return this.#text('deprecationMessage');
  }

  get successor(): string | undefined {
    return this.#text('successor');
  }

  get capabilities(): readonly unknown[] {
    const capabilities = getOwn(this.json, 'capabilities');
    return Array.isArray(capabilities) ? (capabilities as unknown[]) : [];
  }

  get examples(): readonly ExampleFacts[] {
    const examples = getOwn(this.json, 'examples');
    if (!Array.isArray(examples)) return [];
    return examples.flatMap((example: unknown, index) => {
      const input = isObject(example) ? getOwn(example, 'input') : undefined;
      return isObject(example) && isObject(input)
        ? [{ index, input, output: getOwn(example, 'output') }]
        : [];
    });
  }

  /** Violations of the published meta-schema, and of what a build requires beyond it. */
  get issues(): readonly ManifestIssue[] {
    this.#issues ??= findToolIssues(this.json).filter(({ path, keyword }) => {
      const field = path.split('/')[1] ?? '';
      // Whoever reported the unusable fields has reported missing ones too.
      return (
        this.unusable.size === 0 || (!(keyword === 'required' && field === '') && !this.unusable.has(field))
      );
    });
    return this.#issues;
  }

  /** The input or output schema, if it is one. */
  schema(field: SchemaField): MutableObject | undefined {
    const schema = getOwn(this.json, field);
    const isBroken =
      this.unusable.has(field) ||
      this.issues.some(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`));
    return isObject(schema) && !isBroken ? schema : undefined;
  }

  /** Every object subschema of the tool, the input's first. */
  get schemas(): readonly SchemaNode[] {
    this.#schemas ??= SCHEMA_FIELDS.flatMap((field) => {
      const schema = this.schema(field);
      return schema === undefined ? [] : listSchemaNodes(schema, field);
    });
    return this.#schemas;
  }

  /** The schemas of the input's properties, at any depth. */
  get inputs(): readonly SchemaNode[] {
    this.#properties ??= this.schemas.filter(
      ({ field, property }) => field === 'inputSchema' && property !== undefined,
    );
    return this.#properties;
  }

  /** The slow patterns of its schemas; no value of the document is tried on these. */
  get slowPatterns(): readonly SlowPattern[] {
    this.#slowPatterns ??= SCHEMA_FIELDS.flatMap((field) => {
      const root = this.schema(field);
      const nodes = this.schemas.filter((node) => node.field === field);
      return root === undefined
        ? []
        : [...nodes.flatMap(listSlowPatterns), ...listHiddenPatterns(root, nodes)];
    });
    return this.#slowPatterns;
  }

  /** Every string in the tool, property names among them. */
  get strings(): readonly StringAt[] {
    this.#strings ??= listStrings(this.json);
    return this.#strings;
  }

  /** Whether validators can be made of the schemas. */
  get isCompilable(): boolean {
    this.#isCompilable ??= this.#isImported
      ? SCHEMA_FIELDS.every((field) => {
          const schema = this.schema(field);
          return schema === undefined || linkNormal(schema).program !== undefined;
        })
      : this.chunk !== undefined;
    return this.#isCompilable;
  }

  /** The compiled validators; absent where a schema cannot be compiled. */
  get chunk(): ToolChunk | undefined {
    return this.#compile().chunk;
  }

  /** Why compiling the validators failed, if that was tried. */
  get compileError(): unknown {
    return this.#compile().error;
  }

  /** The compiled validators, evaluated in this process. */
  get validators(): ToolValidators | undefined {
    this.#validators ??= this.chunk && evaluateToolChunk(this.chunk);
    return this.#validators;
  }

  /** The issues of an input or output; none where there is no validator, or the value could take too long. */
  issuesOf(part: 'input' | 'output', value: unknown): readonly Issue[] {
    if (this.chunk === undefined || this.slowPatterns.length > 0) return [];
    const schema = this.schema(`${part}Schema`);
    if (schema === undefined || accepts(schema, value, (ref) => resolveRef(schema, ref)) === true) return [];
    const result = this.validators?.[part]?.(value);
    return result?.ok === false ? result.issues : [];
  }

  #compile(): { readonly chunk?: ToolChunk; readonly error?: unknown } {
    this.#compiled ??= this.#tryToCompile();
    return this.#compiled;
  }

  #tryToCompile(): { readonly chunk?: ToolChunk; readonly error?: unknown } {
    const inputSchema: JsonSchemaObject | undefined = this.schema('inputSchema');
    const outputSchema: JsonSchemaObject | undefined = this.schema('outputSchema');
    if (inputSchema === undefined || (outputSchema === undefined && Object.hasOwn(this.json, 'outputSchema')))
      return {};
    try {
      const source = { name: this.name, inputSchema, ...(outputSchema !== undefined && { outputSchema }) };
      return { chunk: compileToolChunk(source) };
    } catch (error) {
      return { error };
    }
  }

  #text(field: string): string | undefined {
    const value = getOwn(this.json, field);
    return typeof value === 'string' ? value : undefined;
  }
}

/** Every string in a JSON value, and every name of a property. */
function listStrings(json: unknown): StringAt[] {
  const strings: StringAt[] = [];
  const open: { value: unknown; path: string }[] = [{ value: json, path: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') strings.push({ text: value, path });
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const at = joinPointer(path, key);
      if (!Array.isArray(value)) strings.push({ text: key, path: at });
      open.push({ value: member, path: at });
    }
  }
  return strings;
}
