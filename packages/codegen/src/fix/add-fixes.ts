import { resolve } from 'node:path';
import type { Diagnostic } from '@btcp/core';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { canEdit } from '../edit/can-edit.ts';
import type { SourceEdit } from '../edit/source-edit.ts';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import type { SourceProject } from '../source/source-project.ts';
import { FIXERS } from './fixers.ts';

/** Gives each diagnostic that has one its repair. */
export async function addFixes(
  project: SourceProject,
  config: LoadedConfig,
  tools: readonly EvaluatedTool[],
  diagnostics: readonly Diagnostic[],
): Promise<readonly Diagnostic[]> {
  const editable = new Map<string, boolean>();
  const isEditable = ({ file }: SourceEdit): boolean => {
    if (!editable.has(file)) editable.set(file, canEdit(project, config, file));
    return editable.get(file) === true;
  };
  const fixed: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const edits = await editsOf(project, config, tools, diagnostic, diagnostics);
    const fix = edits.map((edit) => ({ ...edit, file: project.relative(edit.file) }));
    fixed.push(edits.length > 0 && edits.every(isEditable) ? { ...diagnostic, fix } : diagnostic);
  }
  return fixed;
}

async function editsOf(
  project: SourceProject,
  { root }: LoadedConfig,
  tools: readonly EvaluatedTool[],
  diagnostic: Diagnostic,
  all: readonly Diagnostic[],
): Promise<readonly SourceEdit[]> {
  const fixer = FIXERS.get(diagnostic.id);
  const file = fixer && project.file(resolve(root, diagnostic.file));
  if (!fixer || !file) return [];
  const offset = file.getPositionOfLineAndCharacter(diagnostic.line - 1, diagnostic.column - 1);
  const tool = tools.find(({ name }) => name === diagnostic.tool);
  return fixer({ project, diagnostic, file, offset, tool, all });
}
