import { dirname } from 'node:path';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { Binding } from '../../source/bindings.ts';
import { DEFAULT_EXPORT } from '../../source/module-outline.ts';
import type { TextEdit } from '../../source/text-edits.ts';
import type { ts } from '../../source/ts.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { NAMESPACE } from '../evaluation-protocol.ts';
import { chooseStatements, type LeftOutStatement } from './choose-statements.ts';
import {
  type ExternalBinding,
  type MissingExport,
  type ModuleGraph,
  sourcesLoadedBy,
  type Unit,
} from './module-graph.ts';
import { nameIn } from './mentions.ts';
import { writeModule } from './write-module.ts';

/** The part of one of the author's modules that is evaluated. */
export interface PlannedModule {
  /** Absolute path; of what `import * as` gives of a module, a name of its own. */
  readonly path: string;
  readonly text: string;
  /** Whether Node can run it without compilation. */
  readonly isPlain: boolean;
  /** The edits that turn the author's source into `text`. */
  readonly edits: readonly TextEdit[];
  /** The paths of the modules and the names of the external ones that it imports. */
  readonly imports: ReadonlySet<string>;
}

/** An external module that the author's modules import. */
export interface ExternalImport {
  /** Its name in `imports`. */
  readonly name: string;
  readonly specifier: string;
  /** Absolute path of the JSON that it is. */
  readonly json: string | undefined;
  /** Absolute paths of the author's modules that import it. */
  readonly importers: Set<string>;
  /** The names that those modules import. */
  readonly wanted: Set<string>;
}

/** The modules to evaluate. */
export interface EvaluationPlan {
  /** By path. */
  readonly modules: ReadonlyMap<string, PlannedModule>;
  readonly externals: readonly ExternalImport[];
  readonly missingExports: readonly MissingExport[];
  readonly leftOut: readonly LeftOutStatement[];
}

/** Chooses and writes the parts of the author's modules that the pending tools need. */
export function planModules(
  project: SourceProject,
  graph: ModuleGraph,
  pending: ReadonlySet<DiscoveredTool>,
): EvaluationPlan {
  const { tools } = graph;
  const roots = new Set([...pending].map((tool) => graph.unitOf(tool)));
  const others = new Set(tools.map((tool) => graph.unitOf(tool)).filter((unit) => !roots.has(unit)));
  const { kept, leftOut } = chooseStatements(graph, roots, others);
  const numbers = new Map<ts.Node, number>(
    tools.flatMap((tool, number) =>
      pending.has(tool) || others.has(graph.unitOf(tool)) ? [[tool.call, number]] : [],
    ),
  );
  const planner = new ModulePlanner(project, graph, kept);
  return {
    modules: planner.plan(
      [...pending].map(({ file }) => file),
      numbers,
    ),
    externals: [...planner.externals.values()],
    missingExports: [...kept].flatMap(({ missing }) => missing),
    leftOut,
  };
}

/** What a module imports: in the text, in the order of the source. */
interface Imports {
  readonly text: string;
  readonly targets: ReadonlySet<string>;
}

const quote = (text: string): string => JSON.stringify(text);
const exportedAs = (name: string): string => (name === DEFAULT_EXPORT ? 'default' : `__btcp_${name}`);

/** Lets each module import what it mentions from where that is declared, whatever passes it on. */
class ModulePlanner {
  readonly externals = new Map<string, ExternalImport>();
  readonly #project: SourceProject;
  readonly #graph: ModuleGraph;
  readonly #kept = new Map<string, Set<Unit>>();
  /** The modules that transitively load a kept statement. */
  readonly #leading: ReadonlySet<string>;
  /** What each module has to export. */
  readonly #exported = new Map<string, Set<string>>();
  /** By path. */
  readonly #imports = new Map<string, Imports>();

  constructor(project: SourceProject, graph: ModuleGraph, kept: ReadonlySet<Unit>) {
    this.#project = project;
    this.#graph = graph;
    for (const unit of kept) {
      this.#kept.set(unit.path, (this.#kept.get(unit.path) ?? new Set()).add(unit));
      for (const external of unit.externals) this.#external(external).wanted.add(external.name);
    }
    this.#leading = graph.loaders(this.#kept.keys());
  }

