import { BTCPError, type Registration } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';

/** The error about a name that no tool of a registration has, with the one that was probably meant. */
export function noTool(name: string, { manifest }: Registration, where: string): BTCPError {
  const names = manifest.tools.map((tool) => tool.name);
  const close = closestName(name, names);
  return new BTCPError('INVALID_ARGUMENT', {
    message: `There is no tool "${name}" ${where}${close === undefined ? '.' : `; did you mean "${close}"?`}`,
    suggestion: `The tools are ${names.join(', ')}.`,
  });
}
