import { randomBytes } from 'node:crypto';
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { existsSync, realpathSync } from 'node:fs';
import { applyEdits, type TextEdit } from '../source/text-edits.ts';
import { ProjectError, reasonOf } from '../system/project-error.ts';
import { foldersAbove } from '../cache/inputs.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import type { SourceProject } from '../source/source-project.ts';
import { syntaxErrorsOf } from '../source/nodes.ts';
import { ts } from '../source/ts.ts';
import { readImported } from './imported-file.ts';
import { relativePath } from '../source/match-files.ts';

/** Replaces the characters of a source file from `start` up to `end`. */
export interface SourceEdit extends TextEdit {
  /** Absolute path. */
  readonly file: string;
}

/**
 * Applies edits to source files. Skips a file that would have a syntax error afterwards, and one that has changed
 * since the edits were made.
 *
 * @param textOf - Returns the source that the edits of a file were made for, without a byte order mark.
 * @returns The files that were changed.
 * @throws ProjectError if one cannot be written; its old content stays.
 */
export async function editSources(
  edits: readonly SourceEdit[],
  textOf: (file: string) => string | undefined,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const before = textOf(file);
    if (before === undefined) continue;
    const after = applyEdits(
      before,
      edits.filter((edit) => edit.file === file),
    );
    const isSafe = after !== before && !hasSyntaxError(file, after);
    if (isSafe && (await replaceText(file, before, after))) changed.add(file);
  }
  return changed;
}

const BOM = '\uFEFF';

/** Replaces a text by way of a temporary file, and keeps its mode, links to it and its byte order mark. */
async function replaceText(file: string, before: string, after: string): Promise<boolean> {
  try {
    const path = await realpath(file);
    const current = await readFile(path, 'utf8');
    const mark = current.startsWith(BOM) ? BOM : '';
    if (current !== mark + before) return false;
    const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
    try {
      await writeFile(draft, mark + after, { mode: (await stat(path)).mode });
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
    return true;
  } catch (error) {
    throw new ProjectError({
      id: 'source-not-writable',
      message: `${basename(file)} cannot be changed: ${reasonOf(error)}.`,
      help: 'Make the file and its folder writable.',
    });
  }
}

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
function hasSyntaxError(fileName: string, text: string): boolean {
  const compilerOptions = { target: ts.ScriptTarget.ESNext, jsx: ts.JsxEmit.Preserve, allowJs: true };
  const { diagnostics } = ts.transpileModule(text, { fileName, compilerOptions, reportDiagnostics: true });
  return diagnostics !== undefined && diagnostics.length > 0;
}
