import { closestName } from '@btcp/schema/runtime';

const MISSING_MEMBER = /^((\w+)\.(?:\w+\.)*)(\w+) is not a function$/;

/**
 * Returns the message for errors such as `Type.Sting is not a function`.
 *
 * @param exportNamed - Looks up an export of an external module by its name.
 */
export function misspelt(message: string, exportNamed: (name: string) => unknown): string | undefined {
  const [, path = '', root = '', name = ''] = MISSING_MEMBER.exec(message) ?? [];
  let owner = exportNamed(root);
  for (const key of path.split('.').slice(1, -1)) owner = (Object(owner) as Record<string, unknown>)[key];
  if (owner === undefined) return undefined;
  const close = closestName(name, functionsOf(owner));
  return `\`${path}${name}\` does not exist${close === undefined ? '.' : `; did you mean \`${path}${close}\`?`}`;
}

function functionsOf(owner: unknown): readonly string[] {
  const names: string[] = [];
  for (let level: unknown = owner; level && level !== Object.prototype; level = Object.getPrototypeOf(level))
    names.push(...Object.getOwnPropertyNames(level));
  return names.filter(
    (name) => name !== 'constructor' && typeof (owner as Record<string, unknown>)[name] === 'function',
  );
}
