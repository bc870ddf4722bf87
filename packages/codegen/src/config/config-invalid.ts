import type { UnplacedDiagnostic } from '@btcp/core';

/** What is wrong with a configuration; the path is empty for the whole of it. */
export function configInvalid(path: string, message: string, help: string): UnplacedDiagnostic {
  return { id: 'config-invalid', severity: 'error', path, message, help };
}
