import { ts } from '../source/ts.ts';
import type { SourceProject } from '../source/source-project.ts';

const CORE = '@btcp/core';

/** What calling a name does: define a tool, or run a function of the author's that defines one. */
export type Meaning = 'defines-tool' | 'wraps-define-tool';

/** Where a name of a module comes from. */
interface Origin {
  readonly specifier: string;
  /** The name in that module; `*` for the module itself. */
  readonly name: string;
}

/** Finds out which names mean `defineTool`, through renames, namespaces and re-exports. */
export class DefineToolNames {
  readonly #project: SourceProject;
  readonly #exports = new Map<string, Meaning | undefined>();
  readonly #imports = new Map<ts.SourceFile, ReadonlyMap<string, Origin>>();

  constructor(project: SourceProject) {
    this.#project = project;
  }

  /** What a call means in its file. */
  meaningOfCall(call: ts.CallExpression): Meaning | undefined {
    const name = ts.isPropertyAccessExpression(call.expression)
      ? call.expression.expression
      : call.expression;
    if (!ts.isIdentifier(name)) return undefined;
    const file = call.getSourceFile();
    const origin = this.#importsOf(file).get(name.text);
    // A package is parsed only for a call that looks like a definition: most calls to packages are nothing of the sort.
    if (origin && origin.specifier !== CORE && !looksLikeDefinition(call.arguments[0])) {
      if (!this.#project.resolve(origin.specifier, file.fileName)?.isSource) return undefined;
    }
    return this.#meaningOf(call.expression);
  }

  #meaningOf(callee: ts.Expression): Meaning | undefined {
    const file = callee.getSourceFile();
    if (ts.isIdentifier(callee)) return this.#meaningOfLocal(file, callee.text);
    if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return undefined;
    const origin = this.#importsOf(file).get(callee.expression.text);
    if (!origin) return undefined;
    if (origin.name === '*') return this.#meaningOfExport(file.fileName, origin.specifier, callee.name.text);
    const namespace = this.#namespaceBehind(file.fileName, origin);
    return namespace && this.#meaningOfExport(namespace.file, namespace.specifier, callee.name.text);
  }

