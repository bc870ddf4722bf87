import { CAPABILITIES, CAPABILITY_ALIASES, type Manifest } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';

/** What to warn of where a granted capability is neither known nor declared, but close to one that is. */
export function misspeltGrants(grants: readonly string[], { capabilities }: Manifest): readonly string[] {
  const known = [...capabilities, ...Object.keys(CAPABILITIES), ...Object.keys(CAPABILITY_ALIASES)];
  return grants.flatMap((id) => {
    const close = known.includes(id) ? undefined : closestName(id, known);
    return close === undefined ? [] : [`"${id}" is not a known capability; did you mean "${close}"?`];
  });
}
