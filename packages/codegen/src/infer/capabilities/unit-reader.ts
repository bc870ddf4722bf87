import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { feedersOf } from './feeders.ts';
import { readLanguageCall } from './language-calls.ts';
import { isFunctionValue, originOf, platformMemberOf } from './declarations.ts';
import type { Mode, Reference, Step } from './step.ts';
import { isPrimitive, stepsOfMember, stepsOfSymbol, resolveAlias } from './symbol-steps.ts';
import { memberSymbols, indexDeclaration, keyOf } from './member-symbols.ts';

/** Reads one unit of code: a function, a class, a variable with its value, a module, or an expression. */
export function readUnit(checker: ts.TypeChecker, unit: ts.Node): readonly Step[] {
  const reader = new UnitReader(checker);
  reader.readUnit(unit);
  return reader.steps;
}

type Call = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression;
type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

class UnitReader {
  readonly steps: Step[] = [];
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  readUnit(unit: ts.Node): void {
    if (ts.isClassLike(unit)) this.#readClass(unit);
    else if (ts.isVariableDeclaration(unit)) this.#readModuleVariable(unit);
    else if (ts.isSourceFile(unit)) this.#readModule(unit);
    else if (ts.isExportAssignment(unit)) this.#visit(unit.expression);
    else if (ts.isFunctionLike(unit)) this.#readFunction(unit);
    else this.#visit(unit);
  }

