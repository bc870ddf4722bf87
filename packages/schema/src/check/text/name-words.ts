/** The words of a name in camelCase, PascalCase, snake_case or kebab-case, in lower case: `getURLForID` → get, url, for, id. */
export function nameWords(name: string): readonly string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** The last word of a name, its noun. */
export function lastWord(name: string): string {
  return nameWords(name).at(-1) ?? '';
}
