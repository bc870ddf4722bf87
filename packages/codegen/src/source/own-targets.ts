import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { statOf } from '../system/stat-of.ts';
import { isOwn } from './match-files.ts';
import type { ts } from './ts.ts';

/**
 * The absolute paths, maybe without an extension, that an import of the author's own code names: by a relative path, or by
 * `paths` of the tsconfig. None for a package.
 *
 * @param from - Absolute path of the file that imports it.
 */
export function ownTargets(
  root: string,
  options: ts.CompilerOptions,
  specifier: string,
  from: string,
): readonly string[] {
  // Bundlers read what follows, as in `./icon.svg?raw`.
  const path = specifier.replace(/(?!^)[?#].*$/, '');
  const targets = /^\.\.?(?:\/|$)/.test(path) ? [resolve(dirname(from), path)] : mappedTo(options, path);
  return targets.every((each) => isOwn(root, each)) ? targets : [];
}

function mappedTo(
  { paths = {}, baseUrl, pathsBasePath }: ts.CompilerOptions,
  path: string,
): readonly string[] {
  const base = baseUrl ?? (pathsBasePath as string);
  return Object.entries(paths).flatMap(([pattern, targets]) => {
    const filled = filledBy(pattern, path);
    return filled === undefined
      ? []
      : targets.map((target) =>
          resolve(
            base,
            target.replace('*', () => filled),
          ),
        );
  });
}

/** What `*` of a pattern stands for in a specifier that it matches. One that matches all may be a package's. */
function filledBy(pattern: string, path: string): string | undefined {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return path === pattern ? '' : undefined;
  const isMatch = start !== '' && path.startsWith(start) && path.slice(start.length).endsWith(end);
  return isMatch ? path.slice(start.length, path.length - end.length) : undefined;
}

/** What bundlers add to a path that TypeScript does not read. */
const ENDINGS = ['', '.json', '.css'];

/** Whether a bundler finds something at a path, which need not be code. */
export function isThere(path: string): boolean {
  return ENDINGS.some((ending) => statOf(path + ending)?.isFile()) || existsSync(join(path, 'package.json'));
}
