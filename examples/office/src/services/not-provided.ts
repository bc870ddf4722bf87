import { BTCPError } from '@btcp/core';

/**
 * The default of a service that the host must put into the context; it throws instead of giving a value.
 *
 * @throws BTCPError `SERVICE_UNAVAILABLE`.
 */
export function notProvided(service: 'files' | 'db' | 'http' | 'mail'): never {
  throw new BTCPError('SERVICE_UNAVAILABLE', {
    message: `This host gives its tools no "${service}".`,
    suggestion: `Ask the host to create its client with { context: { ${service} } }.`,
  });
}
