import type { Diagnostic } from '@btcp/core';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { ts } from '../source/ts.ts';
import { readdirSync } from 'node:fs';
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

const EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;

/**
 * Suggests the specifier for an unresolved relative import: of a file with the same name and another extension, or with a
 * similar name.
 *
 * @param from - Absolute path of the file that imports it.
 */
function specifierBeside(specifier: string, from: string): string | undefined {
  const written = basename(specifier);
  const files = filesIn(dirname(resolve(dirname(from), specifier)));
  const names = files.map((file) => file.replace(EXTENSION, ''));
  const name = written.replace(EXTENSION, '');
  const file = files[names.indexOf(names.includes(name) ? name : (closestName(name, names) ?? ''))];
  if (file === undefined) return undefined;
  // Keeps the author's style of importing `.ts`.
  const isSource = /\.(?:[cm]?ts|tsx)$/.test(specifier);
  const imported = isSource ? file : file.replace(/\.[jt]sx?$/, '.js').replace(/\.([cm])ts$/, '.$1js');
  return specifier.slice(0, specifier.length - written.length) + imported;
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((file) => EXTENSION.test(file));
  } catch {
    return [];
  }
}
