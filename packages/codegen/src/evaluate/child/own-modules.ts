import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Module, SourceTextModule } from 'node:vm';
import type { EvaluatedModule } from '../evaluation-protocol.ts';

// Runs in the evaluation process, so it must not import modules of the build.

/**
 * Returns a function that evaluates one of the author's modules as Node evaluates ES modules: in the same order, with the
 * same errors.
 *
 * @param externals - By their names in imports.
 */
export function ownModules(
  sources: readonly EvaluatedModule[],
  externals: ReadonlyMap<string, Module>,
): (path: string) => Promise<void> {
  const codes = new Map(sources.map(({ path, code }) => [path, code]));
  const modules = new Map(externals);
  return async (path) => {
    const module = moduleAt(path);
    if (module.status === 'unlinked') await module.link(link);
    if (module.status !== 'evaluating') await module.evaluate();
  };

  function link(target: string): Module {
    const module = moduleAt(target);
    // Linking would throw another error than the module did.
    if (module.status === 'errored') throw module.error;
    return module;
  }

  function moduleAt(path: string): Module {
    const known = modules.get(path);
    if (known) return known;
    const module = new SourceTextModule(codes.get(path) ?? '', {
      identifier: path,
      initializeImportMeta: (meta) =>
        Object.assign(meta, { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) }),
      importModuleDynamically: () => {
        throw new Error('`import()` does not run while schemas are read: import the module at the top');
      },
    });
    modules.set(path, module);
    return module;
  }
}