  plan(paths: readonly string[], numbers: ReadonlyMap<ts.Node, number>): ReadonlyMap<string, PlannedModule> {
    const due = new Set(paths);
    // Iterating over a set includes elements added during the loop.
    for (const path of due) {
      const imports = this.#imports.get(path) ?? this.#importsOf(path);
      this.#imports.set(path, imports);
      for (const target of imports.targets) if (!this.externals.has(target)) due.add(target);
    }
    return new Map([...this.#imports].map(([path, imports]) => [path, this.#write(path, imports, numbers)]));
  }

  #write(path: string, imports: Imports, numbers: ReadonlyMap<ts.Node, number>): PlannedModule {
    const outline = this.#project.outlineOf(path);
    const written = outline
      ? writeModule({
          outline,
          units: this.#unitsOf(path),
          definitions: this.#graph.definitions,
          numberOf: (call) => numbers.get(call),
          imports: imports.text,
          exported: [...(this.#exported.get(path) ?? [])].map((name) => `${name} as ${exportedAs(name)}`),
        })
      : { text: imports.text, edits: [], isPlain: true };
    return { path, imports: imports.targets, ...written };
  }

  #unitsOf(path: string): ReadonlySet<Unit> {
    return this.#kept.get(path) ?? new Set();
  }

  #importsOf(path: string): Imports {
    const outline = this.#project.outlineOf(path);
    const loaded = sourcesLoadedBy(this.#project, path).filter((target) => this.#leading.has(target));
    const targets = new Set(loaded);
    const units = [...this.#unitsOf(path)];
    const mentioned = new Set(units.flatMap(({ mentions }) => [...mentions.names].map(nameIn)));
    const lines = [...(outline?.imports.keys() ?? [])].flatMap((local) => {
      const binding = mentioned.has(local) ? this.#graph.bindings.ofName(path, local) : undefined;
      const found = binding && this.#exportOf(binding);
      if (!found) return [];
      targets.add(found.from);
      return `import ${found.name === '*' ? '* as' : `{ ${found.name} as`} ${local}${found.name === '*' ? '' : ' }'} from ${quote(found.from)};`;
    });
    return { text: [...loaded.map((target) => `import ${quote(target)};`), ...lines].join(''), targets };
  }

  /** The module that a binding is imported from, and its name there; `*` for the whole of it. */
  #exportOf(binding: Binding): { readonly from: string; readonly name: string } | undefined {
    if (binding.kind === 'namespace') return { from: this.#namespaceOf(binding.path), name: '*' };
    if (binding.kind === 'own') {
      const { path, name } = binding;
      if (!this.#graph.declaring(path, name).some((unit) => this.#kept.get(path)?.has(unit)))
        return undefined;
      if (name !== DEFAULT_EXPORT)
        this.#exported.set(path, (this.#exported.get(path) ?? new Set()).add(name));
      return { from: path, name: exportedAs(name) };
    }
    const external = this.externals.get(this.#nameOf(binding));
    if (!external?.wanted.has(binding.name)) return undefined;
    return { from: external.name, name: binding.name === '*' ? NAMESPACE : quote(binding.name) };
  }

  /** The name of the module that exports what `import * as` gives of another one. */
  #namespaceOf(path: string): string {
    const name = `exports of ${path}`;
    if (this.#imports.has(name)) return name;
    const targets = new Set<string>(this.#leading.has(path) ? [path] : []);
    const lines = new Map([...targets].map((target) => ['', `import ${quote(target)};`]));
    // Set first, because a module may pass on its own namespace.
    this.#imports.set(name, { text: '', targets });
    for (const [key, binding] of this.#graph.bindings.allOf(path)) {
      const found = this.#exportOf(binding);
      if (!found || lines.has(key)) continue;
      targets.add(found.from);
      const what =
        key === '*' ? '*' : found.name === '*' ? `* as ${quote(key)}` : `{ ${found.name} as ${quote(key)} }`;
      lines.set(key === '*' ? found.from : key, `export ${what} from ${quote(found.from)};`);
    }
    this.#imports.set(name, { text: [...lines.values()].join(''), targets });
    return name;
  }

  // A specifier may resolve to different packages in two folders of a monorepo.
  #nameOf({ path, specifier }: Pick<ExternalBinding, 'path' | 'specifier'>): string {
    return `${specifier} of ${this.#project.resolve(specifier, path)?.path ?? dirname(path)}`;
  }

  #external({ path, specifier }: Pick<ExternalBinding, 'path' | 'specifier'>): ExternalImport {
    const name = this.#nameOf({ path, specifier });
    let external = this.externals.get(name);
    if (!external) {
      const found = this.#project.resolve(specifier, path)?.path;
      const json = found?.endsWith('.json') ? found : undefined;
      external = { name, specifier, json, importers: new Set(), wanted: new Set() };
      this.externals.set(name, external);
    }
    external.importers.add(path);
    return external;
  }
}
