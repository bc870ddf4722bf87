import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type BuildFailure, type Loader, type Message, type Plugin, type PluginBuild } from 'esbuild';
import type { SourceProject } from '../source/source-project.ts';
import type { ExternalModule } from './evaluation-protocol.ts';
import { toolExport, type SlicePlan } from './plan-slices.ts';

/** A place in one of the author's modules that cannot be bundled. */
export interface BundleError {
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly message: string;
}

/** One ESM text with all slices in it, or why there is none. */
export type Bundle =
  | { readonly ok: true; readonly code: string; readonly externals: readonly ExternalModule[] }
  | { readonly ok: false; readonly errors: readonly BundleError[] };

// Beside this file, as source or as built.
const RUNTIME = fileURLToPath(new URL(`./evaluation-runtime${extname(import.meta.url)}`, import.meta.url));
const CONDITIONS = extname(import.meta.url) === '.ts' ? ['@btcp/source'] : [];

/**
 * Bundles the slices and the evaluation runtime. Packages stay outside; the runtime loads them one by one, so that
 * one that fails only fails the tools that use it.
 *
 * @param modules - Absolute path → how many tools it has.
 */
export async function bundleSlices(
  project: SourceProject,
  plan: SlicePlan,
  modules: ReadonlyMap<string, number>,
): Promise<Bundle> {
  const externals = new Map<string, ExternalModule>();
  try {
    const result = await build({
      stdin: { contents: entryText(modules), resolveDir: project.root, sourcefile: 'btcp-evaluation.js' },
      bundle: true,
      write: false,
      outdir: project.root,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: CONDITIONS,
      sourcemap: 'inline',
      sourcesContent: false,
      jsx: 'automatic',
      tsconfigRaw: '{}',
      logLevel: 'silent',
      plugins: [slicesPlugin(project, plan, externals)],
    });
    return { ok: true, code: result.outputFiles[0]?.text ?? '', externals: [...externals.values()] };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { ok: false, errors: error.errors.map((message) => placeOf(project, message)) };
  }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors);
}

function placeOf(project: SourceProject, { location, text }: Message): BundleError {
  if (!location) throw new Error(`esbuild: ${text}`);
  const file = fileURLToPath(new URL(location.file, `${pathToFileURL(project.root).href}/`));
  return { file, line: location.line, column: location.column + 1, message: text };
}

function entryText(modules: ReadonlyMap<string, number>): string {
  const entries = [...modules].map(([path, count]) => {
    const tools = Array.from({ length: count }, (_, index) => toolExport(index));
    return `{path:${JSON.stringify(path)},tools:${JSON.stringify(tools)},load:()=>import(${JSON.stringify(path)})}`;
  });
  return `import{evaluateModules}from${JSON.stringify(RUNTIME)};evaluateModules([${entries.join(',\n')}]);`;
}

const EXTERNAL = 'btcp-external';
const OWN_RESOLUTION = { pluginData: 'btcp' } as const;

function slicesPlugin(
  project: SourceProject,
  plan: SlicePlan,
  externals: Map<string, ExternalModule>,
): Plugin {
  return {
    name: 'btcp-slices',
    setup(esbuild) {
      esbuild.onResolve({ filter: /.*/ }, async (args) => {
        if (args.pluginData === OWN_RESOLUTION.pluginData || args.path.startsWith('node:')) return undefined;
        if (plan.slices.has(args.path)) return { path: args.path };
        if (!plan.slices.has(args.importer)) return undefined;
        const target = project.resolve(args.path, args.importer);
        if (target?.isSource && plan.slices.has(target.path)) return { path: target.path };
        if (!externals.has(args.path))
          externals.set(args.path, await resolveExternal(esbuild, args.path, args.resolveDir));
        return { path: args.path, namespace: EXTERNAL };
      });
      esbuild.onLoad({ filter: /.*/ }, (args) => {
        const contents = plan.slices.get(args.path);
        return contents === undefined ? undefined : { contents, loader: loaderOf(args.path) };
      });
      esbuild.onLoad({ filter: /.*/, namespace: EXTERNAL }, (args) => ({
        contents: `module.exports=__btcpExternal(${JSON.stringify(args.path)})`,
        loader: 'js',
      }));
    },
  };
}

async function resolveExternal(
  esbuild: PluginBuild,
  specifier: string,
  resolveDir: string,
): Promise<ExternalModule> {
  const found = await esbuild.resolve(specifier, { ...OWN_RESOLUTION, resolveDir, kind: 'import-statement' });
  if (found.errors.length > 0) return { specifier, reason: `\`${specifier}\` cannot be found` };
  if (found.external || found.namespace !== 'file') return { specifier, url: specifier };
  if (!CODE.has(extname(found.path))) return { specifier, reason: `\`${specifier}\` is not code` };
  return { specifier, url: pathToFileURL(found.path).href };
}

const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.json', '.node', '.ts', '.mts']);

function loaderOf(path: string): Loader {
  const extension = extname(path).slice(1);
  if (extension === 'tsx' || extension === 'jsx') return extension;
  return extension.endsWith('ts') ? 'ts' : 'js';
}
