import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JSDoc, Node, Project, type SourceFile, ts } from 'ts-morph';
import { prose } from './prose.ts';

const SOURCE = '@btcp/source';

/** The packages whose public API has a page. */
export const API_PACKAGES = ['core', 'client', 'adapters', 'testing', 'vite'] as const;

/** Where the type of a config is. */
export const CONFIG = 'packages/core/src/config/define-config.ts';

/** Opens what packages export, all at once so that one program answers for all, without type checking it. */
export function openSources(root: string, packages: readonly string[] = API_PACKAGES): Project {
  const project = new Project({
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      customConditions: [SOURCE],
      allowImportingTsExtensions: true,
      noLib: true,
      types: [],
    },
    tsConfigFilePath: join(root, 'tsconfig.base.json'),
    skipAddingFilesFromTsConfig: true,
    // Third-party types are not shown, so they are not parsed.
    resolutionHost: (host, options) => ({
      resolveModuleNames: (names, from) =>
        names.map((name) =>
          /^[.#]|^@btcp\//.test(name)
            ? ts.resolveModuleName(name, from, options(), host, undefined, undefined, ts.ModuleKind.ESNext)
                .resolvedModule
            : undefined,
        ),
    }),
  });
  project.addSourceFileAtPath(join(root, CONFIG));
  for (const name of packages)
    for (const { file } of entriesOf(join(root, 'packages', name))) project.addSourceFileAtPath(file);
  return project;
}

interface PackageJson {
  readonly name: string;
  readonly description: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string | { default: string }>>>>;
}

const readPackage = (folder: string): PackageJson =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;

/** Entry points that built code and the packages themselves import. */
const INTERNAL: ReadonlySet<string> = new Set([
  '@btcp/adapters/formats',
  '@btcp/adapters/internal',
  '@btcp/core/failure-details',
  '@btcp/core/internal',
  '@btcp/core/late-module',
  '@btcp/core/no-typebox',
  '@btcp/core/schema-fingerprint',
]);

/** The entry points of a package that have TypeScript source. */
function entriesOf(folder: string): readonly { readonly name: string; readonly file: string }[] {
  const { name, exports } = readPackage(folder);
  return Object.entries(exports).flatMap(([subpath, target]) => {
    const source = typeof target === 'string' ? undefined : target[SOURCE];
    const path = typeof source === 'object' ? source.default : source;
    return path === undefined || INTERNAL.has(name + subpath.slice(1))
      ? []
      : [{ name: name + subpath.slice(1), file: join(folder, path) }];
  });
}

/** The reference of a package: what each of its entry points exports, from its source and docstrings. */
export function apiPage(project: Project, folder: string): string {
  const { name, description } = readPackage(folder);
  const sections = entriesOf(folder).flatMap(({ name, file }) => {
    const symbols = symbolSections(project.getSourceFileOrThrow(file));
    return symbols.length > 0 ? [`## ${name}\n\n${symbols.join('\n')}`] : [];
  });
  return `# ${name}\n\n${description}\n\n${sections.join('\n')}`;
}

function symbolSections(file: SourceFile): readonly string[] {
  return [...file.getExportedDeclarations()]
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .flatMap(([name, declarations]) => {
      const found = declarations.flatMap((declaration) => {
        const source = declaration.getSourceFile();
        const local = Node.hasName(declaration) ? declaration.getName() : undefined;
        return source.isInNodeModules() ? [] : declared(source, local ?? name);
      });
      const unique = [...new Map(found.map((each) => [each.text, each])).values()];
      if (unique.length === 0) return [];
      const docs = unique.map(({ docs }) => docText(docs)).filter((text) => text !== '');
      const code = unique.map(({ text }) => text).join('\n\n');
      return [[`### ${name}`, ...docs.slice(0, 1), `\`\`\`ts\n${code}\n\`\`\`\n`].join('\n\n')];
    });
}

interface Declared {
  readonly text: string;
  readonly docs: readonly JSDoc[];
}

const DECLARATIONS = new Map<string, SourceFile>();
const declarationFiles = new Project({ useInMemoryFileSystem: true });

/** What a file's declarations, which have no bodies, say of a name. */
function declared(source: SourceFile, name: string): readonly Declared[] {
  const path = source.getFilePath();
  const file =
    DECLARATIONS.get(path) ??
    declarationFiles.createSourceFile(
      `${path}.d.ts`,
      ts.transpileDeclaration(source.getFullText(), { fileName: path, compilerOptions: OPTIONS }).outputText,
    );
  DECLARATIONS.set(path, file);
  return file.getStatements().flatMap((statement) => {
    const names = Node.isVariableStatement(statement)
      ? statement.getDeclarations().map((each) => each.getName())
      : Node.hasName(statement)
        ? [statement.getName()]
        : [];
    if (!names.includes(name) || !Node.isJSDocable(statement)) return [];
    const text = statement
      .getText()
      .replace(/^(export )?(declare )?/, '')
      .replaceAll(/^ +(#private|private .*);\n/gm, '');
    return [{ text, docs: statement.getJsDocs() }];
  });
}

const OPTIONS: ts.CompilerOptions = { target: ts.ScriptTarget.ES2023, isolatedDeclarations: true };

/** The text of a docstring, and its tags as a list, in Markdown. */
export function docText(docs: readonly JSDoc[]): string {
  const doc = docs.at(-1);
  if (!doc) return '';
  const tags = doc.getTags().map((tag) => {
    const text = prose((tag.getCommentText() ?? '').replace(/^-\s*/, '').trim());
    if (Node.isJSDocParameterTag(tag)) return `- \`${tag.getName()}\`: ${text}`;
    if (tag.getTagName() === 'example') return `\n\`\`\`ts\n${tag.getCommentText()?.trim() ?? ''}\n\`\`\``;
    const title = { returns: 'Returns', throws: 'Throws' }[tag.getTagName()] ?? tag.getTagName();
    return `- ${title}: ${text}`;
  });
  return [prose(doc.getDescription().trim()), tags.join('\n').trim()]
    .filter((part) => part !== '')
    .join('\n\n');
}
