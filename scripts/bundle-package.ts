/**
 * Bundles what Node loads of a package, from what was compiled, into dist/bundle: few files instead of hundreds. Other
 * packages stay outside. Run in the package's folder, with its entries, relative to dist; after `--` come those of another
 * bundle, which shares no file with the one before; after `--data` those that export nothing but JSON, which is written in
 * place of the code that makes it, so that whoever asks for it loads none.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type CodeSplittingNameFunction, type OutputOptions, type Plugin, rolldown } from 'rolldown';

const OUT = 'dist/bundle';
const NAME = basename(process.cwd());

/** Large CommonJS packages, and what is used of them. */
const REQUIRED: Readonly<Record<string, string>> = {
  'ts-morph': 'Project, ts',
  esbuild: 'build, stop, transform',
};

/** Stands for the path of what requires them, which a source map would name. */
const LOADER = 'required-by';

/**
 * Requires these packages instead of importing them: for an import Node reads all nine megabytes of ts-morph once more,
 * looking for the names that it exports, which takes as long as running it.
 */
const requireLarge: Plugin = {
  name: 'require-large',
  resolveId(source) {
    if (source === LOADER) return resolve('dist/source/require-compiled.js');
    return Object.hasOwn(REQUIRED, source) ? `required:${source}` : undefined;
  },
  load(id) {
    const [scheme, name = ''] = id.split(':');
    if (scheme !== 'required') return undefined;
    return `import { requireCompiled } from '${LOADER}';
      export const { ${REQUIRED[name]} } = requireCompiled('${name}');`;
  },
};

const TYPESCRIPT = 'typescript-7/';

/**
 * Takes in the API of TypeScript 7, whose version is pinned: its 62 modules take a thread longer to load than to use. The
 * program that it starts stays in the package for the platform, without the one whose `tsc` would take the place of the
 * author's.
 */
const includeTypeScript: Plugin = {
  name: 'include-typescript',
  resolveId(source, importer = '') {
    if (source === '#getExePath') return source;
    if (source.startsWith(TYPESCRIPT)) return fileURLToPath(import.meta.resolve(source));
    const isIts = source.startsWith('#') && importer.includes(TYPESCRIPT);
    return isIts ? createRequire(importer).resolve(source) : undefined;
  },
  load: (id) =>
    id === '#getExePath'
      ? `import { createRequire } from 'node:module';
         import { dirname, join } from 'node:path';
         export default function getExePath() {
           const { arch, platform } = process;
           const name = '@typescript/typescript-' + platform + '-' + arch;
           let path;
           try {
             path = createRequire(import.meta.url).resolve(name + '/package.json');
           } catch {
             throw new Error(name + ' is not installed');
           }
           return join(dirname(path), 'lib', platform === 'win32' ? 'tsc.exe' : 'tsc');
         }`
      : undefined,
};

/** Takes in what the build evaluates schemas with: its 250 modules take a process longer to load than to start. */
const includeTypeBox: Plugin = {
  name: 'include-typebox',
  resolveId: (source) =>
    NAME === 'codegen' && source === '@sinclair/typebox'
      ? fileURLToPath(import.meta.resolve(source))
      : undefined,
};

/** An import of what Node has; what `node:vm` exports depends on Node's options. */
const BUILTIN = /^import (?:([\w$]+)(?:, )?)?(?:\{ ([^}]*) \})? from "(node:(?!vm")[\w/]+)";$/gm;

/**
 * Takes Node's own modules without importing them, in what only Node runs: for an import Node reads every export, and of
 * `node:fs` loads streams for it, and an edit is built in 5 % less time without.
 */
const getBuiltins: Plugin = {
  name: 'get-builtins',
  renderChunk: (code) => {
    if (!['cli', 'codegen'].includes(NAME)) return undefined;
    const taking = code.replace(BUILTIN, (_, whole?: string, names?: string, id?: string) => {
      const members = names && `{ ${names.replaceAll(' as ', ': ')} }`;
      const taken = [whole, members]
        .filter(Boolean)
        .map((each) => `const ${each} = process.getBuiltinModule("${id}");`);
      return taken.join(' ');
    });
    // No line moves.
    return { code: taking, map: null };
  },
};

/** Takes JSON documents of packages into the bundle: Node 20 cannot import them. */
const includeJson: Plugin = {
  name: 'include-json',
  resolveId: (source, importer = '') =>
    source.endsWith('.json') ? createRequire(importer).resolve(source) : undefined,
};

