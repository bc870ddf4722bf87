import type { Diagnostic } from '@btcp/core';
import { CONFIG_FILES } from '../config/loaded-config.ts';

/** A diagnostic of the project as a whole: an error at the beginning of the config, unless it says otherwise. */
export type ProjectDiagnostic = Pick<Diagnostic, 'id' | 'message' | 'help'> & Partial<Diagnostic>;

/** Something in the project, other than its tools, that keeps it from being built. */
export class ProjectError extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: ProjectDiagnostic) {
    super(diagnostic.message);
    this.diagnostic = { severity: 'error', file: CONFIG_FILES[0], line: 1, column: 1, ...diagnostic };
  }
}

/** The first line of what was thrown, for a message. */
export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return (text.split('\n')[0] as string).replace(/:$/, '');
}
