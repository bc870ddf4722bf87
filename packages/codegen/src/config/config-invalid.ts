import type { UnplacedDiagnostic } from '@btcp/core';

/** A mistake in a configuration; the path is empty for the whole. */
export function configInvalid(path: string, message: string, help: string): UnplacedDiagnostic {
  return { id: 'config-invalid', severity: 'error', path, message, help };
}
