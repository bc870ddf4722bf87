import type { Manifest } from './manifest.ts';

const fingerprints = new WeakMap<object, string>();

/**
 * Reads the manifest that a build wrote into `registration.ts`. A client does not check it again, so it is frozen, and
 * a template literal: JSON that a program received, or a changed copy, never counts as built. Code can forge one, but a
 * page that runs a provider's code has trusted it already.
 *
 * @param json - `[manifest, fingerprints]`; those of the tools' schemas, as `joinFingerprints` writes them.
 */
export function parseBuiltManifest({ raw }: TemplateStringsArray): Manifest {
  const [manifest, schemas] = JSON.parse(raw[0] ?? '') as readonly [Manifest, string];
  // Only the strings of a literal are frozen. Others give an ordinary manifest.
  if (Object.isFrozen(raw)) fingerprints.set(freeze(manifest), schemas);
  return manifest;
}

/** The fingerprints of the schemas that a manifest was built with; `undefined` for other manifests. */
export function findBuiltFingerprints(manifest: Manifest): string | undefined {
  return fingerprints.get(manifest);
}

/** Joins the fingerprints of each tool's input and output schema. */
export function joinFingerprints(tools: readonly (readonly (string | undefined)[])[]): string {
  return String(tools);
}

function freeze<T extends object>(value: T): T {
  for (const key in value) {
    const item = value[key];
    if (typeof item === 'object' && item) freeze(item);
  }
  return Object.freeze(value);
}