  #meaningOfLocal(file: ts.SourceFile, name: string): Meaning | undefined {
    const origin = this.#importsOf(file).get(name);
    if (origin)
      return origin.name === '*'
        ? undefined
        : this.#meaningOfExport(file.fileName, origin.specifier, origin.name);
    return this.#meaningOfDeclaration(file, name);
  }

  #meaningOfExport(from: string, specifier: string, name: string): Meaning | undefined {
    if (specifier === CORE) return name === 'defineTool' ? 'defines-tool' : undefined;
    const path = this.#project.resolve(specifier, from)?.path;
    if (path === undefined) return undefined;
    const key = `${path}\0${name}`;
    if (!this.#exports.has(key)) {
      // Set first, so that modules that re-export each other end.
      this.#exports.set(key, undefined);
      this.#exports.set(key, this.#findExport(path, name));
    }
    return this.#exports.get(key);
  }

  #findExport(path: string, name: string): Meaning | undefined {
    const file = this.#project.file(path);
    if (!file) return undefined;
    for (const statement of file.statements) {
      if (!ts.isExportDeclaration(statement)) continue;
      const found = this.#meaningThroughExport(file, statement, name);
      if (found) return found;
    }
    return this.#meaningOfDeclaration(file, name, true);
  }

  #meaningThroughExport(
    file: ts.SourceFile,
    statement: ts.ExportDeclaration,
    name: string,
  ): Meaning | undefined {
    const specifier = specifierOf(statement);
    const clause = statement.exportClause;
    if (!clause)
      return specifier === undefined ? undefined : this.#meaningOfExport(file.fileName, specifier, name);
    if (!ts.isNamedExports(clause)) return undefined;
    const element = clause.elements.find((candidate) => candidate.name.text === name);
    if (!element) return undefined;
    const local = (element.propertyName ?? element.name).text;
    return specifier === undefined
      ? this.#meaningOfLocal(file, local)
      : this.#meaningOfExport(file.fileName, specifier, local);
  }

  /** `export * as kit from '@btcp/core'`, imported by name and used as `kit.defineTool`. */
  #namespaceBehind(from: string, origin: Origin): { file: string; specifier: string } | undefined {
    const path = this.#project.resolve(origin.specifier, from)?.path;
    const file = path === undefined ? undefined : this.#project.file(path);
    for (const statement of file?.statements ?? []) {
      if (!ts.isExportDeclaration(statement) || !statement.exportClause) continue;
      if (!ts.isNamespaceExport(statement.exportClause) || statement.exportClause.name.text !== origin.name)
        continue;
      const specifier = specifierOf(statement);
      if (specifier !== undefined) return { file: path as string, specifier };
    }
    return undefined;
  }

  // `const tool = defineTool` and functions whose body defines a tool.
  #meaningOfDeclaration(file: ts.SourceFile, name: string, exportedOnly = false): Meaning | undefined {
    for (const statement of file.statements) {
      if (exportedOnly && !isExported(statement)) continue;
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name)
        return this.#meaningOfFunction(statement);
      if (!ts.isVariableStatement(statement)) continue;
      const declaration = statement.declarationList.declarations.find(
        (candidate) => ts.isIdentifier(candidate.name) && candidate.name.text === name,
      );
      const value = declaration?.initializer;
      if (!value) continue;
      if (ts.isIdentifier(value) && value.text !== name) return this.#meaningOfLocal(file, value.text);
      if (ts.isPropertyAccessExpression(value)) return this.#meaningOf(value);
      if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return this.#meaningOfFunction(value);
    }
    return undefined;
  }

  #meaningOfFunction(node: ts.Node): Meaning | undefined {
    let found: Meaning | undefined;
    const visit = (child: ts.Node): void => {
      if (found) return;
      if (ts.isCallExpression(child) && ts.isIdentifier(child.expression)) {
        const origin = this.#importsOf(child.getSourceFile()).get(child.expression.text);
        if (origin && this.#meaningOfExport(child.getSourceFile().fileName, origin.specifier, origin.name))
          found = 'wraps-define-tool';
      }
      ts.forEachChild(child, visit);
    };
    visit(node);
    return found;
  }

  #importsOf(file: ts.SourceFile): ReadonlyMap<string, Origin> {
    let origins = this.#imports.get(file);
    if (!origins) this.#imports.set(file, (origins = readImports(file)));
    return origins;
  }
}

function looksLikeDefinition(argument: ts.Expression | undefined): boolean {
  return (
    argument !== undefined &&
    ts.isObjectLiteralExpression(argument) &&
    argument.properties.some(
      (property) => ts.isSpreadAssignment(property) || DEFINITION_KEYS.has(property.name?.getText() ?? ''),
    )
  );
}

const DEFINITION_KEYS: ReadonlySet<string> = new Set(['inputSchema', 'execute']);

function readImports(file: ts.SourceFile): ReadonlyMap<string, Origin> {
  const origins = new Map<string, Origin>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const clause = statement.importClause;
    const specifier = specifierOf(statement);
    if (!clause || clause.isTypeOnly || specifier === undefined) continue;
    if (clause.name) origins.set(clause.name.text, { specifier, name: 'default' });
    if (!clause.namedBindings) continue;
    if (ts.isNamespaceImport(clause.namedBindings)) {
      origins.set(clause.namedBindings.name.text, { specifier, name: '*' });
      continue;
    }
    for (const element of clause.namedBindings.elements) {
      if (!element.isTypeOnly)
        origins.set(element.name.text, { specifier, name: (element.propertyName ?? element.name).text });
    }
  }
  return origins;
}

function specifierOf(statement: ts.ImportDeclaration | ts.ExportDeclaration): string | undefined {
  const node = statement.moduleSpecifier;
  return node && ts.isStringLiteral(node) ? node.text : undefined;
}

/** Whether a statement has the `export` modifier. */
export function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false)
  );
}
