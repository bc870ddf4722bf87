import { BTCPError, type Registration } from '@btcp/core';
import { omitKeys } from '@btcp/schema';

/**
 * Registers a manifest, inline where the level of its `sandbox` cannot be had, as that of a frame in Node. Only tests do
 * so: hosts never step down.
 *
 * @param register - Registers it with a client.
 */
export async function inlineWhereUnavailable<T>(
  register: (registration: Registration) => Promise<T>,
  registration: Registration,
): Promise<T> {
  try {
    return await register(registration);
  } catch (error) {
    if (!BTCPError.is(error) || error.code !== 'ISOLATION_UNAVAILABLE') throw error;
    const { manifest } = registration;
    const config = omitKeys({ ...manifest.config }, ['sandbox']);
    return register({ ...registration, manifest: { ...manifest, config } });
  }
}
