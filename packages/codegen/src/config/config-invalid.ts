import type { UnplacedDiagnostic } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';

/** A mistake in a configuration; the path is empty for the whole. */
export function configInvalid(path: string, message: string, help: string): UnplacedDiagnostic {
  return { id: 'config-invalid', severity: 'error', path, message, help };
}

/** Ends a sentence about an unknown name with the known one that may be meant. */
export function orMeant(name: string, known: readonly string[], quote = '`'): string {
  const close = closestName(name, known);
  return close === undefined ? '.' : `; did you mean ${quote}${close}${quote}?`;
}
