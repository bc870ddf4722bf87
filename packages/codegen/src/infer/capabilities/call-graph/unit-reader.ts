import { ast, is, type Symbol, SymbolFlags } from '../../../source/types/typescript.ts';
import { type Code, isConditional, loadsOther } from '../read/code.ts';
import { isReplaceable, keyNodeOf, memberKey, memberSymbols, isFrom } from '../read/symbols.ts';
import {
  declaredName,
  isAccess,
  isAssignment,
  isClass,
  isFunctionExpression,
  isFunctionNode,
  isLazy,
  isPassedOn,
  keyOf,
  namesFunction,
  outermost,
  shortText,
  unwrap,
} from '../../../source/types/syntax.ts';
import { stepsOfSymbol } from './name-steps.ts';
import { readAssignment, readTarget, isUntypedPage, readUntyped, readClass } from './read-constructs.ts';
import {
  isKept,
  isInert,
  isLoaded,
  isNamedMember,
  nameWithoutValue,
  neverEnds,
  silencerOf,
} from './unit-nodes.ts';
import { readCall, readJsx } from './read-call.ts';
import { readCallback, readCast, readPassedOn } from './page-values.ts';
import { found, type Reader, type Reference, type Step, unverifiable } from './step.ts';

type Node = ast.Node;

/** Reads one unit of code: a function, a class, a variable with its value, a module, or an expression. */
function readUnit(code: Code, unit: Node): readonly Step[] {
  const reader = new UnitReader(code);
  reader.readUnit(unit);
  return reader.steps;
}

class UnitReader implements Reader {
  readonly steps: Step[] = [];
  readonly code: Code;

  constructor(code: Code) {
    this.code = code;
  }

  push = (step: Step): void => {
    this.steps.push(step);
  };

  readUnit(unit: Node): void {
    if (isClass(unit)) readClass(this, unit, true);
    else if (is.isVariableDeclaration(unit)) this.#readVariable(unit);
    else if (is.isSourceFile(unit)) this.#readModule(unit);
    else if (is.isExportAssignment(unit)) this.visit(unit.expression);
    else if (isFunctionNode(unit)) this.#readFunction(unit);
    else this.visit(unit);
  }

  #readFunction(unit: ast.FunctionLikeDeclaration): void {
    const [input, ...others] = unit.parameters;
    const isExecute = input && this.#isExecute(unit);
    if (isExecute) this.#readDefaults(input);
    for (const parameter of isExecute ? others : unit.parameters) {
      this.#readVariable(parameter);
      if (this.#isLooseModule(parameter, unit)) this.push(unverifiable(parameter));
    }
    if (unit.body) this.visit(unit.body);
  }

