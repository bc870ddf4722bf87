import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Module, SourceTextModule } from 'node:vm';
import type { EvaluatedModule } from '../evaluation-protocol.ts';
import type { ExternalModules } from './external-modules.ts';

// Runs in the evaluation process, so it must not import modules of the build.

/** The author's modules, evaluated as Node evaluates ES modules: in the same order, with the same errors. */
export class OwnModules {
  readonly #sources: ReadonlyMap<string, EvaluatedModule>;
  readonly #modules = new Map<string, SourceTextModule>();
  readonly #externals: ExternalModules;

  constructor(sources: readonly EvaluatedModule[], externals: ExternalModules) {
    this.#sources = new Map(sources.map((source) => [source.path, source]));
    this.#externals = externals;
  }

  async evaluate(path: string): Promise<Module> {
    return run(this.#moduleAt(path), this.#link);
  }

  /** @param target - The path of one of the author's modules, or the name of an external one. */
  readonly #link = (target: string): Module => {
    const module = this.#externals.module(target) ?? this.#moduleAt(target);
    // Linking would throw another error than the module did.
    if (module.status === 'errored') throw module.error;
    return module;
  };

  #moduleAt(path: string): SourceTextModule {
    let module = this.#modules.get(path);
    if (!module) {
      const source = this.#sources.get(path);
      if (!source) throw Object.assign(new Error(`\`${path}\` cannot be found`), { missingImport: path });
      const label = JSON.stringify(path);
      // One line precedes the module's own code.
      const text = `__btcpEnter(${label});\n${source.code}\n__btcpLeave(${label});`;
      module = new SourceTextModule(text, {
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

async function run(module: Module, link: (target: string) => Module): Promise<Module> {
  if (module.status === 'unlinked') await module.link(link);
  if (module.status !== 'evaluating') await module.evaluate();
  return module;
}
