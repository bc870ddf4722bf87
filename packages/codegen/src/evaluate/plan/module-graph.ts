import { readFileSync } from 'node:fs';
import type { ts } from '../../source/ts.ts';
import { type Binding, Bindings } from '../../source/bindings.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { isInert } from './is-inert.ts';
import { isOurs } from './makes-schema.ts';
import { findMentions, type Mentions, type ToolCode } from './mentions.ts';

/** Names that every JavaScript engine has; other globals are a page's or a process's. */
const BUILT_IN: ReadonlySet<string> = new Set(
  `AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
  FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON
  Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String
  Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
  clearTimeout console decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN parseFloat
  parseInt queueMicrotask setTimeout structuredClone TextDecoder TextEncoder URL URLSearchParams undefined arguments`.split(
    /\s+/,
  ),
);

/** Why a statement is not run: it mentions a global of a page or a process, a package, or a tool that is not evaluated. */
export type Foreign = { readonly name: string } | { readonly specifier: string } | { readonly tool: string };

/** A top-level statement, and the statements that declare what it mentions. */
export interface Unit {
  /** Absolute path of its module. */
  readonly path: string;
  readonly node: ts.Statement;
  readonly declares: readonly string[];
  readonly mentions: Mentions;
  readonly isInert: boolean;
  /** What it mentions itself of a page, a process or a package. */
  readonly foreign: Foreign | undefined;
  readonly uses: ReadonlySet<Unit>;
}

/** One of the author's modules. */
export interface GraphModule {
  readonly path: string;
  readonly outline: ModuleOutline;
  readonly units: readonly OpenUnit[];
  readonly unitsOf: ReadonlyMap<string, readonly OpenUnit[]>;
}

interface OpenUnit extends Unit {
  foreign: Foreign | undefined;
  readonly uses: Set<Unit>;
}

const NO_MENTIONS: Mentions = {
  names: new Set(),
  askedFor: new Set(),
  locals: new Set(),
  importCalls: new Set(),
  hasJsx: false,
  isPlain: true,
};

/** Something that all code shares, as if it were declared somewhere. */
function shared(name: string): Unit {
  const node = { kind: -1 } as unknown as ts.Statement;
  return {
    path: '',
    node,
    declares: [name],
    mentions: NO_MENTIONS,
    isInert: true,
    foreign: undefined,
    uses: new Set(),
  };
}

/** The author's modules that tools' modules load, statement by statement. */
export class ModuleGraph {
  readonly modules: Map<string, GraphModule> = new Map();
  /** What is put there changes how all code behaves. */
  readonly prototypes: Unit = shared('prototype');
  /** What is put there changes how schemas are made. */
  readonly typebox: Unit = shared('Type');
  readonly #globals: Unit = shared('globalThis');
  readonly #loads = new Map<string, readonly string[]>();
  readonly #data = new Map<string, Unit>();
  readonly #project: SourceProject;
  readonly #code: ToolCode;
  readonly #bindings: Bindings;

  constructor(project: SourceProject, code: ToolCode) {
    this.#project = project;
    this.#code = code;
    this.#bindings = new Bindings(project);
  }

