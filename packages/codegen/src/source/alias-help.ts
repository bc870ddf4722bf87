/** Help for an unresolved import such as `@/cell`, `~/cell` or `#lib/cell`; none for other specifiers. */
export function aliasHelp(specifier: string): string | undefined {
  const [alias] = /^(?:[@~]|[#$][^/]*)(?=\/)/.exec(specifier) ?? [];
  if (alias === undefined) return undefined;
  const paths = `"paths": { "${alias}/*": ["./src/*"] }`;
  return `Let \`compilerOptions\` of the project's tsconfig lead \`${alias}/*\` to the folder that holds the file, for example \`${paths}\` (the aliases of bundlers are not read), or import the file by its relative path.`;
}
