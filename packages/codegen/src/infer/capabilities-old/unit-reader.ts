import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { isFunctionValue, originOf, platformMemberOf } from './declarations.ts';
import { addsToFunction, changersOf, feedersOf } from './feeders.ts';
import { superCallOf } from './find-member.ts';
import { libraryOf } from './library-of.ts';
import { indexDeclaration, keyOf, memberSymbols, namesElement } from './member-symbols.ts';
import { coerce, readBinary, readTarget } from './read-assignment.ts';
import { readCall } from './read-call.ts';
import { readJsx } from './read-jsx.ts';
import { spellsObject } from './spells-object.ts';
import type { Mode, Reader, Reference, Step } from './step.ts';
import { isPrimitive, resolveAlias, stepsOfMember, stepsOfSymbol } from './symbol-steps.ts';

/** Reads one unit of code: a function, a class, a variable with its value, a module, or an expression. */
export function readUnit(checker: ts.TypeChecker, unit: ts.Node): readonly Step[] {
  const reader = new UnitReader(checker);
  reader.readUnit(unit);
  return reader.steps;
}

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

class UnitReader implements Reader {
  readonly steps: Step[] = [];
  readonly checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.checker = checker;
  }

  readUnit(unit: ts.Node): void {
    if (ts.isClassLike(unit)) this.#readClass(unit);
    else if (ts.isVariableDeclaration(unit)) this.#readModuleVariable(unit);
    else if (ts.isBindingElement(unit)) this.#readTakenName(unit);
    else if (ts.isSourceFile(unit)) this.#readModule(unit);
    else if (ts.isExportAssignment(unit)) this.visit(unit.expression);
    else if (ts.isFunctionLike(unit)) this.#readFunction(unit);
    else this.visit(unit);
  }

  #readFunction(unit: ts.SignatureDeclaration): void {
    for (const statement of changersOf(unit)) this.visit(statement);
    for (const parameter of unit.parameters) this.#visitDeclared(parameter);
    if ('body' in unit && unit.body) this.visit(unit.body);
  }

  #readModule(file: ts.SourceFile): void {
    for (const statement of file.statements) {
      const specifier =
        (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier;
      const module = specifier ? this.checker.getSymbolAtLocation(specifier)?.valueDeclaration : undefined;
      if (module && originOf(module) === 'project' && !module.getSourceFile().isDeclarationFile)
        this.steps.push({ kind: 'enter', unit: module, reference: { node: statement, mode: 'read' } });
      if (!addsToFunction(statement)) this.visit(statement);
    }
  }

  #readClass(unit: ts.ClassLikeDeclaration): void {
    for (const statement of changersOf(unit)) this.visit(statement);
    for (const clause of unit.heritageClauses ?? []) {
      if (clause.token === ts.SyntaxKind.ExtendsKeyword)
        for (const type of clause.types) this.#readBase(unit, type.expression);
    }
    for (const decorated of [unit, ...unit.members])
      for (const { expression } of ts.canHaveDecorators(decorated) ? (ts.getDecorators(decorated) ?? []) : [])
        this.visit(expression);
    for (const member of unit.members) {
      if (member.name && ts.isComputedPropertyName(member.name)) this.visit(member.name.expression);
      if (ts.isPropertyDeclaration(member) && member.initializer && !isLazy(unwrap(member.initializer)))
        this.visit(member.initializer);
      if (ts.isClassStaticBlockDeclaration(member)) this.visit(member.body);
      if (ts.isConstructorDeclaration(member) && member.body)
        this.steps.push({ kind: 'enter', unit: member, reference: { node: member, mode: 'read' } });
    }
  }

  // The platform's classes are constructed by whoever constructs the author's.
  #readBase(unit: ts.ClassLikeDeclaration, base: ts.Expression): void {
    const symbol = this.checker.getSymbolAtLocation(base);
    const declarations = (symbol && resolveAlias(this.checker, symbol)?.declarations) ?? [];
    // The interface of the same name is declared beside the class.
    const declaration = declarations.find(
      (each) => ts.isVariableDeclaration(each) && originOf(each) === 'platform',
    );
    const owner = declaration && platformMemberOf(declaration)?.name;
    if (owner === undefined) return this.visit(base, 'test');
    const args = superCallOf(unit)?.arguments ?? [];
    for (const step of stepsOfMember(
      { owner, name: 'new', isStatic: true, isMethod: false },
      { node: base, mode: 'read', args },
    ))
      this.steps.push(step);
  }

  // What other statements of the module put into it belongs to it.
  #readModuleVariable(unit: ts.VariableDeclaration): void {
    this.#readVariable(unit);
    for (const statement of feedersOf(unit)) this.visit(statement);
  }

  #readVariable({ name, initializer }: ts.VariableDeclaration): void {
    if (initializer && !(ts.isIdentifier(name) && isLazy(unwrap(initializer)))) this.visit(initializer);
    if (!ts.isIdentifier(name)) this.#readPattern(name);
  }

  // `const { clipboard, geolocation } = navigator`: what leads to one name is read with it.
  #readTakenName(element: ts.BindingElement): void {
    const holder = element.parent.parent;
    if (ts.isBindingElement(holder)) this.#readTakenName(holder);
    else if (ts.isVariableDeclaration(holder) && holder.initializer) this.visit(holder.initializer);
    this.#readElement(element, element.parent);
  }

  #visitDeclared(node: ts.ParameterDeclaration | ts.VariableDeclaration): void {
    if (ts.isVariableDeclaration(node)) return this.#readVariable(node);
    if (node.initializer && !isLazy(unwrap(node.initializer))) this.visit(node.initializer);
    if (!ts.isIdentifier(node.name)) this.#readPattern(node.name);
  }

  #readPattern(pattern: ts.BindingPattern): void {
    for (const element of pattern.elements) {
      if (ts.isOmittedExpression(element)) continue;
      this.#readElement(element, pattern);
      if (!ts.isIdentifier(element.name)) this.#readPattern(element.name);
    }
  }

  #readElement(element: ts.BindingElement, pattern: ts.BindingPattern): void {
    const key = element.propertyName ?? element.name;
    if (ts.isComputedPropertyName(key)) this.visit(key.expression);
    if (element.dotDotDotToken) this.push({ kind: 'enumerate', value: pattern });
    else if (ts.isObjectBindingPattern(pattern))
      this.readMember(element, pattern, { node: key, mode: 'read', receiver: pattern });
    if (element.initializer) this.visit(element.initializer);
  }

  push(step: Step): void {
    this.steps.push(step);
  }

  visit = (node: ts.Node, mode: Mode = 'read', args?: readonly ts.Node[], value?: ts.Node): void => {
    if (ts.isIdentifier(node)) return this.#readName(node, { node, mode, args, value });
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
      return this.#readAccess(node, { node, mode, args, value, receiver: node.expression });
    if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node))
      return readCall(this, node);
    if (ts.isExpression(node) && unwrap(node) !== node) return this.visit(unwrap(node), mode, args, value);
    if (ts.isBinaryExpression(node)) return readBinary(this, node);
    if (ts.isObjectLiteralExpression(node)) return this.#readLiteral(node);
    if (isFunctionValue(node)) return ts.isFunctionDeclaration(node) ? undefined : this.#enter(node);
    if (ts.isClassLike(node)) return ts.isClassDeclaration(node) ? undefined : this.#enter(node);
    if (ts.isVariableDeclaration(node)) return this.#visitDeclared(node);
    return isInert(node) ? undefined : this.#visitStatement(node);
  };

  #visitStatement(node: ts.Node): void {
    if (ts.isForInStatement(node) || ts.isForOfStatement(node)) return this.#readLoop(node);
    if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) return this.enumerate(node.expression);
    if (ts.isTypeOfExpression(node)) return this.visit(node.expression, 'test');
    if (ts.isDeleteExpression(node)) return this.visit(node.expression, 'write');
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return this.#readUnary(node);
    if (ts.isTemplateSpan(node)) coerce(this, node.expression);
    if (ts.isIfStatement(node))
      return this.#readChoice(node.expression, [node.thenStatement, node.elseStatement]);
    if (ts.isConditionalExpression(node))
      return this.#readChoice(node.condition, [node.whenTrue, node.whenFalse]);
    if (ts.isJsxOpeningLikeElement(node)) return readJsx(this, node);
    if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node)) return this.#readStatements(node);
    const name = nameWithoutValue(node);
    ts.forEachChild(node, (child) => (child === name ? undefined : this.visit(child)));
  }

  // Nothing runs after a `return` or `throw`.
  #readStatements(node: ts.Block | ts.CaseOrDefaultClause): void {
    if (ts.isCaseClause(node)) this.visit(node.expression);
    for (const statement of node.statements) {
      this.visit(statement);
      if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement)) return;
    }
  }

  #readChoice(condition: ts.Expression, branches: readonly (ts.Node | undefined)[]): void {
    this.visit(condition, 'test');
    for (const branch of branches) if (branch) this.visit(branch);
  }

  #readUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): void {
    if (node.operator === ts.SyntaxKind.ExclamationToken) return this.visit(node.operand, 'test');
    const isUpdate =
      node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
    return this.visit(node.operand, isUpdate ? 'both' : 'read');
  }

  #enter(unit: ts.Node): void {
    this.push({ kind: 'enter', unit, reference: { node: unit, mode: 'read' } });
  }

  #readLoop(node: ts.ForInStatement | ts.ForOfStatement): void {
    if (ts.isForInStatement(node)) this.enumerate(node.expression);
    else this.visit(node.expression);
    if (ts.isVariableDeclarationList(node.initializer)) this.visit(node.initializer);
    else readTarget(this, node.initializer, 'write', undefined);
    this.visit(node.statement);
  }

  enumerate(expression: ts.Expression): void {
    this.visit(expression);
    if (spellsObject(expression) || this.#isObject(this.checker.getTypeAtLocation(expression)))
      this.push({ kind: 'enumerate', value: expression });
  }

  #isObject(type: ts.Type): boolean {
    return !isPrimitive(type) && !this.checker.isArrayLikeType(type);
  }

  #readLiteral(node: ts.ObjectLiteralExpression): void {
    this.push({ kind: 'alive', node });
    for (const property of node.properties) {
      if (property.name && ts.isComputedPropertyName(property.name)) this.visit(property.name.expression);
      if (ts.isSpreadAssignment(property)) this.visit(property);
      else if (ts.isShorthandPropertyAssignment(property)) this.#readShorthand(property);
      else if (ts.isPropertyAssignment(property) && !this.#isLazyValue(property.initializer))
        this.visit(property.initializer);
    }
  }

  #readShorthand(property: ts.ShorthandPropertyAssignment): void {
    const symbol = this.checker.getShorthandAssignmentValueSymbol(property);
    if (symbol && !this.#isFunctionSymbol(symbol))
      this.#readSymbol(symbol, { node: property.name, mode: 'read' });
  }

  #isLazyValue(initializer: ts.Expression): boolean {
    const value = unwrap(initializer);
    if (isLazy(value)) return true;
    const symbol = ts.isIdentifier(value) ? this.checker.getSymbolAtLocation(value) : undefined;
    return symbol !== undefined && this.#isFunctionSymbol(symbol);
  }

  #isFunctionName(expression: ts.Expression): boolean {
    const symbol = ts.isIdentifier(expression) ? this.checker.getSymbolAtLocation(expression) : undefined;
    const declaration = symbol && resolveAlias(this.checker, symbol)?.valueDeclaration;
    if (!declaration) return false;
    if (!ts.isVariableDeclaration(declaration)) return isFunctionValue(declaration);
    return declaration.initializer !== undefined && isFunctionValue(unwrap(declaration.initializer));
  }

  #isFunctionSymbol(symbol: ts.Symbol): boolean {
    const declaration = resolveAlias(this.checker, symbol)?.valueDeclaration;
    if (!declaration || originOf(declaration) !== 'project') return false;
    if (ts.isFunctionDeclaration(declaration) || ts.isClassLike(declaration)) return true;
    return (
      ts.isVariableDeclaration(declaration) &&
      declaration.initializer !== undefined &&
      isLazy(unwrap(declaration.initializer))
    );
  }

  #readName(name: ts.Identifier, reference: Reference): void {
    const { parent } = name;
    const symbol =
      ts.isShorthandPropertyAssignment(parent) && parent.name === name
        ? this.checker.getShorthandAssignmentValueSymbol(parent)
        : this.checker.getSymbolAtLocation(name);
    if (symbol) return this.#readSymbol(symbol, reference);
    if (
      reference.mode !== 'test' &&
      name.text !== 'undefined' &&
      name.text !== 'arguments' &&
      !ts.isJsxAttribute(parent)
    )
      this.push({ kind: 'flag', flag: 'opaque', node: name, used: name.text });
  }

  #readSymbol(symbol: ts.Symbol, reference: Reference): void {
    for (const step of stepsOfSymbol(this.checker, symbol, reference)) this.push(step);
  }

  #readAccess(node: Access, reference: Reference): void {
    const isDescribed = DESCRIBING.has(keyOf(node) ?? '') && this.#isFunctionName(node.expression);
    if (node.expression.kind !== ts.SyntaxKind.SuperKeyword && !isDescribed) this.visit(node.expression);
    if (ts.isElementAccessExpression(node)) this.visit(node.argumentExpression);
    this.readMember(node, node.expression, reference);
  }

  readMember(node: ts.Node, receiver: ts.Node, reference: Reference): void {
    const symbols = memberSymbols(this.checker, node, receiver);
    if (symbols?.some(isOfTree) && isShadowTree(this.checker, receiver))
      this.push({ kind: 'powers', node, used: 'ShadowRoot', powers: ['dom:shadow'] });
    for (const symbol of symbols ?? []) {
      if (symbol.declarations?.length) this.#readSymbol(symbol, reference);
      else this.push({ kind: 'member', key: symbol.name, reference });
      const library = libraryOf(symbol);
      if (library)
        this.push({ kind: 'member', key: symbol.name, reference: { ...reference, receiver }, library });
    }
    if (symbols || namesElement(this.checker, node, receiver)) return;
    const index = indexDeclaration(this.checker, node, receiver);
    const member = index && originOf(index) === 'platform' ? platformMemberOf(index) : undefined;
    if (member) for (const step of stepsOfMember(member, reference)) this.push(step);
    else this.push({ kind: 'member', key: keyOf(node), reference });
  }
}

