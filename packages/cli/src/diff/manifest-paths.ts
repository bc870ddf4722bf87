import { isObject } from '@btcp/schema';

/** Where packages usually have their manifest. */
const USUAL = ['generated/manifest.json', 'manifest.json', 'dist/manifest.json', '.well-known/btcp.json'];

/**
 * Where to look for the manifest of a package, in order.
 *
 * @param packageJson - The text of its package.json, whose key `btcp` names it.
 */
export function manifestPaths(packageJson: string | undefined): readonly string[] {
  const named = namedIn(packageJson);
  return named === undefined ? USUAL : [named.replace(/^\.\//, '')];
}

function namedIn(packageJson: string | undefined): string | undefined {
  try {
    const pkg: unknown = JSON.parse(packageJson ?? 'null');
    const key = isObject(pkg) ? pkg['btcp'] : undefined;
    const path = isObject(key) ? key['manifest'] : key;
    return typeof path === 'string' ? path : undefined;
  } catch {
    return undefined;
  }
}
