import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type BuildFailure, type Message, type Plugin } from 'esbuild';
import type { EvaluatedModule } from './evaluation-runtime.ts';
import type { ExternalModule } from './evaluation-protocol.ts';
import { toolExport } from './plan-slices.ts';
import type { ExternalImport, Slice, SlicePlan } from './slice-plan.ts';
import { offsetBefore } from './text-edits.ts';

/** A place in one of the author's modules that cannot be bundled. */
export interface BundleError {
  /** Absolute path. */
  readonly path: string;
  readonly offset: number;
  readonly message: string;
}

/** One ESM text with all slices in it, or why there is none. */
export type Bundle =
  | { readonly ok: true; readonly code: string; readonly externals: readonly ExternalModule[] }
  | { readonly ok: false; readonly errors: readonly BundleError[] };

// Beside this file, as source or as built.
const IS_SOURCE = extname(import.meta.url) === '.ts';
const RUNTIME = fileURLToPath(new URL(`./evaluation-runtime${extname(import.meta.url)}`, import.meta.url));
const CONDITIONS = IS_SOURCE ? ['@btcp/source'] : [];

/**
 * Bundles the slices and the evaluation runtime. The slices lie side by side in a folder under short names, so that
 * esbuild resolves them without asking back. Packages stay outside: the runtime loads them one by one, so that one
 * that fails takes along only the tools that use it.
 *
 * @param folder - Absolute path of an empty folder.
 */
export async function bundleSlices(plan: SlicePlan, folder: string): Promise<Bundle> {
  const sources = join(folder, 'slices');
  await mkdir(sources);
  const files: readonly (readonly [string, string])[] = [
    ...[...plan.slices.values()].map(({ name, text }) => [name, text] as const),
    ...plan.externals.map(
      ({ name }) => [name, `module.exports=__btcpExternal(${JSON.stringify(name)})`] as const,
    ),
    ['entry.ts', entryText(plan)],
  ];
  await Promise.all(files.map(([name, text]) => writeFile(join(sources, name), text)));
  try {
    const result = await build({
      entryPoints: [join(sources, 'entry.ts')],
      bundle: true,
      write: false,
      outfile: join(folder, 'bundle.mjs'),
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: CONDITIONS,
      sourcemap: 'inline',
      sourcesContent: false,
      jsx: 'automatic',
      tsconfigRaw: '{}',
      logLevel: 'silent',
      plugins: [leaveOthersOut(sources)],
    });
    return {
      ok: true,
      code: result.outputFiles[0]?.text ?? '',
      externals: await resolveExternals(plan.externals),
    };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { ok: false, errors: error.errors.map((message) => placeOf(plan, message)) };
  }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors);
}

function placeOf(plan: SlicePlan, { location, text }: Message): BundleError {
  const place = location && originalPlace(plan, location.file, location.line, location.column + 1);
  if (!place) throw new Error(`esbuild: ${text}`);
  const message = text.replace(
    /"[^"]*\b([me]\d+\.[jt]sx?)"/,
    (_, name: string) => `"${describeModule(plan, name)}"`,
  );
  return { ...place, message };
}

function describeModule(plan: SlicePlan, name: string): string {
  return (
    sliceNamed(plan, name)?.path ??
    plan.externals.find((external) => external.name === name)?.specifier ??
    name
  );
}

/**
 * The place in the author's module behind a place in a slice.
 *
 * @param line - From 1, as `column`.
 */
export function originalPlace(
  plan: SlicePlan,
  slicePath: string,
  line: number,
  column: number,
): { readonly path: string; readonly offset: number } | undefined {
  const slice = sliceNamed(plan, slicePath);
  if (!slice) return undefined;
  let lineStart = 0;
  for (let at = 1; at < line; at++) lineStart = slice.text.indexOf('\n', lineStart) + 1;
  return { path: slice.path, offset: offsetBefore(slice.edits, lineStart + column - 1) };
}

function sliceNamed(plan: SlicePlan, slicePath: string): Slice | undefined {
  const name = basename(slicePath);
  return [...plan.slices.values()].find((slice) => slice.name === name);
}

function entryText(plan: SlicePlan): string {
  const modules = [...plan.slices.values()].filter((slice) => slice.toolCount > 0);
  const entries = modules.map(({ path, name, toolCount }) => {
    const fields: Omit<EvaluatedModule, 'load'> = {
      path,
      tools: Array.from({ length: toolCount }, (_, index) => toolExport(index)),
    };
    return `{...${JSON.stringify(fields)},load:()=>import("./${name}")}`;
  });
  return `import{evaluateModules}from${JSON.stringify(RUNTIME)};evaluateModules([${entries.join(',\n')}]);`;
}

// `import()` in a function that a schema might call, and the like.
function leaveOthersOut(sources: string): Plugin {
  return {
    name: 'btcp-leave-others-out',
    setup(esbuild) {
      esbuild.onResolve(
        { filter: /^([^.]|\.[^/]|\.\/[^me]|\.\/[me][^0-9])/ },
        ({ path, resolveDir, kind }) =>
          resolveDir === sources && kind !== 'entry-point' && path !== RUNTIME
            ? { path, external: true }
            : undefined,
      );
    },
  };
}

async function resolveExternals(imports: readonly ExternalImport[]): Promise<readonly ExternalModule[]> {
  const resolved: ExternalModule[] = [];
  const resolver: Plugin = {
    name: 'btcp-resolve',
    setup(esbuild) {
      esbuild.onStart(async () => {
        for (const { name, specifier, from } of imports) {
          const found = await esbuild.resolve(specifier, { resolveDir: from, kind: 'import-statement' });
          resolved.push({
            name,
            specifier,
            ...judge(specifier, found.errors.length > 0, found.external, found.path),
          });
        }
      });
    },
  };
  await build({
    stdin: { contents: '' },
    bundle: true,
    write: false,
    platform: 'node',
    conditions: CONDITIONS,
    logLevel: 'silent',
    plugins: [resolver],
  });
  return resolved;
}

function judge(
  specifier: string,
  isMissing: boolean,
  isBuiltIn: boolean,
  path: string,
): Pick<ExternalModule, 'url' | 'reason'> {
  if (isMissing) return { reason: `\`${specifier}\` cannot be found` };
  if (isBuiltIn) return { url: specifier };
  if (!CODE.has(extname(path))) return { reason: `\`${specifier}\` is not code` };
  return { url: pathToFileURL(path).href };
}

const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.json', '.node', '.ts', '.mts']);
