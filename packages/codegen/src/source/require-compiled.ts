import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { replaceFile } from '../cache/cache-file.ts';

/** Node's function that compiles and runs a CommonJS module. */
type Compile = (this: NodeJS.Module, text: string, path: string) => unknown;

/** The method's name, unchanged since Node's first versions. */
const COMPILE = '_compile';

/** A script compiled by V8. */
interface CompiledScript {
  readonly script: Script;
  /** Absolute path of the file with V8's code cache. */
  readonly cache: string;
  /** Identifies the script and the version of V8. */
  readonly stamp: string;
}

/**
 * Requires a package with V8's code cache, which halves the time to load ts-morph. From 22.8 on, Node has a compile cache
 * of its own.
 *
 * @param name - A CommonJS package that this one depends on.
 */
export function requireCompiled(name: string): unknown {
  const require = createRequire(import.meta.url);
  if ('enableCompileCache' in module) return require(name);
  const cacheFolder = join(folderOf(require.resolve(name)), '.cache/btcp');
  const { prototype } = module as unknown as { readonly prototype: Record<typeof COMPILE, Compile> };
  const compile = prototype[COMPILE];
  const compiled: CompiledScript[] = [];
  prototype[COMPILE] = function compileCached(text, path) {
    // Small files compile faster than their cache is read.
    if (text.length < LARGE) return compile.call(this, text, path);
    const script = compileWith(cacheFolder, text, path);
    if (script.script.cachedDataRejected !== false) compiled.push(script);
    const run = script.script.runInThisContext() as (...scope: readonly unknown[]) => unknown;
    return run.call(this.exports, this.exports, createRequire(path), this, path, dirname(path));
  };
  try {
    return require(name);
  } finally {
    prototype[COMPILE] = compile;
    // Written late, the cache includes functions that V8 compiles on their first call.
    if (compiled.length > 0) process.once('exit', () => compiled.forEach(keep));
  }
}

const LARGE = 100_000;
const FOLDER = /^.*[\\/]node_modules(?=[\\/])/;

/** The `node_modules` that a file is installed in. */
const folderOf = (path: string): string => FOLDER.exec(path)?.[0] ?? dirname(path);

function compileWith(cacheFolder: string, text: string, path: string): CompiledScript {
  const { size, mtimeMs } = statSync(path);
  const stamp = `${process.version} ${process.arch} ${path} ${size} ${mtimeMs}`;
  const cache = join(cacheFolder, `${basename(path)}.v8`);
  const cachedData = readCompiled(cache, stamp);
  const script = new Script(module.wrap(text), {
    filename: path,
    ...(cachedData && { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return { script, cache, stamp };
}

/** Checks the cache's integrity, because V8 crashes the process on corrupt data. */
function readCompiled(cache: string, stamp: string): Buffer | undefined {
  try {
    const content = readFileSync(cache);
    const data = content.subarray(HASH_LENGTH);
    return hashOf(stamp, data).equals(content.subarray(0, HASH_LENGTH)) ? data : undefined;
  } catch {
    return undefined;
  }
}

function keep({ script, cache, stamp }: CompiledScript): void {
  const data = script.createCachedData();
  try {
    replaceFile(cache, Buffer.concat([hashOf(stamp, data), data]));
  } catch {
    // A cache that cannot be written only costs time.
  }
}

const HASH_LENGTH = 32;

const hashOf = (stamp: string, data: Buffer): Buffer =>
  createHash('sha256').update(stamp).update(data).digest();
