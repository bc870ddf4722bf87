import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Message, type Plugin } from 'esbuild';
import type { LoadedConfig } from '../../config/loaded-config.ts';
import { ASSET_LOADERS } from '../../system/asset-loaders.ts';
import { CONDITIONS, withEsbuild } from '../../system/esbuild-service.ts';
import { findContextMembers } from './find-implementations.ts';

/** Inputs of `bundlePageScript`. */
export interface PageScriptParts {
  /** The config of the project, which has been built. */
  readonly config: Pick<LoadedConfig, 'outDir' | 'tsconfig' | 'config'>;
  /** Absolute path of a module that exports `runPageScript`, which gets the registration and the tools to leave out. */
  readonly runner: string;
}

/** A script, or why bundling failed; and the tools that no page can run, with what each reads of `ctx`. */
export type BundledScript = ({ readonly text: string } | { readonly problem: string }) & {
  readonly leftOut: ReadonlyMap<string, readonly string[]>;
};

/** Bundles the built tools into one script for a page: the same bytes for the same tools. */
export async function bundlePageScript({ config, runner }: PageScriptParts): Promise<BundledScript> {
  const { outDir, tsconfig, config: runtime } = config;
  const leftOut = findContextMembers(await readFile(join(outDir, 'registration.ts'), 'utf8'));
  try {
    const { outputFiles } = await withEsbuild(
      () =>
        build({
          stdin: {
            contents: `import { runPageScript } from ${JSON.stringify(runner)};\nimport { registration } from './registration.ts';\nrunPageScript(registration, ${JSON.stringify([...leftOut.keys()])});`,
            resolveDir: outDir,
            loader: 'js',
          },
          bundle: true,
          write: false,
          format: 'iife',
          platform: 'browser',
          target: 'es2022',
          conditions: [...CONDITIONS, 'module'],
          loader: ASSET_LOADERS,
          // What lies beside the script is found by it.
          define: { 'import.meta.url': 'document.currentScript.src' },
          minify: true,
          legalComments: 'none',
          plugins: runtime?.sandbox === undefined ? [withoutIsolation] : [],
          ...(tsconfig !== undefined && { tsconfig }),
          logLevel: 'silent',
        }),
      true,
    );
    return { text: outputFiles[0]?.text ?? '', leftOut };
  } catch (error) {
    const [first] = (error as { readonly errors?: readonly Message[] }).errors ?? [];
    if (!first) throw error;
    return { problem: first.text, leftOut };
  }
}

/** Leaves out what runs tools isolated, which a client loads for no other tools. */
const withoutIsolation: Plugin = {
  name: 'btcp-without-isolation',
  setup(esbuild) {
    esbuild.onLoad({ filter: /[\\/]isolated[\\/]isolate\.[jt]s$/ }, () => ({ contents: 'export {};' }));
  },
};
