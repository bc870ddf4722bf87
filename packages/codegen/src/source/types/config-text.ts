import { resolve } from 'node:path';

/** Compiler options as TypeScript 7 reads them: enums as numbers, paths absolute. */
type ParsedOptions = Readonly<Record<string, unknown>>;

/**
 * The tsconfig that the build reads types with: the project's, with the build's files and options.
 *
 * @param tsconfig - Absolute path of the project's; without one, strict defaults are used.
 * @param base - The options of that one.
 * @param files - Absolute paths.
 */
export function configText(
  tsconfig: string | undefined,
  base: ParsedOptions,
  files: readonly string[],
): string {
  return JSON.stringify({
    ...(tsconfig !== undefined && { extends: tsconfig }),
    compilerOptions: {
      ...(tsconfig === undefined && DEFAULTS),
      ...OVERRIDES,
      ...places(base),
      ...replaceRemoved(base),
    },
    files,
    include: [],
    references: [],
  });
}

/** The options of a project without a tsconfig. */
export const DEFAULTS = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', strict: true };

/** What replaces the options of any project: the build reads types, also of JavaScript; it never emits. */
export const OVERRIDES = {
  allowJs: true,
  noEmit: true,
  skipLibCheck: true,
  // Strict whatever the project sets, so that derived schemas match the values at run time.
  strictNullChecks: true,
  noUncheckedIndexedAccess: true,
  composite: false,
  incremental: false,
};

/** Repeats the options that may name the folder of the tsconfig that is read, `${configDir}`: it is another one. */
function places({ typeRoots, rootDirs, paths, pathsBasePath }: ParsedOptions): object {
  return {
    ...(typeRoots !== undefined && { typeRoots }),
    ...(rootDirs !== undefined && { rootDirs }),
    ...(typeof pathsBasePath === 'string' && { paths: absolutePaths(paths, pathsBasePath) }),
  };
}

/** Replaces options of TypeScript 5 and 6 that TypeScript 7 has removed. */
function replaceRemoved({ target, module, moduleResolution, ...base }: ParsedOptions): object {
  const isOldTarget = typeof target === 'number' && target < ES2015;
  const isOldResolution = typeof moduleResolution === 'number' && moduleResolution <= NODE10;
  const isOldModule = typeof module === 'number' && module !== COMMON_JS && module < ES2015_MODULE;
  return {
    ...(isOldTarget && { target: 'es2015' }),
    ...(isOldModule && { module: 'esnext' }),
    ...(isOldResolution && { module: 'esnext', moduleResolution: 'bundler' }),
    ...(typeof base['baseUrl'] === 'string' && withoutBaseUrl(base['baseUrl'], base['paths'])),
  };
}

// Values of TypeScript's enums ScriptTarget, ModuleResolutionKind and ModuleKind.
const ES2015 = 2;
const NODE10 = 2;
const COMMON_JS = 1;
const ES2015_MODULE = 5;

function withoutBaseUrl(baseUrl: string, paths: unknown): object {
  return {
    baseUrl: null,
    // Equivalent to `baseUrl` alone: any name may be a path from there.
    paths: { '*': [resolve(baseUrl, '*')], ...absolutePaths(paths, baseUrl) },
  };
}

function absolutePaths(paths: unknown, from: string): object {
  const named = Object.entries((paths ?? {}) as Readonly<Record<string, readonly string[]>>);
  return Object.fromEntries(
    named.map(([name, targets]) => [name, targets.map((target) => resolve(from, target))]),
  );
}
