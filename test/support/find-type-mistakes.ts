import ts from 'typescript';

/** What TypeScript says, as strict as it can be, of the source files of a project. */
export function findTypeMistakes(files: readonly string[]): readonly string[] {
  const program = ts.createProgram([...files], {
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
  });
  return files
    .flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
