import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { replaceFile } from '../cache/cache-file.ts';

/** What Node calls to compile and run a CommonJS module. */
type Compile = (this: NodeJS.Module, text: string, path: string) => unknown;

/** The method's name, which Node has kept since its first versions. */
const COMPILE = '_compile';

/** A script as V8 compiled it. */
interface CompiledScript {
  readonly script: Script;
  /** Absolute path of the file that keeps what V8 made of it. */
  readonly cache: string;
  /** What the script is, and what compiled it. */
  readonly stamp: string;
}

/**
 * Requires a package with what V8 compiled of it the last time, which for ts-morph takes half the time of loading it. Node
 * does so by itself from 22.8 on.
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
    // Of a small file, reading what was compiled takes longer than compiling it.
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
    // By then V8 has also compiled the functions that were called.
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

/** V8 ends the process where it reads what it did not write: what is not whole is not given to it. */
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
    // A folder that cannot be written to costs time, and nothing else.
  }
}

const HASH_LENGTH = 32;

const hashOf = (stamp: string, data: Buffer): Buffer =>
  createHash('sha256').update(stamp).update(data).digest();