  /** Reads modules, and all that they load. */
  read(paths: Iterable<string>): void {
    const due = [...paths];
    for (let path = due.pop(); path !== undefined; path = due.pop()) {
      const outline = this.modules.has(path) || !reachesOut(path) ? undefined : this.#project.outlineOf(path);
      if (!outline) continue;
      const module = this.#read(path, outline);
      this.modules.set(path, module);
      const called = module.units.flatMap(({ mentions }) => [...mentions.importCalls]);
      due.push(...this.loadsOf(path), ...sourcesOf(this.#project, called, path));
    }
    // Modules that do nothing by themselves are read when one of their names is mentioned, and come to the map then.
    for (const module of this.modules.values()) for (const unit of module.units) this.#resolve(unit);
  }

  /** The author's modules that a module's imports and re-exports load, whatever they are imported for. */
  readonly loadsOf = (path: string): readonly string[] => {
    let loads = this.#loads.get(path);
    if (!loads) this.#loads.set(path, (loads = sourcesLoadedBy(this.#project, path)));
    return loads;
  };

  #read(path: string, outline: ModuleOutline): GraphModule {
    const unitsOf = new Map<string, OpenUnit[]>();
    const units = outline.statements.map(({ node, declares }): OpenUnit => {
      const mentions = findMentions(node, this.#code);
      const unit = {
        path,
        node,
        declares,
        mentions,
        isInert: isInert(node, outline),
        foreign: undefined,
        uses: new Set<Unit>(),
      };
      for (const name of declares) unitsOf.set(name, [...(unitsOf.get(name) ?? []), unit]);
      return unit;
    });
    return { path, outline, units, unitsOf };
  }

  #resolve(unit: OpenUnit): void {
    const { path, mentions } = unit;
    for (const mention of mentions.names) {
      const [name = '', member] = mention.split('.');
      const binding = this.#bindings.ofName(path, name);
      if (binding) this.#use(unit, binding, member);
      else if (mention === 'process.env' || name === 'globalThis') unit.uses.add(this.#globals);
      else if (!BUILT_IN.has(name) && !mentions.locals.has(name)) unit.foreign ??= { name };
      else if (member === 'prototype') unit.uses.add(this.prototypes);
    }
    for (const name of mentions.askedFor) {
      const binding = this.#bindings.ofName(path, name);
      if (binding) this.#use(unit, binding, undefined);
    }
    for (const specifier of mentions.importCalls) {
      const binding = specifier === undefined ? undefined : this.#bindings.ofModule(path, specifier);
      if (!binding) unit.foreign ??= { name: 'import' };
      else this.#use(unit, binding, undefined);
      if (binding?.kind === 'namespace') this.#useLoaded(unit, binding.path);
    }
    if (mentions.hasJsx) unit.foreign ??= { name: 'JSX' };
  }

  #use(unit: OpenUnit, binding: Binding, member: string | undefined): void {
    if (binding.kind === 'external') return this.#useExternal(unit, binding.specifier);
    if (binding.kind === 'namespace') {
      const exported = member === undefined ? undefined : this.#bindings.ofExport(binding.path, member);
      if (exported) return this.#use(unit, exported, undefined);
      for (const each of this.#allOf(binding.path)) this.#use(unit, each, undefined);
      return;
    }
    for (const declaring of this.#unitsOf(binding.path, binding.name)) unit.uses.add(declaring);
  }

  /** What runs when a module is imported by a call. */
  #useLoaded(unit: OpenUnit, path: string): void {
    const loaded = new Set([path]);
    // Iterating over a set goes on to what is added meanwhile.
    for (const each of loaded) {
      for (const next of this.loadsOf(each)) loaded.add(next);
      for (const other of this.modules.get(each)?.units ?? []) if (!other.isInert) unit.uses.add(other);
    }
  }

  #useExternal(unit: OpenUnit, specifier: string): void {
    if (isOurs(specifier)) return void unit.uses.add(this.typebox);
    if (!specifier.endsWith('.json')) return void (unit.foreign ??= { specifier });
    let data = this.#data.get(specifier);
    if (!data) this.#data.set(specifier, (data = shared(specifier)));
    unit.uses.add(data);
  }

  /** All that a module exports, also what it re-exports of others. */
  #allOf(path: string, seen: Set<string> = new Set()): readonly Exclude<Binding, { kind: 'namespace' }>[] {
    if (seen.has(path)) return [];
    seen.add(path);
    const { starExports = [] } = this.#project.outlineOf(path) ?? {};
    const stars = starExports.flatMap((specifier) => this.#bindings.ofModule(path, specifier) ?? []);
    return [...this.#bindings.allOf(path), ...stars].flatMap((each) =>
      each.kind === 'namespace' ? this.#allOf(each.path, seen) : [each],
    );
  }

  #unitsOf(path: string, name: string): readonly Unit[] {
    let module = this.modules.get(path);
    const outline = module ? undefined : this.#project.outlineOf(path);
    // Iterating over a map goes on to what is added meanwhile.
    if (outline) this.modules.set(path, (module = this.#read(path, outline)));
    return module?.unitsOf.get(name) ?? [];
  }
}

/** The author's module that an import leads to. */
export function sourceOf(project: SourceProject, specifier: string, path: string): string | undefined {
  if (isOurs(specifier)) return undefined;
  const target = project.resolve(specifier, path);
  return target?.isSource ? target.path : undefined;
}

function sourcesOf(
  project: SourceProject,
  specifiers: readonly (string | undefined)[],
  path: string,
): readonly string[] {
  return [...new Set(specifiers)].flatMap((each) =>
    each === undefined ? [] : (sourceOf(project, each, path) ?? []),
  );
}

/** The author's modules that a module's imports and re-exports load, whatever they are imported for. */
export function sourcesLoadedBy(project: SourceProject, path: string): readonly string[] {
  const outline = project.outlineOf(path);
  if (!outline) return [];
  const { imports, reExports, starExports, sideEffects } = outline;
  const named = [...imports.values(), ...reExports.values()].map(({ specifier }) => specifier);
  return sourcesOf(project, [...named, ...starExports, ...sideEffects], path);
}

// What a module without any of these does, it does to nothing but itself.
const REACHES_OUT = /\bfrom\s*['"]|\bimport\s*['"(]|\brequire\s*\(|\bprototype\b|\bglobalThis\b/;

/** Whether a module's code may have to do with anything outside of it. Looks at its text, before it is parsed. */
function reachesOut(path: string): boolean {
  try {
    return REACHES_OUT.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}