/** What a function says of itself without running. */
const DESCRIBING: ReadonlySet<string> = new Set(['name', 'length']);

/** Interfaces of the page that a shadow tree has in common with other nodes. */
const TREE = /^(?:Node|DocumentFragment|DocumentOrShadowRoot|ParentNode|NonElementParentNode|ShadowRoot)$/;

function isOfTree({ declarations }: ts.Symbol): boolean {
  const holder = declarations?.[0]?.parent;
  return holder !== undefined && ts.isInterfaceDeclaration(holder) && TREE.test(holder.name.text);
}

function isShadowTree(checker: ts.TypeChecker, receiver: ts.Node): boolean {
  return checker.getNonNullableType(checker.getTypeAtLocation(receiver)).getSymbol()?.name === 'ShadowRoot';
}

/** A name in a node that stands for nothing else: a label, an attribute, an element of the page in JSX. */
function nameWithoutValue(node: ts.Node): ts.Node | undefined {
  if (ts.isLabeledStatement(node)) return node.label;
  if (ts.isModuleDeclaration(node) || ts.isJsxAttribute(node)) return node.name;
  return ts.isJsxClosingElement(node) ? node.tagName : undefined;
}

/** Whether a node is there for the compiler, or names nothing that has a value. */
function isInert(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isBreakOrContinueStatement(node) ||
    ts.isMetaProperty(node) ||
    ts.isEnumDeclaration(node) ||
    (ts.isFunctionDeclaration(node) && !node.body)
  );
}

/** A function or class runs when it is named or called, not where it is written. */
function isLazy(value: ts.Node): boolean {
  return isFunctionValue(value) || ts.isClassExpression(value);
}
