import type { SourceProject } from './source-project.ts';

/** Help for an unresolved import such as `@/cell`, `~/cell` or `#lib/cell`; none for other specifiers. */
export function aliasHelp(specifier: string, project: SourceProject): string | undefined {
  const [alias] = /^(?:[@~]|[#$][^/]*)(?=\/)/.exec(specifier) ?? [];
  if (alias === undefined) return undefined;
  const whole = withExtension(specifier, project);
  if (whole !== undefined)
    return `Write \`${whole}\`: with \`"module": "NodeNext"\` an import needs the extension of its file, also where \`paths\` lead to it.`;
  const paths = `"paths": { "${alias}/*": ["./src/*"] }`;
  return `Let \`compilerOptions\` of the project's tsconfig lead \`${alias}/*\` to the folder that holds the file, for example \`${paths}\` (the aliases of bundlers are not read), or import the file by its relative path.`;
}

/** The specifier with the extension that it lacks; undefined where no file is found with one. */
function withExtension(specifier: string, project: SourceProject): string | undefined {
  const { allowImportingTsExtensions = false } = project.options;
  const endings = allowImportingTsExtensions ? ['.ts', '.tsx', '/index.ts'] : ['.js', '/index.js'];
  const from = `${project.root}/tool.ts`;
  return endings.map((each) => specifier + each).find((each) => project.resolve(each, from)?.isSource);
}