  // `import('./a.ts').then((all) => Object.values(all))`: its exports are reached by their names alone.
  #isLooseModule(parameter: ast.ParameterDeclaration, { body }: ast.FunctionLikeDeclaration): boolean {
    const { name } = parameter;
    if (!is.isIdentifier(name)) return false;
    // Most parameters are used by their members alone, which needs no question.
    const word = name.getText().replaceAll('$', '\\$');
    if (!new RegExp(`(?<![\\w$])${word}(?![\\w$])(?!\\??\\.\\w)`).test(body?.getText() ?? '')) return false;
    return ((this.code.typeAt(parameter)?.getSymbol()?.flags ?? 0) & SymbolFlags.ValueModule) !== 0;
  }

  // `execute` of what the toolkit is given.
  #isExecute(unit: ast.FunctionLikeDeclaration): boolean {
    const member = is.isMethodDeclaration(unit) ? unit : unit.parent;
    const literal = member.parent;
    if (declaredName(member) !== 'execute' || !is.isObjectLiteralExpression(literal)) return false;
    const { parent: call } = outermost(literal);
    return is.isCallExpression(call) && this.code.names.isOfToolkit(call.expression);
  }

  // Its members are data, and asking about them would cost most of the questions.
  #readDefaults(element: ast.ParameterDeclaration | ast.BindingElement): void {
    const { name, initializer } = element;
    if (initializer) this.visit(initializer);
    const property = is.isBindingElement(element) ? element.propertyName : undefined;
    if (property && is.isComputedPropertyName(property)) this.visit(property.expression);
    if (name && is.isBindingPattern(name))
      for (const element of name.elements) if (is.isBindingElement(element)) this.#readDefaults(element);
  }

  #readModule(file: ast.SourceFile): void {
    if (/@ts-nocheck/.test(file.text.slice(0, file.getStart())))
      this.push(found('unverifiable', file, '// @ts-nocheck'));
    for (const statement of file.statements) {
      if (neverEnds(statement)) this.push(found('stuck', statement));
      // `import prices = require('./prices')`: its module is not read.
      if (is.isImportEqualsDeclaration(statement) && is.isExternalModuleReference(statement.moduleReference))
        this.push(unverifiable(statement));
      const isModule = is.isImportDeclaration(statement) || is.isExportDeclaration(statement);
      if (isModule && statement.moduleSpecifier && isLoaded(statement, this.code.keepsTypeImports))
        this.#readImported(statement, statement.moduleSpecifier);
      else this.visit(statement);
    }
  }

  #readImported(statement: ast.ImportDeclaration | ast.ExportDeclaration, specifier: Node): void {
    const units = this.code.moduleAt(specifier);
    for (const unit of units)
      this.push({ kind: 'enter', unit, reference: { node: statement, mode: 'read' } });
    if (units.length > 0 && isConditional(specifier)) this.push(unverifiable(specifier));
    if (loadsOther(this.code, statement, specifier)) this.push(found('opaque', statement));
  }

  // A class runs parts of itself where it is declared, a function nothing.
  readValue = (value: Node): void => {
    if (is.isClassExpression(unwrap(value))) readClass(this, unwrap(value) as ast.ClassExpression, false);
    else if (!isLazy(unwrap(value))) this.visit(value);
  };

  #readVariable({ name, initializer }: ast.VariableDeclaration | ast.ParameterDeclaration): void {
    if (initializer && is.isIdentifier(name)) this.readValue(initializer);
    else if (initializer) this.visit(initializer);
    if (is.isBindingPattern(name)) this.#readPattern(name);
  }

  #readPattern(pattern: ast.BindingPattern): void {
    for (const element of pattern.elements) {
      if (!is.isBindingElement(element)) continue;
      this.#readElement(element, pattern);
      if (element.name && is.isBindingPattern(element.name)) this.#readPattern(element.name);
    }
  }

  #readElement(element: ast.BindingElement, pattern: Node): void {
    const key = element.propertyName ?? element.name;
    if (key && is.isComputedPropertyName(key)) this.visit(key.expression);
    if (is.isObjectBindingPattern(pattern) && !element.dotDotDotToken)
      this.#readMember(element, { node: key ?? element, mode: 'read', receiver: pattern });
    if (element.initializer) this.visit(element.initializer);
  }

  visit = (node: Node, use: Partial<Reference> = {}): void => {
    const reference = { node, mode: 'read' as const, ...use };
    const silencer = silencerOf(node);
    if (silencer) this.push(found('unverifiable', node, `// ${silencer} ${shortText(node)}`));
    readPassedOn(this, node);
    if (isPassedOn(node)) readCallback(this, node);
    if (is.isIdentifier(node)) return this.#readName(node, reference);
    if (isAccess(node)) return this.#readAccess(node, { ...reference, receiver: node.expression });
    if (is.isCallExpression(node) || is.isNewExpression(node) || is.isTaggedTemplateExpression(node))
      return readCall(this, node);
    if (unwrap(node) !== node) {
      readCast(this, node);
      return this.visit(inner(node), use);
    }
    if (is.isBinaryExpression(node)) return this.#readBinary(node);
    if (is.isObjectLiteralExpression(node)) return this.#readLiteral(node);
    if (isFunctionExpression(node)) return this.#create(node, reference);
    if (isClass(node)) {
      readClass(this, node, false);
      return this.#create(node, reference);
    }
    if (is.isVariableDeclaration(node)) return this.#readVariable(node);
    return isInert(node) ? undefined : this.#readStatement(node);
  };

  // A function that is created may be called, but not while a module loads unless somebody calls it.
  #create(node: Node, reference: Reference): void {
    if (!is.isClassDeclaration(node))
      this.push({ kind: 'enter', unit: node, reference, runs: !isKept(this.code, node) });
  }

  #readStatement(node: Node): void {
    if (is.isForInStatement(node) || is.isForOfStatement(node)) return this.#readLoop(node);
    if (is.isTypeOfExpression(node)) return this.visit(node.expression, { mode: 'test' });
    if (is.isDeleteExpression(node)) return readTarget(this, node.expression, 'write', undefined);
    if (is.isPrefixUnaryExpression(node) || is.isPostfixUnaryExpression(node)) return this.#readUnary(node);
    if (is.isIfStatement(node))
      return this.#readChoice(node.expression, [node.thenStatement, node.elseStatement]);
    if (is.isConditionalExpression(node))
      return this.#readChoice(node.condition, [node.whenTrue, node.whenFalse]);
    if (is.isJsxOpeningElement(node) || is.isJsxSelfClosingElement(node)) return readJsx(this, node);
    const name = nameWithoutValue(node);
    node.forEachChild((child) => (child === name ? undefined : this.visit(child)));
  }

  #readChoice(condition: Node, branches: readonly (Node | undefined)[]): void {
    this.visit(condition, { mode: 'test' });
    for (const branch of branches) if (branch) this.visit(branch);
  }

  #readUnary(node: ast.PrefixUnaryExpression | ast.PostfixUnaryExpression): void {
    if (node.operator === ast.SyntaxKind.ExclamationToken) return this.visit(node.operand, { mode: 'test' });
    const isUpdate =
      node.operator === ast.SyntaxKind.PlusPlusToken || node.operator === ast.SyntaxKind.MinusMinusToken;
    return isUpdate ? readTarget(this, node.operand, 'both', undefined) : this.visit(node.operand);
  }

  #readBinary(node: ast.BinaryExpression): void {
    const { left, right, operatorToken } = node;
    if (isAssignment(node)) return readAssignment(this, node);
    const { kind } = operatorToken;
    const isTest =
      kind === ast.SyntaxKind.AmpersandAmpersandToken || kind === ast.SyntaxKind.InstanceOfKeyword;
    this.visit(left, isTest ? { mode: 'test' } : {});
    this.visit(right, kind === ast.SyntaxKind.InstanceOfKeyword ? { mode: 'test' } : {});
  }

  #readLoop(node: ast.ForInStatement | ast.ForOfStatement): void {
    this.visit(node.expression);
    if (is.isVariableDeclarationList(node.initializer)) this.visit(node.initializer);
    else readTarget(this, node.initializer, 'write', node);
    this.visit(node.statement);
  }

  #readLiteral(node: ast.ObjectLiteralExpression): void {
    this.push({ kind: 'make', node });
    this.#readProperties(node);
    // Spreading the object or writing it as JSON calls its getters.
    for (const property of node.properties)
      if (is.isGetAccessorDeclaration(property)) this.#create(property, { node: property, mode: 'read' });
  }

  #readProperties(node: ast.ObjectLiteralExpression): void {
    for (const property of node.properties) {
      const name = 'name' in property ? (property.name as Node | undefined) : undefined; // a spread has none
      if (name && is.isComputedPropertyName(name)) this.visit(name.expression);
      if (is.isSpreadAssignment(property)) this.visit(property.expression);
      else if (is.isShorthandPropertyAssignment(property)) this.#readShorthand(property);
      else if (is.isPropertyAssignment(property) && !this.#namesFunction(unwrap(property.initializer)))
        this.readValue(property.initializer);
    }
  }

  // `{ load }` holds a function as a method does: whatever names the member runs it.
  #namesFunction(value: Node): boolean {
    const declared = is.isIdentifier(value) ? this.code.declaredAt(value) : [];
    return declared.length > 0 && declared.every((each) => isFunctionNode(each) || namesFunction(each));
  }

  #readShorthand({ name }: ast.ShorthandPropertyAssignment): void {
    if (!this.#namesFunction(name)) this.#readName(name as ast.Identifier, { node: name, mode: 'read' });
  }

  #readName(name: ast.Identifier, reference: Reference): void {
    if (name.text === 'arguments') return this.push(unverifiable(name));
    const symbol = this.code.names.symbolAt(name);
    if (symbol) return this.visitSymbol(symbol, reference);
    if (reference.mode !== 'test' && name.text !== 'undefined') this.push(found('opaque', name, name.text));
  }

  visitSymbol(symbol: Symbol, reference: Reference): void {
    for (const step of stepsOfSymbol(this.code, symbol, reference)) this.push(step);
  }

  #readAccess(node: ast.PropertyAccessExpression | ast.ElementAccessExpression, reference: Reference): void {
    if (this.code.names.isOfToolkit(node) && reference.mode === 'read') return;
    if (node.expression.kind !== ast.SyntaxKind.SuperKeyword) this.visit(node.expression);
    if (is.isElementAccessExpression(node)) this.visit(node.argumentExpression);
    this.#readMember(node, reference);
  }

  #readMember(node: Node, reference: Reference): void {
    // What changes a prototype in an unknown way changes what calls run.
    if (keyOf(node) === 'prototype' && !isNamedMember(node)) return this.push(unverifiable(node));
    const symbols = memberSymbols(this.code, node, reference.receiver ?? node);
    if (!symbols) return;
    if (symbols.length === 0) return readUntyped(this, keyOf(node), keyNodeOf(node), reference);
    for (const symbol of symbols) {
      if (isUntypedPage(this.code, symbol)) this.push(unverifiable(reference.node));
      if (
        isFrom(symbol, 'platform') &&
        this.code.typeAt(reference.receiver ?? node)?.getSymbol()?.name === 'ShadowRoot'
      )
        this.push(found('dom:shadow', reference.node, 'ShadowRoot'));
      if (symbol.declarations.length > 0) this.visitSymbol(symbol, reference);
      else this.push({ kind: 'member', key: symbol.name, declared: undefined, reference });
      if (isReplaceable(symbol))
        this.push({
          kind: 'member',
          key: memberKey(symbol),
          declared: undefined,
          reference,
        });
    }
  }
}

/** What one wrapper holds: casts of casts are read one by one. */
const inner = (node: Node): Node => ('expression' in node ? (node.expression as Node) : node);

/** The steps of the units of a project, each of which is read once for all tools. */
export class Units {
  readonly code: Code;
  readonly #steps = new Map<Node, readonly Step[]>();

  constructor(code: Code) {
    this.code = code;
  }

  stepsOf(unit: Node): readonly Step[] {
    let steps = this.#steps.get(unit);
    if (!steps) {
      this.code.prefetch([unit.getSourceFile()]);
      this.#steps.set(unit, (steps = readUnit(this.code, unit)));
    }
    return steps;
  }
}
