import { decodeFragment, parsePointer } from '@btcp/schema';
import type { ModuleNames } from './module-names.ts';
import { printSchema, type DefinitionNames } from '../../print/print-schema.ts';
import { printType } from '../../print/print-type.ts';

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

  /** Adds constants for the definitions of a schema. */
  add(schema: unknown): DefinitionNames {
    const definitions = definitionsOf(schema);
    const constants = new Map<string, string>();
    const recursive = recursiveIn(definitions);
    const names: DefinitionNames = {
      typeOf: (ref) => {
        const name = definitionName(ref) ?? '';
        const constant = constants.get(name);
        if (constant === undefined) return 'unknown';
        return recursive.has(name) ? constant : `Static<typeof ${constant}>`;
      },
      constantOf: (name) => constants.get(name),
    };
    // Recursive types refer to each other by name, so names are assigned first.
    const unwritten = new Set<string>();
    for (const name of recursive) {
      const { constant, isNew } = this.#nameOf(name, JSON.stringify(reachedFrom(definitions, name)));
      constants.set(name, constant);
      if (isNew) unwritten.add(name);
    }
    for (const name of inOrder(definitions)) {
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

/** Sorts definitions so that each comes after those it refers to, whose types it needs. */
function inOrder(definitions: Definitions): readonly string[] {
  const ordered = new Set<string>();
  const open = new Set<string>();
  const enter = (name: string): void => {
    if (ordered.has(name) || open.has(name) || !Object.hasOwn(definitions, name)) return;
    open.add(name);
    for (const ref of refsIn(definitions[name])) enter(definitionName(ref) ?? '');
    ordered.add(name);
  };
  for (const name of Object.keys(definitions)) enter(name);
  return [...ordered];
}

/** Returns the recursive definitions, which need types of their own: a constant's type must not depend on itself. */
function recursiveIn(definitions: Definitions): ReadonlySet<string> {
  const names = Object.keys(definitions).filter((name) => typeof definitions[name] === 'object');
  return new Set(names.filter((name) => leadsBack(definitions, name)));
}

function leadsBack(definitions: Definitions, name: string): boolean {
  return Object.values(reachedFrom(definitions, name)).some((definition) =>
    refsIn(definition).some((ref) => definitionName(ref) === name),
  );
}

/** Returns a definition and all definitions that it refers to, transitively. Pointers into a definition are ignored. */
function reachedFrom(definitions: Definitions, name: string): Definitions {
  const reached = new Set([name]);
  for (const next of reached)
    for (const ref of refsIn(definitions[next])) {
      const target = definitionName(ref);
      if (target !== undefined && Object.hasOwn(definitions, target)) reached.add(target);
    }
  return Object.fromEntries([...reached].map((each) => [each, definitions[each]]));
}

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

const isObject = (value: unknown): value is Definitions =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
