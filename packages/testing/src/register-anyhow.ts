import type { RegisterOptions } from '@btcp/client';
import { BTCPError, type Registration } from '@btcp/core';
import { omitKeys } from '@btcp/schema';

/**
 * Registers a manifest where the level of its `sandbox` cannot be had, as that of a frame in Node: what was built runs in
 * QuickJS, which is as strict, and sources run inline. Only tests do so: hosts never step down.
 *
 * @param register - Registers it with a client, at the level that is given.
 */
export async function registerAnyhow<T>(
  register: (registration: Registration, options: Pick<RegisterOptions, 'sandbox'>) => Promise<T>,
  registration: Registration,
): Promise<T> {
  try {
    return await register(registration, {});
  } catch (error) {
    if (!BTCPError.is(error) || error.code !== 'ISOLATION_UNAVAILABLE') throw error;
    if (registration.isolated) return register(registration, { sandbox: 'wasm' });
    const { manifest } = registration;
    const config = omitKeys({ ...manifest.config }, ['sandbox']);
    return register({ ...registration, manifest: { ...manifest, config } }, {});
  }
}
