import type { ImportedBinding } from '../../source/module-outline.ts';
import type { SourceProject } from '../../source/source-project.ts';
import type { MissingExport } from './evaluation-plan.ts';
import { sourceOf, type Unit } from './module-graph.ts';

/** What of a module is run, and what that imports and others import of it. */
export interface ModuleNeeds {
  readonly units: Set<Unit>;
  /** Local names of imports. */
  readonly imports: Set<string>;
  /** Names that are re-exported. */
  readonly reExports: Set<string>;
  hasStarExports: boolean;
  /** Exported names that are asked for, and whether there is such an export. */
  readonly asked: Map<string, boolean>;
}

/** Follows what the kept statements mention through imports and re-exports. */
export class NeedFinder {
  /** By absolute path. */
  readonly needs: Map<string, ModuleNeeds> = new Map();
  readonly missingExports: MissingExport[] = [];
  readonly #project: SourceProject;

  constructor(project: SourceProject) {
    this.#project = project;
  }

  keep(unit: Unit): void {
    const { path, mentions } = unit;
    this.needsOf(path).units.add(unit);
    for (const mention of [...mentions.names, ...mentions.askedFor]) {
      const [name = '', member] = mention.split('.');
      this.#needName(path, name, member);
    }
    for (const specifier of mentions.importCalls)
      if (specifier !== undefined) this.#ask(path, { specifier, name: '*' });
  }

  needsOf(path: string): ModuleNeeds {
    let needs = this.needs.get(path);
    if (!needs) {
      needs = {
        units: new Set(),
        imports: new Set(),
        reExports: new Set(),
        hasStarExports: false,
        asked: new Map(),
      };
      this.needs.set(path, needs);
    }
    return needs;
  }

  #needName(path: string, name: string, member?: string): void {
    const imported = this.#project.outlineOf(path)?.imports.get(name);
    if (!imported) return;
    this.needsOf(path).imports.add(name);
    const wanted = imported.name === '*' && member !== undefined ? { ...imported, name: member } : imported;
    if (!this.#ask(path, wanted)) this.missingExports.push({ path, ...wanted });
  }

  /** @returns Whether there is such an export, as far as the author's own modules tell. */
  #ask(path: string, { specifier, name }: ImportedBinding): boolean {
    const target = sourceOf(this.#project, specifier, path);
    return target === undefined || this.#askFor(target, name);
  }

  #askFor(path: string, name: string): boolean {
    const { asked } = this.needsOf(path);
    let found = asked.get(name);
    if (found === undefined) {
      // Set first, so that modules that re-export each other end.
      asked.set(name, name === '*');
      asked.set(name, (found = this.#followExport(path, name)));
    }
    return found;
  }

  #followExport(path: string, name: string): boolean {
    const outline = this.#project.outlineOf(path);
    if (!outline) return true;
    const { exports, reExports, starExports } = outline;
    const needs = this.needsOf(path);
    if (name === '*')
      for (const exported of [...exports.keys(), ...reExports.keys()]) this.#askFor(path, exported);
    const local = exports.get(name);
    if (local !== undefined) {
      this.#needName(path, local);
      return true;
    }
    const origin = reExports.get(name);
    if (origin) {
      needs.reExports.add(name);
      return this.#ask(path, origin);
    }
    // `default` is never part of `export *`.
    if (name === 'default') return false;
    needs.hasStarExports ||= starExports.length > 0;
    const found = starExports.map((specifier) => this.#ask(path, { specifier, name }));
    return name === '*' || found.includes(true);
  }
}