/**
 * Takes functions of the schema package, and the names of the formats, into commands that need few of them, so that they
 * do not load the rest. Of what holds state, as `registration` and validators do, no copy may be made.
 */
const COPIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  codegen: { '@btcp/schema/runtime': '../schema/dist/runtime/index.js' },
  cli: {
    '@btcp/schema': '../schema/dist/index.js',
    '@btcp/schema/internal': '../schema/dist/internal.js',
    '@btcp/schema/runtime': '../schema/dist/runtime/index.js',
    '@btcp/adapters/formats': '../adapters/dist/bundle/targets/index.js',
  },
};

const copyFunctions: Plugin = {
  name: 'copy-functions',
  resolveId(source) {
    const path = COPIED[NAME]?.[source];
    return path === undefined ? undefined : resolve(path);
  },
};

/** What a package reads while it runs, or has to have beside what it takes in, and where it is in the repository. */
const FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  codegen: {
    'dist/typebox-license.txt': '../../node_modules/@sinclair/typebox/license',
    'dist/typescript-license.txt': '../../node_modules/typescript-7/LICENSE',
    'dist/typescript-notice.txt': '../../node_modules/typescript-7/NOTICE.txt',
  },
  cli: { 'dist/rules': '../../docs/rules' },
};

/** Of the `imports` of package.json, those that are neither other packages nor start files by their path. */
const OWN_IMPORTS = new Set(['#failure-details', '#late-parts', '#failures', '#tool-controller']);

/** Leaves all other packages outside. */
const importPackages: Plugin = {
  name: 'import-packages',
  resolveId: (source, importer) =>
    importer !== undefined && /^[^./]/.test(source) && !isAbsolute(source) && !OWN_IMPORTS.has(source)
      ? { id: source, external: true }
      : undefined,
};

/**
 * Puts what an entry imports at once into one file: a program starts sooner for each file less that Node looks for.
 *
 * @param entry - Absolute path.
 */
function nearTo(entry: string): CodeSplittingNameFunction {
  const near = new Set<string>();
  const copied = Object.values(COPIED[NAME] ?? {}).map((path) => dirname(resolve(path)));
  return (id, context) => {
    const add = (path: string): void => {
      // Of what is copied, only a part is used.
      const isWhole = path.startsWith(resolve('dist')) || path.includes(`/${TYPESCRIPT}`);
      if (near.has(path) || !isWhole) return;
      near.add(path);
      context.getModuleInfo(path)?.importedIds.forEach(add);
    };
    add(entry);
    const isLeaf = context.getModuleInfo(id)?.importedIds.length === 0;
    const isStart = near.has(id) || (isLeaf && copied.some((folder) => id.startsWith(folder)));
    return isStart && id !== entry ? 'start' : null;
  };
}

await rm(OUT, { recursive: true, force: true });
const [code = '', data = ''] = process.argv.slice(2).join(' ').split(' --data ');
for (const group of code.split(' -- ')) {
  const entries = group.split(' ').map((entry) => entry.replace(/\.js$/, ''));
  // A worker is looked for beside the file that starts it, which may end in a chunk.
  const isProgram = entries.some((entry) => !['index', 'internal'].includes(basename(entry)));
  const nameOf = (entry: string): string => (isProgram ? basename(entry) : entry);
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [nameOf(entry), resolve(`dist/${entry}.js`)])),
    plugins: [
      getBuiltins,
      requireLarge,
      includeTypeScript,
      includeTypeBox,
      includeJson,
      copyFunctions,
      importPackages,
    ],
    platform: 'node',
    treeshake: { moduleSideEffects: false },
    preserveEntrySignatures: 'allow-extension',
  });
  const [first = ''] = entries;
  const name = nearTo(resolve(`dist/${first}.js`));
  const start = { name, debugName: 'start', includeDependenciesRecursively: false };
  await bundle.write({
    dir: OUT,
    // For the test that bundles are of what was compiled; not published.
    sourcemap: 'hidden',
    comments: false,
    chunkFileNames: '[name]-[hash].js',
    ...(isProgram && { codeSplitting: { groups: [start] } }),
  } satisfies OutputOptions);
}

for (const entry of data.split(' ').filter(Boolean)) {
  const values = (await import(pathToFileURL(resolve('dist', entry)).href)) as Readonly<
    Record<string, unknown>
  >;
  const lines = Object.entries(values).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`,
  );
  await mkdir(dirname(join(OUT, entry)), { recursive: true });
  await writeFile(join(OUT, entry), lines.join(''));
}

for (const [to, from] of Object.entries(FILES[NAME] ?? {})) {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
}
