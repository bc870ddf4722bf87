import type { Diagnostic } from '@btcp/core';
import type { SourceEdit } from '../edit/source-edit.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { ts } from '../source/ts.ts';
import type { EvaluatedTool } from '../evaluate/evaluation-protocol.ts';

/** The input of a fixer. */
export interface FixContext {
  readonly project: SourceProject;
  readonly diagnostic: Diagnostic;
  /** The syntax tree of the diagnostic's file, and the offset of its position. */
  readonly file: ts.SourceFile;
  readonly offset: number;
  readonly tool: EvaluatedTool | undefined;
  /** All diagnostics, for fixes that combine several. */
  readonly all: readonly Diagnostic[];
}

/** Returns the edits that fix a diagnostic; none if the code has an unexpected form. */
export type Fixer = (context: FixContext) => readonly SourceEdit[];
