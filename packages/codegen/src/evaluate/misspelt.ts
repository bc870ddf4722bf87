import { closestName } from '@btcp/schema/runtime';

// What the bundler writes before a name that is imported.
const BUNDLED = /\bimport_e\d+\.(?:default\.)?/g;
const MISSING_MEMBER = /\bimport_(e\d+)\.((?:\w+\.)*)(\w+) is not a function$/;

/**
 * The message for `Type.Sting is not a function`.
 *
 * @param externals - The modules that slices import, by name.
 */
export function misspelt(message: string, externals: ReadonlyMap<string, unknown>): string | undefined {
  const [, external = '', path = '', name = ''] = MISSING_MEMBER.exec(message) ?? [];
  const keys = path.split('.').filter(Boolean);
  let owner = externals.get(`${external}.js`);
  for (const key of keys) owner = (Object(owner) as Record<string, unknown>)[key];
  if (keys.length === 0 || owner === undefined) return undefined;
  const written = path.replace(/^default\./, '');
  const close = closestName(name, functionsOf(owner));
  return `\`${written}${name}\` does not exist${close === undefined ? '.' : `; did you mean \`${written}${close}\`?`}`;
}

function functionsOf(owner: unknown): readonly string[] {
  const names: string[] = [];
  for (let level: unknown = owner; level && level !== Object.prototype; level = Object.getPrototypeOf(level))
    names.push(...Object.getOwnPropertyNames(level));
  return names.filter(
    (name) => name !== 'constructor' && typeof (owner as Record<string, unknown>)[name] === 'function',
  );
}

/** A message without the names that the bundler gives imports. */
export const withoutBundled = (message: string): string => message.replace(BUNDLED, '');
