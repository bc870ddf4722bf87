import { sep } from 'node:path';
import type { LoadedConfig } from '../config/loaded-config.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';

/** Whether a file is the author's to change: theirs, not written by a build, and without a syntax error. */
export function canEdit(
  project: SourceProject,
  { outDir }: Pick<LoadedConfig, 'outDir'>,
  path: string,
): boolean {
  const isGenerated = path.startsWith(`${outDir.split(sep).join('/')}/`);
  if (isGenerated || `/${project.relative(path)}`.includes('/node_modules/')) return false;
  const file = project.file(path);
  return file !== undefined && !file.isDeclarationFile && !hasSyntaxError(file.fileName, file.text);
}

/** Whether a text is no TypeScript, or JavaScript, as its file's name says. */
export function hasSyntaxError(fileName: string, text: string): boolean {
  const compilerOptions = { target: ts.ScriptTarget.ESNext, jsx: ts.JsxEmit.Preserve, allowJs: true };
  const { diagnostics } = ts.transpileModule(text, { fileName, compilerOptions, reportDiagnostics: true });
  return diagnostics !== undefined && diagnostics.length > 0;
}
