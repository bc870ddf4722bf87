import type { Diagnostic } from '@btcp/core';
import type { SourceEdit } from '../edit/source-edit.ts';
import type { EvaluatedTool } from '../../evaluate/evaluated-tool.ts';
import type { SourceProject } from '../../source/source-project.ts';
import type { ts } from '../../source/ts.ts';

/** What a repair may look at. */
export interface FixContext {
  readonly project: SourceProject;
  readonly diagnostic: Diagnostic;
  /** The syntax tree of the diagnostic's file, and the offset of its place. */
  readonly file: ts.SourceFile;
  readonly offset: number;
  readonly tool: EvaluatedTool | undefined;
  /** Everything that was found, for repairs that take several findings together. */
  readonly all: readonly Diagnostic[];
}

/** Makes the edits that correct a mistake and do nothing else; none where the place is not what it takes. */
export type Fixer = (context: FixContext) => readonly SourceEdit[] | Promise<readonly SourceEdit[]>;
