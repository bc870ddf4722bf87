import type { Manifest } from '@btcp/core';

/** A name that tools of several manifests have. */
export interface SharedName {
  readonly tool: string;
  /** The names of the manifests. */
  readonly providers: readonly string[];
}

/**
 * Finds the names that tools of several manifests have, sorted.
 *
 * @param manifests - Each name once.
 */
export function findSharedNames(manifests: readonly Manifest[]): readonly SharedName[] {
  const byName = new Map<string, string[]>();
  for (const { name: provider, tools } of manifests) {
    for (const { name } of tools) byName.set(name, [...(byName.get(name) ?? []), provider]);
  }
  return [...byName]
    .filter(([, providers]) => providers.length > 1)
    .map(([tool, providers]) => ({ tool, providers }))
    .sort((a, b) => (a.tool < b.tool ? -1 : 1));
}
