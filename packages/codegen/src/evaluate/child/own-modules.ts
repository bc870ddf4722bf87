import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Module, SourceTextModule } from 'node:vm';
import type { EvaluatedModule } from '../evaluation-protocol.ts';

// Runs in the evaluation process, so it must not import modules of the build.

/** The author's modules, evaluated as Node evaluates ES modules: in the same order, with the same errors. */
export class OwnModules {
  readonly #sources: ReadonlyMap<string, EvaluatedModule>;
  /** By path, and external ones by name. */
  readonly #modules: Map<string, Module>;

  constructor(sources: readonly EvaluatedModule[], externals: ReadonlyMap<string, Module>) {
    this.#sources = new Map(sources.map((source) => [source.path, source]));
    this.#modules = new Map(externals);
  }

  async evaluate(path: string): Promise<void> {
    const module = this.#moduleAt(path);
    if (module.status === 'unlinked') await module.link(this.#link);
    if (module.status !== 'evaluating') await module.evaluate();
  }

  readonly #link = (target: string): Module => {
    const module = this.#moduleAt(target);
    // Linking would throw another error than the module did.
    if (module.status === 'errored') throw module.error;
    return module;
  };

  #moduleAt(path: string): Module {
    let module = this.#modules.get(path);
    if (!module) {
      module = new SourceTextModule(this.#sources.get(path)?.code ?? '', {
        identifier: path,
        initializeImportMeta: (meta) =>
          Object.assign(meta, { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) }),
        importModuleDynamically: () => {
          throw new Error('`import()` does not run while schemas are read: import the module at the top');
        },
      });
      this.#modules.set(path, module);
    }
    return module;
  }
}