  #readFunction(unit: ts.SignatureDeclaration): void {
    for (const parameter of unit.parameters) this.#visitDeclared(parameter);
    if ('body' in unit && unit.body) this.#visit(unit.body);
  }

  #readModule(file: ts.SourceFile): void {
    for (const statement of file.statements) {
      const specifier =
        (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier;
      const module = specifier ? this.#checker.getSymbolAtLocation(specifier)?.valueDeclaration : undefined;
      if (module && originOf(module) === 'project' && !module.getSourceFile().isDeclarationFile)
        this.steps.push({ kind: 'enter', unit: module, reference: { node: statement, mode: 'read' } });
      this.#visit(statement);
    }
  }

  #readClass(unit: ts.ClassLikeDeclaration): void {
    for (const clause of unit.heritageClauses ?? []) {
      if (clause.token === ts.SyntaxKind.ExtendsKeyword)
        for (const type of clause.types) this.#readBase(unit, type.expression);
    }
    for (const decorated of [unit, ...unit.members])
      for (const { expression } of ts.canHaveDecorators(decorated) ? (ts.getDecorators(decorated) ?? []) : [])
        this.#visit(expression);
    for (const member of unit.members) {
      if (member.name && ts.isComputedPropertyName(member.name)) this.#visit(member.name.expression);
      if (ts.isPropertyDeclaration(member) && member.initializer && !isLazy(unwrap(member.initializer)))
        this.#visit(member.initializer);
      if (ts.isClassStaticBlockDeclaration(member)) this.#visit(member.body);
      if (ts.isConstructorDeclaration(member) && member.body)
        this.steps.push({ kind: 'enter', unit: member, reference: { node: member, mode: 'read' } });
    }
  }

  // The platform's classes are constructed by whoever constructs the author's.
  #readBase(unit: ts.ClassLikeDeclaration, base: ts.Expression): void {
    const symbol = this.#checker.getSymbolAtLocation(base);
    const declaration =
      symbol &&
      resolveAlias(this.#checker, symbol)?.declarations?.find((each) => originOf(each) === 'platform');
    const owner = declaration && platformMemberOf(declaration)?.name;
    if (owner === undefined) return this.#visit(base, 'test');
    const args = superCall(unit)?.arguments ?? [];
    for (const step of stepsOfMember(
      { owner, name: 'new', isStatic: true, isMethod: false },
      { node: base, mode: 'read', args },
    ))
      this.steps.push(step);
  }

  // What other statements of the module put into it belongs to it.
  #readModuleVariable(unit: ts.VariableDeclaration): void {
    this.#readVariable(unit);
    for (const statement of feedersOf(unit)) this.#visit(statement);
  }

  #readVariable({ name, initializer }: ts.VariableDeclaration): void {
    if (initializer && !(ts.isIdentifier(name) && isLazy(unwrap(initializer)))) this.#visit(initializer);
    if (!ts.isIdentifier(name)) this.#readPattern(name);
  }

  #visitDeclared(node: ts.ParameterDeclaration | ts.VariableDeclaration): void {
    if (ts.isVariableDeclaration(node)) return this.#readVariable(node);
    if (node.initializer) this.#visit(node.initializer);
    if (!ts.isIdentifier(node.name)) this.#readPattern(node.name);
  }

  #readPattern(pattern: ts.BindingPattern): void {
    for (const element of pattern.elements) {
      if (ts.isOmittedExpression(element)) continue;
      const key = element.propertyName ?? element.name;
      if (ts.isComputedPropertyName(key)) this.#visit(key.expression);
      if (element.dotDotDotToken) this.#push({ kind: 'enumerate', value: pattern });
      else if (ts.isObjectBindingPattern(pattern))
        this.#readMember(element, pattern, { node: key, mode: 'read', receiver: pattern });
      if (element.initializer) this.#visit(element.initializer);
      if (!ts.isIdentifier(element.name)) this.#readPattern(element.name);
    }
  }

  #push(step: Step): void {
    this.steps.push(step);
  }

  #visit = (node: ts.Node, mode: Mode = 'read', args?: readonly ts.Node[], value?: ts.Node): void => {
    if (ts.isIdentifier(node)) return this.#readName(node, { node, mode, args, value });
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
      return this.#readAccess(node, { node, mode, args, value, receiver: node.expression });
    if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node))
      return this.#readCall(node);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAssertionExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isSatisfiesExpression(node)
    )
      return this.#visit(node.expression, mode, args, value);
    if (ts.isBinaryExpression(node)) return this.#readBinary(node);
    if (ts.isObjectLiteralExpression(node)) return this.#readLiteral(node);
    if (isFunctionValue(node)) return ts.isFunctionDeclaration(node) ? undefined : this.#enter(node);
    if (ts.isClassLike(node)) return ts.isClassDeclaration(node) ? undefined : this.#enter(node);
    if (ts.isVariableDeclaration(node)) return this.#visitDeclared(node);
    if (
      ts.isTypeNode(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isImportDeclaration(node) ||
      ts.isExportDeclaration(node)
    )
      return undefined;
    return this.#visitStatement(node);
  };

  #visitStatement(node: ts.Node): void {
    if (ts.isForInStatement(node) || ts.isForOfStatement(node)) return this.#readLoop(node);
    if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) return this.#enumerate(node.expression);
    if (ts.isTypeOfExpression(node)) return this.#visit(node.expression, 'test');
    if (ts.isDeleteExpression(node)) return this.#visit(node.expression, 'write');
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return this.#readUnary(node);
    if (ts.isTemplateSpan(node)) this.#coerce(node.expression);
    if (ts.isIfStatement(node)) {
      this.#visit(node.expression, 'test');
      this.#visit(node.thenStatement);
      if (node.elseStatement) this.#visit(node.elseStatement);
      return;
    }
    if (ts.isConditionalExpression(node)) {
      this.#visit(node.condition, 'test');
      this.#visit(node.whenTrue);
      this.#visit(node.whenFalse);
      return;
    }
    if (ts.isLabeledStatement(node)) return this.#visit(node.statement);
    if (ts.isBreakOrContinueStatement(node) || ts.isMetaProperty(node)) return;
    if (ts.isEnumDeclaration(node) || (ts.isModuleDeclaration(node) && !node.body)) return;
    if (ts.isModuleDeclaration(node)) return this.#visit(node.body ?? node);
    if (ts.isJsxAttribute(node)) return node.initializer && this.#visit(node.initializer);
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  #readUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): void {
    if (node.operator === ts.SyntaxKind.ExclamationToken) return this.#visit(node.operand, 'test');
    const isUpdate =
      node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
    return this.#visit(node.operand, isUpdate ? 'both' : 'read');
  }

  #enter(unit: ts.Node): void {
    this.#push({ kind: 'enter', unit, reference: { node: unit, mode: 'read' } });
  }

  #readLoop(node: ts.ForInStatement | ts.ForOfStatement): void {
    if (ts.isForInStatement(node)) this.#enumerate(node.expression);
    else this.#visit(node.expression);
    if (ts.isVariableDeclarationList(node.initializer)) this.#visit(node.initializer);
    else this.#readTarget(node.initializer, 'write', undefined);
    this.#visit(node.statement);
  }

  #enumerate(expression: ts.Expression): void {
    this.#visit(expression);
    const type = this.#checker.getTypeAtLocation(expression);
    if (!isPrimitive(type) && !this.#checker.isArrayLikeType(type))
      this.#push({ kind: 'enumerate', value: expression });
  }

  // The text of a location is its address.
  #coerce(expression: ts.Expression): void {
    const symbol = this.#checker.getTypeAtLocation(expression).getSymbol();
    if (symbol?.name !== 'Location' || !symbol.declarations?.some((each) => originOf(each) === 'platform'))
      return;
    const member = { owner: 'Location', name: 'toString', isStatic: false, isMethod: true };
    for (const step of stepsOfMember(member, { node: expression, mode: 'read' })) this.#push(step);
  }

  #readBinary(node: ts.BinaryExpression): void {
    const { left, right, operatorToken } = node;
    switch (operatorToken.kind) {
      case ts.SyntaxKind.EqualsToken:
        this.#readTarget(left, 'write', right);
        return this.#visit(right);
      case ts.SyntaxKind.InstanceOfKeyword:
        this.#visit(left);
        return ts.isIdentifier(right) ? undefined : this.#visit(right);
      case ts.SyntaxKind.InKeyword:
        this.#visit(left);
        return this.#enumerateIfStorage(right);
      case ts.SyntaxKind.AmpersandAmpersandToken:
        this.#visit(left, 'test');
        return this.#visit(right);
      case ts.SyntaxKind.PlusToken:
        this.#coerce(left);
        this.#coerce(right);
        break;
      default:
    }
    const isAssignment =
      operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      operatorToken.kind <= ts.SyntaxKind.LastAssignment;
    if (isAssignment) this.#readTarget(left, 'both', right);
    else this.#visit(left);
    this.#visit(right);
  }

  // `'x' in navigator` only asks; of a storage, the answer is data.
  #enumerateIfStorage(expression: ts.Expression): void {
    this.#visit(expression);
    if (isStorageType(this.#checker.getTypeAtLocation(expression)))
      this.#push({ kind: 'enumerate', value: expression });
  }

  #readTarget(target: ts.Node, mode: Mode, value: ts.Node | undefined): void {
    if (ts.isObjectLiteralExpression(target)) {
      for (const property of target.properties) {
        if (ts.isPropertyAssignment(property)) this.#readTarget(property.initializer, mode, undefined);
        else if (ts.isShorthandPropertyAssignment(property)) this.#visit(property.name, mode);
        else if (ts.isSpreadAssignment(property)) this.#readTarget(property.expression, mode, undefined);
      }
      if (value) this.#readTaken(target, value);
    } else if (ts.isArrayLiteralExpression(target)) {
      for (const element of target.elements)
        this.#readTarget(ts.isSpreadElement(element) ? element.expression : element, mode, undefined);
    } else if (ts.isBinaryExpression(target) && target.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      this.#readTarget(target.left, mode, target.right);
      this.#visit(target.right);
    } else this.#visit(target, mode, undefined, value);
  }

  // `({ title } = document)` reads the right side's members.
  #readTaken(target: ts.ObjectLiteralExpression, receiver: ts.Node): void {
    for (const property of target.properties) {
      if (!property.name || ts.isComputedPropertyName(property.name)) continue;
      this.#readMember(property, receiver, { node: property.name, mode: 'read', receiver });
    }
  }

  #readLiteral(node: ts.ObjectLiteralExpression): void {
    this.#push({ kind: 'alive', node });
    for (const property of node.properties) {
      if (property.name && ts.isComputedPropertyName(property.name)) this.#visit(property.name.expression);
      if (ts.isSpreadAssignment(property)) this.#visit(property);
      else if (ts.isShorthandPropertyAssignment(property)) this.#readShorthand(property);
      else if (ts.isPropertyAssignment(property) && !this.#isLazyValue(property.initializer))
        this.#visit(property.initializer);
    }
  }

  #readShorthand(property: ts.ShorthandPropertyAssignment): void {
    const symbol = this.#checker.getShorthandAssignmentValueSymbol(property);
    if (symbol && !this.#isFunctionSymbol(symbol))
      this.#readSymbol(symbol, { node: property.name, mode: 'read' });
  }

  #isLazyValue(initializer: ts.Expression): boolean {
    const value = unwrap(initializer);
    if (isLazy(value)) return true;
    const symbol = ts.isIdentifier(value) ? this.#checker.getSymbolAtLocation(value) : undefined;
    return symbol !== undefined && this.#isFunctionSymbol(symbol);
  }

  #isFunctionSymbol(symbol: ts.Symbol): boolean {
    const declaration = resolveAlias(this.#checker, symbol)?.valueDeclaration;
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
        ? this.#checker.getShorthandAssignmentValueSymbol(parent)
        : this.#checker.getSymbolAtLocation(name);
    if (symbol) return this.#readSymbol(symbol, reference);
    if (
      reference.mode !== 'test' &&
      name.text !== 'undefined' &&
      name.text !== 'arguments' &&
      !ts.isJsxAttribute(parent)
    )
      this.#push({ kind: 'flag', flag: 'opaque', node: name, used: name.text });
  }

  #readSymbol(symbol: ts.Symbol, reference: Reference): void {
    for (const step of stepsOfSymbol(this.#checker, symbol, reference)) this.#push(step);
  }

  #readAccess(node: Access, reference: Reference): void {
    if (node.expression.kind !== ts.SyntaxKind.SuperKeyword) this.#visit(node.expression);
    if (ts.isElementAccessExpression(node)) this.#visit(node.argumentExpression);
    this.#readMember(node, node.expression, reference);
  }

  #readMember(node: ts.Node, receiver: ts.Node, reference: Reference): void {
    const symbols = memberSymbols(this.#checker, node, receiver);
    for (const symbol of symbols ?? []) {
      if (symbol.declarations?.length) this.#readSymbol(symbol, reference);
      else this.#push({ kind: 'member', key: symbol.name, reference });
    }
    if (symbols) return;
    const index = indexDeclaration(this.#checker, node, receiver);
    const member = index && originOf(index) === 'platform' ? platformMemberOf(index) : undefined;
    if (member) for (const step of stepsOfMember(member, reference)) this.#push(step);
    else this.#push({ kind: 'member', key: keyOf(node), reference });
  }

  #readCall(node: Call): void {
    const args = argumentsOf(node);
    for (const arg of args)
      if (!ts.isTemplateExpression(arg) || !ts.isTaggedTemplateExpression(node)) this.#visit(arg);
    const callee = unwrap(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression);
    if (callee.kind === ts.SyntaxKind.ImportKeyword) return this.#readImport(node, args[0]);
    if (callee.kind === ts.SyntaxKind.SuperKeyword) return;
    this.#readCallOf(callee, args, node);
  }

  /** A call of a function that may itself be reached by `call`, `apply` or `bind`. */
  #readCallOf(callee: ts.Expression, args: readonly ts.Node[], node: Call): void {
    const passed = forwarded(callee, args);
    if (passed && this.#isLanguageMember(callee))
      return this.#readCallOf(unwrap(passed.callee), passed.args, node);
    if (isFunctionValue(callee))
      this.#push({ kind: 'enter', unit: callee, reference: { node: callee, mode: 'read', args } });
    else this.#visit(callee, 'read', args);
    const declaration = this.#declarationOf(callee);
    const origin = declaration && originOf(declaration);
    if (
      declaration &&
      origin === 'language' &&
      readLanguageCall({
        declaration,
        args,
        node,
        push: (step) => this.#push(step),
        call: (target, rest) => this.#readCallOf(unwrap(target), rest, node),
      })
    )
      return;
    if (!declaration || origin === 'project') return this.#readOwnCall(callee, declaration, args, node);
    // A proxy's handlers run whenever it is used.
    this.#escape(callee, args, origin !== 'language' || (ts.isIdentifier(callee) && callee.text === 'Proxy'));
  }

  #readOwnCall(
    callee: ts.Expression,
    declaration: ts.Declaration | undefined,
    args: readonly ts.Node[],
    node: Call,
  ): void {
    if (isFunctionValue(callee)) return;
    if (declaration && (isFunctionValue(declaration) || ts.isClassLike(declaration))) return;
    this.#push({ kind: 'invoke', callee, args });
    // The type of a value can be that of a function of the platform: `const get = fetch`.
    const signature = this.#checker.getResolvedSignature(node)?.declaration;
    const member = signature && originOf(signature) === 'platform' ? platformMemberOf(signature) : undefined;
    if (!member) return;
    for (const step of stepsOfMember(member, { node: callee, mode: 'read', args, isIndirect: true }))
      this.#push(step);
  }

  #escape(callee: ts.Expression, args: readonly ts.Node[], isWhole: boolean): void {
    const receiver =
      ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee)
        ? [callee.expression]
        : [];
    for (const value of args) {
      if (ts.isStringLiteralLike(value) || ts.isNumericLiteral(value) || ts.isTemplateExpression(value))
        continue;
      const inputs = [...receiver, ...args.filter((other) => other !== value)];
      this.#push({ kind: 'escape', value, inputs, isWhole });
    }
  }

  #isLanguageMember(callee: ts.Expression): boolean {
    const declaration = this.#declarationOf(callee);
    return declaration !== undefined && originOf(declaration) === 'language';
  }

  #declarationOf(callee: ts.Expression): ts.Declaration | undefined {
    const name = ts.isPropertyAccessExpression(callee)
      ? callee.name
      : ts.isElementAccessExpression(callee)
        ? callee.argumentExpression
        : callee;
    const symbol = this.#checker.getSymbolAtLocation(name);
    const declarations = (symbol && resolveAlias(this.#checker, symbol)?.declarations) ?? [];
    const platform = declarations.filter((each) => originOf(each) === 'platform');
    return (
      platform.find(ts.isVariableDeclaration) ??
      platform[0] ??
      declarations.find(isFunctionValue) ??
      declarations[0]
    );
  }

  // A module that is loaded by the tool runs; a specifier that is computed can be any module.
  #readImport(node: ts.Node, specifier: ts.Node | undefined): void {
    const module =
      specifier && ts.isStringLiteralLike(specifier)
        ? this.#checker.getSymbolAtLocation(specifier)?.valueDeclaration
        : undefined;
    const isOwn = module && originOf(module) === 'project' && !module.getSourceFile().isDeclarationFile;
    if (isOwn) return this.#push({ kind: 'enter', unit: module, reference: { node, mode: 'read' } });
    const isNamed = specifier !== undefined && ts.isStringLiteralLike(specifier);
    this.#push({
      kind: 'flag',
      node,
      used: node.getText().slice(0, 60),
      flag: isNamed ? 'opaque' : 'unverifiable',
    });
    if (isNamed && /^(?:https?:)?\/\//.test(specifier.text))
      this.#push({ kind: 'powers', node, used: 'import()', powers: ['network:fetch:cross-origin'] });
  }
}

