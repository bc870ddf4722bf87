import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2023.d.ts'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  customConditions: ['@btcp/source'],
  allowImportingTsExtensions: true,
};

/** A host that parses the files of packages only once; those of the projects change. */
const HOST = ts.createCompilerHost(OPTIONS);
const parsed = new Map<string, ts.SourceFile | undefined>();
const { getSourceFile } = HOST;
HOST.getSourceFile = (path, ...rest) => {
  if (path.includes('/.tmp/')) return getSourceFile(path, ...rest);
  if (!parsed.has(path)) parsed.set(path, getSourceFile(path, ...rest));
  return parsed.get(path);
};

/** TypeScript's errors in the source files of a project, under its strictest options. */
export function findTypeMistakes(files: readonly string[]): readonly string[] {
  const program = ts.createProgram([...files], OPTIONS, HOST);
  return files
    .flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
