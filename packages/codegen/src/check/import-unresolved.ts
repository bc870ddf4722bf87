import type { Diagnostic } from '@btcp/core';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { ts } from '../source/ts.ts';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { closestName } from '@btcp/schema/runtime';

/** Reports an import of the author's own code that leads to no file. */
export function importUnresolved(project: SourceProject, specifier: ts.StringLiteralLike): Diagnostic {
  const { text } = specifier;
  const beside = specifierBeside(text, specifier.getSourceFile().fileName);
  return {
    id: 'import-unresolved',
    severity: 'error',
    ...positionOf(project, specifier),
    message: `The import \`${text}\` cannot be resolved: there is no such file${beside === undefined ? '.' : `; did you mean \`${beside}\`?`}`,
    help:
      beside === undefined
        ? 'Correct the path, or add the file: no tool that imports this module could be loaded.'
        : `Write \`${beside}\`.`,
  };
}

/** The extension to import a file by, by the extension of its source. */
const IMPORTED_AS: Readonly<Record<string, string>> = {
  '.ts': '.js',
  '.tsx': '.js',
  '.mts': '.mjs',
  '.cts': '.cjs',
  '.js': '.js',
  '.jsx': '.js',
  '.mjs': '.mjs',
  '.cjs': '.cjs',
  '.json': '.json',
};
const EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;

/**
 * Suggests the specifier for an unresolved relative import: a file with the same name and another extension, or with a
 * similar name.
 *
 * @param from - Absolute path of the file that imports it.
 */
function specifierBeside(specifier: string, from: string): string | undefined {
  const written = specifier.replace(EXTENSION, '');
  const path = resolve(dirname(from), written);
  const name = nameBeside(path);
  if (name === undefined) return undefined;
  const extension = Object.keys(IMPORTED_AS).find((each) => existsSync(resolve(path, '..', name + each)));
  const stem = written.slice(0, written.length - basename(path).length) + name;
  // Keeps the author's style of importing `.ts`.
  const isSource = /\.(?:[cm]?ts|tsx)$/.test(specifier);
  return extension === undefined ? undefined : stem + (isSource ? extension : IMPORTED_AS[extension]);
}

/** The name, without its extension, of the file that a path most likely stands for. */
function nameBeside(path: string): string | undefined {
  const names = filesIn(dirname(path)).map((file) => file.replace(EXTENSION, ''));
  const written = basename(path);
  return names.includes(written) ? written : closestName(written, names);
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((file) => EXTENSION.test(file));
  } catch {
    return [];
  }
}
