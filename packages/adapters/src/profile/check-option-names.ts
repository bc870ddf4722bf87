import { BTCPError } from '@btcp/core';
import { isObject } from '@btcp/schema/internal';
import { closestName } from '@btcp/schema/runtime';

/**
 * Refuses options that do not exist: plain JavaScript misspells them, and gets what it did not want.
 *
 * @throws BTCPError `INVALID_ARGUMENT`.
 */
export function checkOptionNames(options: unknown, known: Readonly<Record<string, true>>): void {
  const names = Object.keys(known);
  if (!isObject(options))
    throw new BTCPError('INVALID_ARGUMENT', `The options must be an object; there are ${names.join(', ')}.`);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const close = closestName(unknown, names);
  throw new BTCPError('INVALID_ARGUMENT', {
    message: `There is no option "${unknown}": there are ${names.join(', ')}.`,
    ...(close !== undefined && { suggestion: `Did you mean "${close}"?` }),
  });
}
