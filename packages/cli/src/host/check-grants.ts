import { CAPABILITIES, CAPABILITY_ALIASES, type Manifest } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';
import { InputError } from '../errors.ts';

/**
 * Refuses to grant what neither the protocol knows nor a tool declares.
 *
 * @throws InputError
 */
export function checkGrants(grants: readonly string[], { capabilities }: Manifest): void {
  const known = [...capabilities, ...Object.keys(CAPABILITIES), ...Object.keys(CAPABILITY_ALIASES)];
  const unknown = grants.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  const close = closestName(unknown, known);
  const declared = capabilities.length === 0 ? 'none' : capabilities.join(', ');
  throw new InputError(
    `--grant names "${unknown}", which no tool declares${close === undefined ? '.' : `; did you mean "${close}"?`}`,
    `The tools declare ${declared}.`,
  );
}
