import { closureOf, decodeFragment, isObject, parsePointer } from '@btcp/schema/internal';
import { printSchema, type DefinitionNames } from '../../print/print-schema.ts';
import { printType } from '../../print/schema-type.ts';
import { TypeNames, pascalCase } from '../../print/type-names.ts';

type Definitions = Readonly<Record<string, unknown>>;

/** The constants for definitions of schemas in a module, and the types of recursive definitions. */
export class DefinitionConstants {
  readonly #names: ModuleNames;
  /** Names of constants by name and content of the definition: equal definitions of two schemas share a constant. */
  readonly #constants = new Map<string, string>();
  readonly #statements: string[] = [];

  constructor(names: ModuleNames) {
    this.#names = names;
  }

  get statements(): readonly string[] {
    return this.#statements;
  }

  add(schema: unknown): DefinitionNames {
    const definitions = definitionsOf(schema);
    const constants = new Map<string, string>();
    const references = referencesOf(definitions);
    const recursive = recursiveIn(definitions, references);
    const names: DefinitionNames = {
      typeOf: (ref) => {
        const name = definitionName(ref) ?? '';
        const constant = constants.get(name);
        if (constant === undefined) return 'unknown';
        return recursive.has(name) ? constant : `Static<typeof ${constant}>`;
      },
      constantOf: (name) => constants.get(name),
    };
    const meaningOf = (name: string): string =>
      JSON.stringify([...reachedFrom(references, name)].map((each) => [each, definitions[each]]));
    // Recursive types refer to each other by name, so names are assigned first.
    const unwritten = new Set<string>();
    for (const name of recursive) {
      const { constant, isNew } = this.#nameOf(name, meaningOf(name));
      constants.set(name, constant);
      if (isNew) unwritten.add(name);
    }
    for (const name of inOrder(references)) {
      const definition = definitions[name];
      // The schemas `true` and `false` need no constant.
      if (typeof definition !== 'object') continue;
      if (!recursive.has(name)) constants.set(name, this.#constant(name, printSchema(definition, names)));
      else if (unwritten.has(name)) this.#writeRecursive(constants.get(name) ?? '', definition, names);
    }
    return names;
  }

  #constant(name: string, expression: string): string {
    // Compares the printed expression, because equal pointers of two schemas may refer to different definitions.
    const { constant, isNew } = this.#nameOf(name, expression);
    if (isNew) this.#statements.push(`const ${constant} = ${expression};`);
    return constant;
  }

  #writeRecursive(constant: string, definition: unknown, names: DefinitionNames): void {
    const type = printType(definition, (ref) => names.typeOf(ref));
    this.#statements.push(
      `type ${constant} = ${type};`,
      `const ${constant} = ${printSchema(definition, names)};`,
    );
  }

  #nameOf(name: string, meaning: string): { readonly constant: string; readonly isNew: boolean } {
    const key = `${name}\n${meaning}`;
    const known = this.#constants.get(key);
    const constant = known ?? this.#names.ofDefinition(name);
    this.#constants.set(key, constant);
    return { constant, isNew: known === undefined };
  }
}

function definitionsOf(schema: unknown): Definitions {
  const definitions = isObject(schema) ? schema['$defs'] : undefined;
  return isObject(definitions) ? definitions : {};
}

/** The definitions that each refers to. Pointers into a definition are ignored. */
type References = ReadonlyMap<string, readonly string[]>;

function referencesOf(definitions: Definitions): References {
  const targets = (definition: unknown): readonly string[] =>
    refsIn(definition).flatMap((ref) => {
      const name = definitionName(ref);
      return name !== undefined && Object.hasOwn(definitions, name) ? [name] : [];
    });
  return new Map(Object.entries(definitions).map(([name, each]) => [name, targets(each)]));
}

/** Sorts definitions so that each comes after those it refers to, whose types it needs. */
function inOrder(references: References): readonly string[] {
  const ordered = new Set<string>();
  const open = new Set<string>();
  const enter = (name: string): void => {
    if (ordered.has(name) || open.has(name)) return;
    open.add(name);
    references.get(name)?.forEach(enter);
    ordered.add(name);
  };
  for (const name of references.keys()) enter(name);
  return [...ordered];
}

/** Returns the recursive definitions, which need types of their own: a constant's type must not depend on itself. */
function recursiveIn(definitions: Definitions, references: References): ReadonlySet<string> {
  const leadsBack = (name: string): boolean =>
    [...reachedFrom(references, name)].some((each) => references.get(each)?.includes(name));
  return new Set(
    Object.keys(definitions).filter((name) => typeof definitions[name] === 'object' && leadsBack(name)),
  );
}

/** Returns a definition and all definitions that it refers to, transitively. */
const reachedFrom = (references: References, name: string): ReadonlySet<string> =>
  closureOf([name], (each) => references.get(each) ?? []);

/** Returns the name of the definition that a `$ref` refers to; undefined for a pointer into a definition. */
function definitionName(ref: string): string | undefined {
  const [keyword, name, ...rest] = parsePointer(decodeFragment(ref.slice(1))) ?? [];
  return ref.startsWith('#') && keyword === '$defs' && rest.length === 0 ? name : undefined;
}

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : refsIn(member),
  );
}

/** Names that no variable of a module may have, and `then`: a module that exports it cannot be awaited. */
const RESERVED = `
  arguments async await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected public
  return static super switch this throw true try typeof undefined var void while with yield NaN Infinity then
  Type Static defineTool BTCPError callApi
`
  .trim()
  .split(/\s+/);

/** Assigns the names of a module's variables, each once. */
export class ModuleNames {
  readonly #names: TypeNames;

  /** @param tools - The names of the tools, which are reserved first. */
  constructor(tools: readonly string[]) {
    this.#names = new TypeNames([...RESERVED, ...tools]);
  }

  /** Returns the export name of a tool: its own, unless that is reserved. */
  ofTool(name: string): string {
    return RESERVED.includes(name) ? this.#names.take(`${name}Tool`) : name;
  }

  ofDefinition(key: string): string {
    return this.#names.take(pascalCase(key));
  }
}
