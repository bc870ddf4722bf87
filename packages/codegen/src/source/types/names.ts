import { type ast, type Checker, is, type NodeHandle, type Symbol, SymbolFlags } from './typescript.ts';
import { originOf, TOOLKIT } from '../whose-code.ts';
import { DeclaredNames, isDeclaredName, isExported, isPropertyName, isReference } from './declared-names.ts';
import { isAccess, isText, rootOf, unwrap } from './syntax.ts';

type Node = ast.Node;

interface Checked {
  readonly checker: Checker;
  nodeOf(declaration: NodeHandle): Node | undefined;
}

/** The symbols of names. Asks the checker once for a file, and only about what syntax cannot resolve. */
export class Names {
  readonly #types: Checked;
  readonly #files = new Map<ast.SourceFile, DeclaredNames>();
  readonly #targets = new Map<Symbol, Symbol | undefined>();
  readonly #ofToolkit = new Map<string, Symbol>();

  constructor(types: Checked) {
    this.#types = types;
  }

  /** Asks for the symbols of files in one request. */
  read(files: readonly ast.SourceFile[]): void {
    this.#types.checker.getSymbolAtLocation(
      files.filter((file) => !this.#files.has(file)).flatMap((file) => this.#collect(file)),
    );
  }

  #collect(file: ast.SourceFile): readonly Node[] {
    const found: Collected = { names: [], members: [], references: [], declared: new DeclaredNames() };
    this.#files.set(file, found.declared);
    collect(file, found);
    const meant = found.references.map((name) => found.declared.visibleAt(name) ?? name);
    return [
      ...found.names,
      ...found.members.filter((name) => !this.isOfToolkit(name.parent)),
      ...meant.filter((name) => !isShorthand(name)),
    ];
  }

  /** The symbol that a name stands for; that of the value for a shorthand property. */
  symbolAt(node: Node): Symbol | undefined {
    const { checker } = this.#types;
    const declared = is.isIdentifier(node) && isReference(node) ? this.#visibleAt(node) : undefined;
    if (declared || !isShorthand(node)) return checker.getSymbolAtLocation(declared ?? node);
    return checker.getShorthandAssignmentValueSymbol(node.parent);
  }

  /** Whether an expression is a member of what the toolkit exports, which needs no question: `Type.String`. */
  isOfToolkit(expression: Node): boolean {
    const specifier = this.importedFrom(rootOf(expression));
    return specifier !== undefined && TOOLKIT.has(specifier);
  }

  /** The module that a name is imported from, by its syntax. */
  importedFrom(root: Node): string | undefined {
    const name = is.isIdentifier(root) ? this.#visibleAt(root) : undefined;
    for (let at = name?.parent; at && !is.isSourceFile(at); at = at.parent)
      if (is.isImportDeclaration(at))
        return is.isStringLiteral(at.moduleSpecifier) ? at.moduleSpecifier.text : undefined;
    return undefined;
  }

  /**
   * Whether an expression has the type of a schema by its syntax, which needs no question: `Type.String()`, or a variable
   * with such a value. A cast may give it any other type.
   */
  isSchema(expression: Node): boolean {
    if (is.isCallExpression(expression))
      return isAccess(unwrap(expression.expression)) && this.isOfToolkit(expression.expression);
    const declared = is.isIdentifier(expression) ? this.#visibleAt(expression)?.parent : undefined;
    return (
      declared !== undefined &&
      is.isVariableDeclaration(declared) &&
      !declared.type &&
      declared.initializer !== undefined &&
      is.isCallExpression(declared.initializer) &&
      this.isSchema(declared.initializer)
    );
  }

  #visibleAt(name: ast.Identifier): Node | undefined {
    return this.#files.get(name.getSourceFile())?.visibleAt(name);
  }

  /** Resolves an alias; undefined if its module is missing. */
  target(symbol: Symbol): Symbol | undefined {
    if ((symbol.flags & SymbolFlags.Alias) === 0) return symbol;
    if (!this.#targets.has(symbol)) {
      const { checker } = this.#types;
      const target = this.#imported(symbol) ?? checker.getAliasedSymbol(symbol);
      const isThere = !checker.isUnknownSymbol(target) && target.declarations.length > 0;
      this.#targets.set(symbol, isThere ? target : undefined);
    }
    return this.#targets.get(symbol);
  }

  importOf(alias: Symbol): Node | undefined {
    const [handle] = alias.declarations;
    return handle && originOf(handle.path) === 'project' ? this.#types.nodeOf(handle) : undefined;
  }

  // `import { name } from './module.ts'`, where the module declares the name, costs no request.
  #imported(alias: Symbol): Symbol | undefined {
    const node = this.importOf(alias);
    if (!node || !is.isImportSpecifier(node)) return undefined;
    const { moduleSpecifier } = node.parent.parent.parent as ast.ImportDeclaration; // of named imports
    const key = (node.propertyName ?? node.name).text;
    if (is.isStringLiteral(moduleSpecifier) && TOOLKIT.has(moduleSpecifier.text))
      return this.#exported(`${moduleSpecifier.text} ${key}`, alias);
    const [handle] = this.symbolAt(moduleSpecifier)?.declarations ?? [];
    const file = handle && originOf(handle.path) === 'project' ? this.#types.nodeOf(handle) : undefined;
    if (!file || !is.isSourceFile(file) || file.isDeclarationFile) return undefined;
    this.read([file]);
    const name = this.#files.get(file)?.exported(key);
    return name && this.#types.checker.getSymbolAtLocation(name);
  }

  // What the toolkit exports is the same for every file.
  #exported(key: string, alias: Symbol): Symbol {
    const known = this.#ofToolkit.get(key) ?? this.#types.checker.getAliasedSymbol(alias);
    this.#ofToolkit.set(key, known);
    return known;
  }
}

interface Collected {
  readonly names: Node[];
  readonly members: Node[];
  /** Names that syntax may resolve. */
  readonly references: ast.Identifier[];
  readonly declared: DeclaredNames;
}

function collect(node: Node, found: Collected): void {
  if (isTypeOnly(node)) return;
  if (is.isIdentifier(node)) return collectName(node, found);
  if (is.isPrivateIdentifier(node)) return void found.names.push(node);
  if ((is.isImportDeclaration(node) || is.isExportDeclaration(node)) && node.moduleSpecifier)
    found.names.push(node.moduleSpecifier);
  if (is.isElementAccessExpression(node) && isText(node.argumentExpression))
    found.names.push(node.argumentExpression);
  node.forEachChild((child) => collect(child, found));
}

function collectName(node: ast.Identifier, { names, members, references, declared }: Collected): void {
  declared.addOther(node);
  if (isDeclaredName(node)) {
    declared.add(node);
    if (isExported(node)) names.push(node);
  } else if (isReference(node)) references.push(node);
  else if (is.isPropertyAccessExpression(node.parent)) members.push(node);
  else if (!isPropertyName(node)) names.push(node);
}

/** Whether a node has no value: a type, an interface, an alias. */
export function isTypeOnly(node: Node): boolean {
  if (is.isInterfaceDeclaration(node) || is.isTypeAliasDeclaration(node)) return true;
  return is.isTypeNode(node) && !is.isExpressionWithTypeArguments(node);
}

function isShorthand(
  node: Node,
): node is ast.Identifier & { readonly parent: ast.ShorthandPropertyAssignment } {
  return is.isShorthandPropertyAssignment(node.parent) && node.parent.name === node;
}
