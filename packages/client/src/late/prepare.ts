import type { Registration, SandboxLevel } from '@btcp/core';
import type { ClientState } from '../client-state.ts';
import type { RegisterOptions } from '../client-options.ts';
import type { CheckedRegistration } from '../tool-entry.ts';

/** Checks a registration that was not built, verifies one, and starts what runs its tools isolated. */
export async function prepare(
  { options, parts }: ClientState,
  registration: Registration,
  { signature, sandbox = options.sandbox }: RegisterOptions,
  built: CheckedRegistration | undefined,
): Promise<CheckedRegistration> {
  const { verify, findUnconsented, compile, isolation } = options;
  let checked = built;
  if (!checked) {
    const { checkRegistration } = await import('../registration/check-registration.ts');
    checked = checkRegistration(parts, registration, compile);
  }
  const { manifest } = checked;
  if (verify) await verify(manifest, signature);
  const changedTools = findUnconsented && (await findUnconsented(manifest));
  const running = await isolated(parts, checked, registration, sandbox, isolation);
  return { ...running, manifest, changedTools };
}

async function isolated(
  parts: ClientState['parts'],
  checked: CheckedRegistration,
  registration: Registration,
  sandbox: SandboxLevel | undefined,
  isolation: ClientState['options']['isolation'],
): Promise<Pick<CheckedRegistration, 'entries' | 'retire'>> {
  if (sandbox === undefined && !checked.manifest.config?.sandbox) return checked;
  const { isolate } = await import('../isolated/isolate.ts');
  return isolate(parts, checked, registration.isolated, sandbox, isolation);
}
