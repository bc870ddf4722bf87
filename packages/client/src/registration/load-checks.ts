import { BTCPError, CAPABILITY_PATTERN, copyJson, type Registration, type SandboxLevel } from '@btcp/core';
import { failureTexts } from '#failure-texts';
import type { SchemaCompiler } from './check-registration.ts';
import type { ClientOptions } from '../client-options.ts';
import { createEntry, ownValue, runnerOf, type CheckedRegistration } from '../tool-entry.ts';

/** Loads the checks, which pages with built registrations do not need, and checks a registration. */
export async function loadChecks(
  registration: Registration,
  compile: SchemaCompiler | undefined,
): Promise<CheckedRegistration> {
  // Without the texts, errors would lose their issues.
  const [{ checkRegistration }] = await Promise.all([import('./check-registration.ts'), failureTexts.load()]);
  const parts = { BTCPError, CAPABILITY_PATTERN, copyJson, createEntry, ownValue, runnerOf };
  return checkRegistration(parts, registration, compile);
}

/** Loads what runs tools isolated, and starts it. */
export async function loadIsolation(
  checked: CheckedRegistration,
  registration: Registration,
  sandbox: SandboxLevel | undefined,
  options: ClientOptions,
): Promise<Pick<CheckedRegistration, 'entries' | 'retire'>> {
  const { isolate } = await import('../isolated/isolate.ts');
  return isolate({ BTCPError, copyJson }, checked, registration.isolated, sandbox, options.isolation);
}
