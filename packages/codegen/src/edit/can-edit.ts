import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
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
  if (file === undefined || file.isDeclarationFile) return false;
  if (!isOwn(project, outDir, path) || leadsElsewhere(project, outDir, path)) return false;
  if (readImported(file.text)?.isEdited === false) return false;
  return syntaxErrorsOf(file).length === 0;
}

function isOwn(project: SourceProject, outDir: string, path: string): boolean {
  const isGenerated = path.startsWith(`${outDir.split(sep).join('/')}/`);
  return !isGenerated && !`/${project.relative(path)}`.includes('/node_modules/');
}

// A symbolic link to a file outside the project, or to one that is not source.
function leadsElsewhere(project: SourceProject, outDir: string, path: string): boolean {
  if (isOutside(project.relative(path))) return false;
  const root = realpathSync(project.root);
  const real = relativePath(root, realpathSync(path));
  return isOutside(real) || !isOwn(project, outDir, `${project.root.split(sep).join('/')}/${real}`);
}

function isOutside(relative: string): boolean {
  return relative.startsWith('../') || /^(?:[A-Za-z]:)?\//.test(relative);
}

/** Whether source code has syntax errors, in the language that the file's name implies. */
export function hasSyntaxError(fileName: string, text: string): boolean {
  const compilerOptions = { target: ts.ScriptTarget.ESNext, jsx: ts.JsxEmit.Preserve, allowJs: true };
  const { diagnostics } = ts.transpileModule(text, { fileName, compilerOptions, reportDiagnostics: true });
  return diagnostics !== undefined && diagnostics.length > 0;
}
