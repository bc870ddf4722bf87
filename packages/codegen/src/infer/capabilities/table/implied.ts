import { CAPABILITIES, type CapabilityEntry } from '@btcp/core';

/** What each capability also grants. */
export const IMPLIED: Readonly<Partial<Record<string, readonly string[]>>> = Object.fromEntries(
  Object.entries<CapabilityEntry>(CAPABILITIES).map(([capability, { implies }]) => [
    capability,
    implies ?? [],
  ]),
);
