import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ast, is } from '../../../source/types/typescript.ts';

/** An import, or a whole module, in the place of which other code may run than is read here. */
export interface OtherCode {
  readonly node: ast.Node;
  readonly used: string;
}

const known = new WeakMap<ast.SourceFile, readonly OtherCode[]>();

/**
 * Where other code may run than what TypeScript resolves: a module with its compiled text beside it, which programs and
 * bundlers prefer in their own ways, and imports of package.json that depend on conditions.
 */
export function otherCodeOf(file: ast.SourceFile): readonly OtherCode[] {
  let found = known.get(file);
  if (!found) known.set(file, (found = [...compiledOf(file), ...conditionalOf(file)]));
  return found;
}

function compiledOf(file: ast.SourceFile): readonly OtherCode[] {
  const [, stem = '', kind = ''] = /^(.*)\.([mc]?)tsx?$/.exec(file.fileName) ?? [];
  const beside = [`${stem}.${kind}js`, `${stem}.jsx`].find((path) => stem !== '' && existsSync(path));
  return beside === undefined
    ? []
    : [{ node: file, used: `${basename(beside)} beside ${basename(file.fileName)}` }];
}

function conditionalOf(file: ast.SourceFile): readonly OtherCode[] {
  return file.statements.flatMap((statement) => {
    const node =
      is.isImportDeclaration(statement) || is.isExportDeclaration(statement)
        ? statement.moduleSpecifier
        : undefined;
    if (!node || !is.isStringLiteral(node) || !node.text.startsWith('#')) return [];
    return isConditional(node.text, dirname(file.fileName)) ? [{ node, used: node.text }] : [];
  });
}

/** Whether package.json leads an import to more than one place. */
function isConditional(specifier: string, folder: string): boolean {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return dirname(folder) !== folder && isConditional(specifier, dirname(folder));
  const { imports } = JSON.parse(readFileSync(path, 'utf8')) as { readonly imports?: object };
  return Object.entries(imports ?? {}).some(([key, target]) => {
    const [start = '', end] = key.split('*');
    return (
      typeof target !== 'string' && (end === undefined ? key === specifier : specifier.startsWith(start))
    );
  });
}
