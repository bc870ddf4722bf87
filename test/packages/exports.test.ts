import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../../packages', import.meta.url));
const SOURCE = '@btcp/source';

/** The fields of a package.json that make its surface. */
/** A file, or one for each condition. */
type Target = string | { readonly default: string };

interface PackageManifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, Target>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

async function readPackages(): Promise<Map<string, PackageManifest>> {
  const packages = new Map<string, PackageManifest>();
  for (const folder of (await readdir(PACKAGES)).sort()) {
    const text = await readFile(join(PACKAGES, folder, 'package.json'), 'utf8');
    // Our own files: a wrong shape shows in the snapshot.
    packages.set(join(PACKAGES, folder), JSON.parse(text) as PackageManifest);
  }
  return packages;
}

/** The sources behind a package's entry points, by subpath. */
function entryFiles(folder: string, { exports }: PackageManifest): Map<string, string> {
  const files = new Map<string, string>();
  for (const [subpath, target] of Object.entries(exports)) {
    const sources = typeof target === 'string' ? undefined : target[SOURCE];
    const source = typeof sources === 'object' ? sources.default : sources;
    if (source !== undefined) files.set(subpath, join(folder, source));
  }
  return files;
}

function openProgram(files: readonly string[]): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: [SOURCE],
    allowImportingTsExtensions: true,
    noEmit: true,
    noLib: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  // Packages export names of their own only, so those of third parties and TypeScript's library are not parsed.
  host.resolveModuleNameLiterals = (literals, importer, redirected) =>
    literals.map(({ text }) =>
      /^(?:\.|@btcp\/)/.test(text)
        ? ts.resolveModuleName(text, importer, options, host, undefined, redirected, ts.ModuleKind.ESNext)
        : { resolvedModule: undefined },
    );
  return ts.createProgram({ rootNames: files, options, host });
}

/** What a module exports, types marked as such. */
function exportedNames(program: ts.Program, file: string): string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) return [];
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (isValue(checker, symbol) ? symbol.name : `type ${symbol.name}`))
    .sort();
}

function isValue(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  return (target.flags & ts.SymbolFlags.Value) !== 0 && !isExportedAsType(symbol);
}

// `export type { Class }` gives a name for a value that can't be used as one.
function isExportedAsType(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((node) => ts.isTypeOnlyImportOrExportDeclaration(node));
}

it('the packages export exactly what exports.json lists', async () => {
  const packages = await readPackages();
  const files = [...packages].flatMap(([folder, manifest]) => [...entryFiles(folder, manifest).values()]);
  const program = openProgram(files);
  const surface = [...packages].map(([folder, manifest]) => [
    manifest.name,
    {
      ...(manifest.bin && { bin: manifest.bin }),
      ...(manifest.peerDependencies && { peerDependencies: manifest.peerDependencies }),
      exports: manifest.exports,
      names: Object.fromEntries(
        [...entryFiles(folder, manifest)].map(([subpath, file]) => [subpath, exportedNames(program, file)]),
      ),
    },
  ]);
  // After an intended change: npx vitest run test/packages -u
  await expect(`${JSON.stringify(Object.fromEntries(surface), null, 2)}\n`).toMatchFileSnapshot(
    'exports.json',
  );
});
