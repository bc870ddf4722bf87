import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foldersAbove } from '../cache/inputs.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import type { SourceProject } from '../source/source-project.ts';
import { syntaxErrorsOf } from '../source/nodes.ts';
import { ts } from '../source/ts.ts';
import { readImported } from './imported-file.ts';
import { relativePath } from '../source/match-files.ts';

/** Whether a file may be edited: one of the author's, not generated or still updated by imports, and without syntax errors. */
export function canEdit(
  project: SourceProject,
  { outDir }: Pick<LoadedConfig, 'outDir'>,
  path: string,
): boolean {
  const file = project.file(path);
  if (file === undefined || file.isDeclarationFile || readImported(file.text)?.isEdited === false)
    return false;
  const written = project.relative(path);
  const real = relativePath(realpathSync(project.root), realpathSync(path));
  const output = `${project.relative(outDir)}/`;
  const isForeign = [written, real].some(
    (each) => each.startsWith(output) || `/${each}`.includes('/node_modules/'),
  );
  // A symbolic link to a file outside the project.
  const isLinkOut = isOutside(real) && !isOutside(written);
  // A package of the workspace, which may be linked to as a dependency.
  const isOfOther = isOutside(real) && packageOf(dirname(path)) !== packageOf(project.root);
  return !isForeign && !isLinkOut && !isOfOther && syntaxErrorsOf(file).length === 0;
}

/** The folder of the package that a folder is in. */
const packageOf = (within: string): string | undefined =>
  foldersAbove(join(realpathSync(within), 'package.json')).find((folder) =>
    existsSync(join(folder, 'package.json')),
  );

const isOutside = (relative: string): boolean => /^(?:\.\.|(?:[A-Za-z]:)?)\//.test(relative);

/** Whether source code has syntax errors, in the language that the file's name implies. */
export function hasSyntaxError(fileName: string, text: string): boolean {
  const compilerOptions = { target: ts.ScriptTarget.ESNext, jsx: ts.JsxEmit.Preserve, allowJs: true };
  const { diagnostics } = ts.transpileModule(text, { fileName, compilerOptions, reportDiagnostics: true });
  return diagnostics !== undefined && diagnostics.length > 0;
}
