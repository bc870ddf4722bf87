import type { Diagnostic } from '@btcp/core';

/** A diagnostic of the whole project; by default an error at the start of the config. */
export type ProjectDiagnostic = Pick<Diagnostic, 'id' | 'message' | 'help'> & Partial<Diagnostic>;

/** A mistake in the project, outside its tools, that prevents a build. */
export class ProjectError extends Error {
  readonly diagnostic: ProjectDiagnostic;

  constructor(diagnostic: ProjectDiagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

/** The first line of what was thrown, for a message. */
export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return (text.split('\n')[0] as string).replace(/:$/, '');
}
