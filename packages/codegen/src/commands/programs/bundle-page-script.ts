import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import type { LoadedConfig } from '../../config/loaded-config.ts';
import { type BundledAround, buildAround } from '../build-around.ts';
import { firstMessage, forPages, withEsbuild, ASSET_LOADERS } from '../../system/esbuild-service.ts';
import { findImplementations } from './find-implementations.ts';

/** Inputs of `bundlePageScript`. */
export interface PageScriptParts {
  /** The config of the project, which has been built. */
  readonly config: Pick<LoadedConfig, 'root' | 'outDir' | 'tsconfig' | 'config'>;
  /** Absolute path of a module that exports `runPageScript`: of the `<script>`, the registration and the tools to leave out. */
  readonly runner: string;
}

/** A script, or why bundling failed; and the tools that no page can run, with the reason of each. */
export type BundledScript = ({ readonly text: string } | { readonly problem: string }) & {
  readonly leftOut: ReadonlyMap<string, string>;
};

export async function bundlePageScript(parts: PageScriptParts): Promise<BundledScript> {
  const { root, outDir } = parts.config;
  const registration = await readFile(join(outDir, 'registration.ts'), 'utf8');
  const leftOut = new Map<string, string>(
    [...findImplementations(registration)].flatMap(
      ([
        tool,
        {
          contextMembers: [member],
        },
      ]) => (member === undefined ? [] : [[tool, `it reads \`ctx.${member}\`, which no page has`] as const]),
    ),
  );
  const bundle = (): Promise<BundledAround> =>
    withEsbuild(() => buildAround(optionsOf(parts, [...leftOut.keys()]), root, outDir), true);
  try {
    let bundled = await bundle();
    const unbundled = findUnbundled(registration, outDir, bundled);
    if (unbundled.size > 0) {
      for (const [tool, fault] of unbundled) leftOut.set(tool, `it cannot be bundled for a page: ${fault}`);
      bundled = await bundle();
    }
    return { text: bundled.result.outputFiles?.[0]?.text ?? '', leftOut };
  } catch (error) {
    return { problem: firstMessage(error).text, leftOut };
  }
}

/** The page's `<script>` element, in the bundle. */
const SCRIPT = 'btcpScript';
/** Not `document.currentScript`: an image of that name would stand there, with the attributes of whoever wrote it. */
const CURRENT_SCRIPT =
  "Object.getOwnPropertyDescriptor(Document.prototype,'currentScript').get.call(document)";

function optionsOf({ config, runner }: PageScriptParts, leftOut: readonly string[]): BuildOptions {
  const { outDir, tsconfig, config: runtime } = config;
  return {
    stdin: {
      contents: `import { runPageScript } from ${JSON.stringify(runner)};\nimport { registration } from './registration.ts';\nrunPageScript(${SCRIPT}, registration, ${JSON.stringify(leftOut)});`,
      resolveDir: outDir,
      loader: 'js',
    },
    ...forPages(tsconfig),
    format: 'iife',
    loader: ASSET_LOADERS,
    // What lies beside the script is found by it.
    define: { 'import.meta.url': `${SCRIPT}.src` },
    banner: { js: `((${SCRIPT})=>{` },
    footer: { js: `})(${CURRENT_SCRIPT});` },
    plugins: runtime?.sandbox === undefined ? [withoutIsolation] : [],
  };
}

/** The tools that load a module that could not be bundled, and what is wrong with it. */
function findUnbundled(
  registration: string,
  outDir: string,
  { result, faults }: BundledAround,
): ReadonlyMap<string, string> {
  const { inputs } = result.metafile;
  const built = Object.keys(inputs).find((path) => resolve(path) === join(outDir, 'registration.ts')) ?? '';
  const faultFrom = (entry: string): string | undefined => {
    const reached = new Set([entry]);
    // Iterating over a set includes elements added during the loop.
    for (const path of reached) {
      const fault = faults.get(resolve(path));
      if (fault !== undefined) return fault;
      for (const each of inputs[path]?.imports ?? []) reached.add(each.path);
    }
    return undefined;
  };
  return new Map(
    [...findImplementations(registration)].flatMap(([tool, { specifier }]) => {
      const entry = inputs[built]?.imports.find(({ original }) => original === specifier)?.path;
      const fault = entry === undefined ? undefined : faultFrom(entry);
      return fault === undefined ? [] : [[tool, fault] as const];
    }),
  );
}

/** Leaves out what runs tools isolated, which a client loads for no other tools. */
const withoutIsolation: Plugin = {
  name: 'btcp-without-isolation',
  setup(esbuild) {
    esbuild.onLoad({ filter: /[\\/]isolated[\\/]isolate\.[jt]s$/ }, () => ({ contents: 'export {};' }));
  },
};
