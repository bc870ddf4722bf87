import { resolve, sep } from 'node:path';
import type { BuildOptions, BuildResult, Message, Plugin } from 'esbuild';
import { relativePath } from '../source/match-files.ts';

export interface BundledAround {
  readonly result: BuildResult<{ metafile: true }>;
  /** What is wrong with each, with its place, by absolute path. */
  readonly faults: ReadonlyMap<string, string>;
}

/**
 * Bundles as esbuild does, but where a module cannot be bundled, one that throws takes its place: only what needs it
 * fails.
 *
 * @param root - Absolute path of the folder that places are relative to.
 * @param kept - Absolute path of a folder whose modules are not replaced.
 * @throws esbuild's `BuildFailure` where one of those is at fault.
 */
export async function buildAround(options: BuildOptions, root: string, kept: string): Promise<BundledAround> {
  const { build } = await import('esbuild');
  const faults = new Map<string, string>();
  const plugins = [throwing(faults), ...(options.plugins ?? [])];
  for (;;) {
    try {
      const result = await build({ ...options, metafile: true, plugins });
      return { result, faults };
    } catch (error) {
      const { errors = [] } = error as { readonly errors?: readonly Message[] };
      const found = errors.flatMap(({ text, location }) => {
        // Those of plugins have a namespace; the entry has no file.
        if (!location || !['', 'file'].includes(location.namespace) || location.file === '<stdin>') return [];
        const path = resolve(location.file);
        if (path.startsWith(kept + sep) || faults.has(path)) return [];
        // What imports a name of a module that throws cannot be bundled either.
        const of = faults.get(resolve(NO_EXPORT.exec(text)?.[1] ?? ''));
        return [[path, of ?? `${relativePath(root, path)}:${location.line}: ${text}`] as const];
      });
      if (found.length === 0) throw error;
      // The first of each file.
      for (const [path, fault] of found.toReversed()) faults.set(path, fault);
    }
  }
}

const NO_EXPORT = /^No matching export in "(.*?)"/;

const throwing = (faults: ReadonlyMap<string, string>): Plugin => ({
  name: 'btcp-faults',
  setup(esbuild) {
    esbuild.onLoad({ filter: /.*/ }, ({ path }) => {
      const fault = faults.get(path);
      return fault === undefined ? undefined : { contents: `throw new Error(${JSON.stringify(fault)});` };
    });
  },
});