function argumentsOf(node: Call): readonly ts.Node[] {
  if (!ts.isTaggedTemplateExpression(node)) return node.arguments ?? [];
  const { template } = node;
  return ts.isTemplateExpression(template)
    ? [template, ...template.templateSpans.map((span) => span.expression)]
    : [template];
}

/** `f.call(self, a)`, `f.apply(self, [a])`, `f.bind(self, a)` → `f` and `[a]`. */
function forwarded(
  callee: ts.Expression,
  args: readonly ts.Node[],
): { callee: ts.Expression; args: readonly ts.Node[] } | undefined {
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const rest = args.slice(1);
  if (callee.name.text === 'call') return { callee: callee.expression, args: rest };
  if (callee.name.text === 'bind')
    return rest.length > 0 ? { callee: callee.expression, args: rest } : undefined;
  if (callee.name.text !== 'apply') return undefined;
  const [list] = rest;
  return {
    callee: callee.expression,
    args: list && ts.isArrayLiteralExpression(list) ? list.elements : rest,
  };
}

/** A function or class runs when it is named or called, not where it is written. */
function isLazy(value: ts.Node): boolean {
  return isFunctionValue(value) || ts.isClassExpression(value);
}

function isStorageType(type: ts.Type): boolean {
  return type.getSymbol()?.name === 'Storage';
}

function superCall(unit: ts.ClassLikeDeclaration): ts.CallExpression | undefined {
  let found: ts.CallExpression | undefined;
  const search = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword) found = node;
    else if (!found) ts.forEachChild(node, search);
  };
  for (const member of unit.members) if (ts.isConstructorDeclaration(member)) search(member);
  return found;
}
