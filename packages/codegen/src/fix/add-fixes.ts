import { resolve } from 'node:path';
import type { Diagnostic } from '@btcp/core';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { canEdit } from '../edit/can-edit.ts';
import type { SourceEdit } from '../edit/edit-sources.ts';
import type { SourceProject } from '../source/source-project.ts';
import { FIXERS } from './fixers.ts';
import type { EvaluatedTool } from '../evaluate/evaluation-protocol.ts';

interface FixesContext {
  readonly project: SourceProject;
  readonly config: LoadedConfig;
  readonly toolNamed: (name: string) => EvaluatedTool | undefined;
  /** Called with a file and the source that its fixes apply to. */
  readonly onFixable: (file: string, text: string) => void;
}

/** Adds a fix to each diagnostic that has one. */
export function addFixes(context: FixesContext, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const { project, config, onFixable } = context;
  const editable = new Map<string, boolean>();
  const isEditable = ({ file }: SourceEdit): boolean => {
    if (!editable.has(file)) editable.set(file, canEdit(project, config, file));
    return editable.get(file) === true;
  };
  const fixed: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const edits = editsOf(context, diagnostic, diagnostics);
    const isFixable = edits.length > 0 && edits.every(isEditable);
    const fix = edits.map((edit) => ({ ...edit, file: project.relative(edit.file) }));
    fixed.push(isFixable ? { ...diagnostic, fix } : diagnostic);
    for (const { file } of isFixable ? edits : [])
      onFixable(resolve(config.root, project.relative(file)), project.file(file)?.text ?? '');
  }
  return fixed;
}

function editsOf(
  { project, config: { root }, toolNamed }: FixesContext,
  diagnostic: Diagnostic,
  all: readonly Diagnostic[],
): readonly SourceEdit[] {
  const fixer = FIXERS.get(diagnostic.id);
  const file = fixer && project.file(resolve(root, diagnostic.file));
  if (!fixer || !file) return [];
  const offset = file.getPositionOfLineAndCharacter(diagnostic.line - 1, diagnostic.column - 1);
  const tool = diagnostic.tool === undefined ? undefined : toolNamed(diagnostic.tool);
  return fixer({ project, diagnostic, file, offset, tool, all });
}
