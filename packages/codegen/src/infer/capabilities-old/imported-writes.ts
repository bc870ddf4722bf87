import { ts } from '../../source/ts.ts';
import { resolveAlias } from './symbol-steps.ts';
import { type Write, writesTo } from './writes.ts';

const writesOfFiles = new WeakMap<ts.SourceFile, ReadonlyMap<ts.Symbol, readonly Write[]>>();

/** What a file puts into a variable that it imports: `sinks.add(sink)`. */
export function importedWritesTo(
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  symbol: ts.Symbol,
): readonly Write[] {
  let writes = writesOfFiles.get(file);
  if (!writes) writesOfFiles.set(file, (writes = collect(checker, file)));
  return writes.get(symbol) ?? [];
}

function collect(checker: ts.TypeChecker, file: ts.SourceFile): ReadonlyMap<ts.Symbol, readonly Write[]> {
  const writes = new Map<ts.Symbol, readonly Write[]>();
  for (const name of importedNames(file)) {
    const symbol = checker.getSymbolAtLocation(name);
    const target = symbol && resolveAlias(checker, symbol);
    const found = writesTo(file, name.text).filter(
      (write) => checker.getSymbolAtLocation(write.target) === symbol,
    );
    if (target && found.length > 0) writes.set(target, found);
  }
  return writes;
}

function importedNames(file: ts.SourceFile): readonly ts.Identifier[] {
  return file.statements.filter(ts.isImportDeclaration).flatMap(({ importClause }) => {
    const named = importClause?.namedBindings;
    const names = named && ts.isNamedImports(named) ? named.elements.map(({ name }) => name) : [];
    return importClause?.name ? [importClause.name, ...names] : names;
  });
}
