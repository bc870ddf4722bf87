import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { callValues, taggedValues } from './call-values.ts';
import { MOST_VALUES, asTexts } from './combine-texts.ts';
import { isAmbient, isComputation, isFunctionValue, originOf, platformMemberOf } from './declarations.ts';
import { FieldValues } from './field-values.ts';
import { enumText, keyExpression, keyOf } from './member-symbols.ts';
import { memberValues, platformMemberValues } from './member-values.ts';
import { parameterValues } from './parameter-values.ts';
import type { Calls } from './run.ts';
import { isPrimitive, resolveAlias } from './symbol-steps.ts';
import { thisValues } from './this-values.ts';
import { valuesOfType } from './type-values.ts';
import { textOf } from './url-text.ts';
import {
  DATA,
  DESCRIBED,
  PAGE,
  UNKNOWN,
  type Value,
  type ValueReader,
  distinctValues,
  exactText,
  isAddress,
  isStorage,
  textsAt,
} from './value.ts';
import { importedWritesTo } from './imported-writes.ts';
import { type Write, returnsOf, throwsOf, writesTo } from './writes.ts';

type Holder = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement;

/** Beyond this, a value is unknown: the limit keeps code that puts values together exponentially cheap. */
const BUDGET = 20_000;

/** What expressions may stand for in the run of one tool, found by following variables, calls and parameters back. */
export class Values implements ValueReader {
  readonly checker: ts.TypeChecker;
  readonly #calls: Calls;
  readonly #known = new Map<ts.Node, readonly Value[]>();
  readonly #pending = new Set<ts.Node>();
  readonly #fields: FieldValues;
  #spent = 0;

  constructor(checker: ts.TypeChecker, calls: Calls) {
    this.checker = checker;
    this.#calls = calls;
    this.#fields = new FieldValues(this, () => calls.files());
  }

  /** Forgets what depends on calls, after more of them have been found. */
  reset(): void {
    this.#known.clear();
    this.#spent = 0;
  }

  /** @param node - An expression, a parameter, or a binding of a pattern. */
  of(node: ts.Node): readonly Value[] {
    const known = this.#known.get(node);
    if (known) return known;
    if (this.#pending.has(node) || this.#pending.size > 150) return [];
    if (++this.#spent > BUDGET) return [UNKNOWN];
    this.#pending.add(node);
    const found = this.#possible(distinctValues(this.#compute(node)), node);
    this.#pending.delete(node);
    const values = found.length > MOST_VALUES ? withoutTexts(found) : found;
    this.#known.set(node, values);
    return values;
  }

  // A container is what it contains, keys and values alike; what is a text or a number is no part of the page.
  #possible(values: readonly Value[], node: ts.Node): readonly Value[] {
    const isDoubtful = values.some(({ kind }) => kind === 'platform' || kind === 'storage');
    if (!isDoubtful || !isPrimitive(this.checker.getTypeAtLocation(node))) return values;
    const left = values.filter(({ kind }) => kind !== 'platform' && kind !== 'storage');
    return left.length > 0 ? left : [DATA];
  }

  ofAll(nodes: readonly ts.Node[]): readonly Value[] {
    return nodes.flatMap((node) => this.of(node));
  }

  /** What calling functions gives. */
  ofReturns(fn: ts.Node): readonly Value[] {
    return this.ofAll(returnsOf(fn));
  }

  /** What the type of an expression says, where nothing else does. */
  ofType(node: ts.Node): readonly Value[] {
    return valuesOfType(this.checker, this.checker.getTypeAtLocation(node));
  }

  #compute(node: ts.Node): readonly Value[] {
    const inner = ts.isExpression(node) ? unwrap(node) : node;
    if (inner !== node) return this.#orType(this.of(inner), node);
    const direct = this.#ofSyntax(node);
    return direct ? this.#orType(direct, node) : this.ofType(node);
  }

  // A type can tell more than the way of a value: `JSON.parse(text) as Item` is still data, an unknown value is not.
  #orType(values: readonly Value[], node: ts.Node): readonly Value[] {
    const certain = values.filter(({ kind }) => kind !== 'unknown');
    if (certain.length === values.length && values.length > 0) return values;
    return [...certain, ...this.ofType(node)];
  }

  #ofSyntax(node: ts.Node): readonly Value[] | undefined {
    if (ts.isStringLiteralLike(node)) return [{ kind: 'text', text: textOf(node.text) }];
    if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
      return [{ kind: 'text', text: textOf(node.getText()) }];
    if (ts.isTemplateExpression(node)) return this.#ofTemplate(node);
    if (ts.isIdentifier(node)) return this.#ofName(node);
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
      return this.#ofAccess(node);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) return callValues(this, node);
    if (ts.isTaggedTemplateExpression(node)) return taggedValues(this, node);
    if (ts.isBinaryExpression(node)) return this.#ofBinary(node);
    if (ts.isConditionalExpression(node)) return this.ofAll([node.whenTrue, node.whenFalse]);
    if (ts.isJsxExpression(node)) return node.expression ? this.of(node.expression) : [];
    if (ts.isAwaitExpression(node) || ts.isSpreadElement(node)) return this.of(node.expression);
    return this.#ofMade(node) ?? this.#ofDeclared(node);
  }

  #ofMade(node: ts.Node): readonly Value[] | undefined {
    if (isFunctionValue(node)) return [{ kind: 'function', node }];
    if (ts.isClassLike(node)) return [{ kind: 'class', node }];
    if (ts.isObjectLiteralExpression(node) || ts.isJsxAttributes(node)) return [{ kind: 'literal', node }];
    // A container is what it contains.
    if (ts.isArrayLiteralExpression(node))
      return node.elements.length > 0 ? this.ofAll(node.elements) : [DATA];
    return undefined;
  }

  #ofDeclared(node: ts.Node): readonly Value[] | undefined {
    if (ts.isBindingElement(node)) return this.#ofBinding(node);
    if (ts.isParameter(node)) return parameterValues(this, this.#calls, node);
    if (node.kind === ts.SyntaxKind.ThisKeyword) return thisValues(node, (each) => this.#calls.heirsOf(each));
    if (ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node)) return this.#ofHolder(node.parent);
    if (ts.isVariableDeclaration(node)) return this.#ofHolder(node);
    return undefined;
  }

  #ofTemplate(node: ts.TemplateExpression): readonly Value[] {
    const parts = node.templateSpans.map((span) => [
      textsAt(this, span.expression),
      [textOf(span.literal.text)],
    ]);
    return asTexts([[textOf(node.head.text)], ...parts.flat()]);
  }

  #ofBinary({ left, right, operatorToken: { kind } }: ts.BinaryExpression): readonly Value[] | undefined {
    switch (kind) {
      case ts.SyntaxKind.PlusToken:
        return asTexts([textsAt(this, left), textsAt(this, right)]);
      case ts.SyntaxKind.BarBarToken:
      case ts.SyntaxKind.QuestionQuestionToken:
      case ts.SyntaxKind.BarBarEqualsToken:
      case ts.SyntaxKind.QuestionQuestionEqualsToken:
        return this.ofAll([left, right]);
      case ts.SyntaxKind.AmpersandAmpersandToken:
      case ts.SyntaxKind.CommaToken:
      case ts.SyntaxKind.EqualsToken:
        return this.of(right);
      default:
        return undefined;
    }
  }

  #ofAccess(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): readonly Value[] {
    const name = ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression;
    const declaration = this.checker
      .getSymbolAtLocation(name)
      ?.declarations?.find((each) => originOf(each) === 'platform');
    const member = declaration && platformMemberOf(declaration);
    const standIns = member ? this.#standIns(node.expression, member.name) : [];
    if (standIns.length > 0) return standIns;
    if (member) return platformMemberValues(this, member, node);
    const type = this.ofType(node);
    const isToldByType = type.length > 0 && type.every(isSure);
    if (isToldByType && !this.#isKeyPassed(node)) return type;
    const key = this.#keyOf(node);
    // A list is what it contains.
    const isElement = key === undefined || /^\d+$/.test(key);
    if (isElement && this.#isList(node.expression)) return this.of(node.expression);
    const held = this.of(node.expression).flatMap((value) => memberValues(this, value, key));
    const all = [...held, ...this.#writtenMembers(node.expression, key)];
    // One of the texts that the type allows, where all calls pass the same key.
    const isNarrower = all.length > 0 && all.every((value) => exactText(value) !== undefined);
    return isToldByType && !isNarrower ? type : all;
  }

  // What the author's objects have in place of the platform's: `const page = { fetch: send } as Window`.
  #standIns(object: ts.Expression, key: string): readonly Value[] {
    if (!this.#calls.hasOwnMember(key)) return [];
    const own = this.of(object).filter(({ kind }) => kind === 'literal' || kind === 'instance');
    return own.flatMap((value) => memberValues(this, value, key));
  }

  #isKeyPassed(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean {
    const key = ts.isElementAccessExpression(node) ? node.argumentExpression : undefined;
    const declaration = key && this.checker.getSymbolAtLocation(key)?.valueDeclaration;
    return declaration !== undefined && ts.isParameter(declaration);
  }

  // `handlers.copy = copy`: what a variable's object is given later.
  #writtenMembers(object: ts.Expression, key: string | undefined): readonly Value[] {
    const symbol = ts.isIdentifier(object) ? this.checker.getSymbolAtLocation(object) : undefined;
    const declaration = symbol?.valueDeclaration;
    if (!symbol || !declaration || !ts.isIdentifier(object)) return [];
    return writesTo(declaration.getSourceFile(), object.text)
      .filter((write) => write.key !== undefined && (key === undefined || write.key === key))
      .filter(({ target }) => this.checker.getSymbolAtLocation(target) === symbol)
      .flatMap(({ value }) => this.of(value));
  }

  #isList(node: ts.Node): boolean {
    const type = this.checker.getNonNullableType(this.checker.getTypeAtLocation(node));
    return this.checker.isArrayType(type) || this.checker.isTupleType(type);
  }

  #keyOf(node: ts.Node): string | undefined {
    const expression = keyExpression(node);
    return keyOf(node) ?? (expression && (this.#soleText(expression) ?? enumText(this.checker, expression)));
  }

  #soleText(node: ts.Node): string | undefined {
    const [value, ...others] = this.of(node);
    const [part, ...parts] = value?.kind === 'text' && others.length === 0 ? value.text : [];
    return part?.kind === 'text' && parts.length === 0 ? part.text : undefined;
  }

  #ofName(name: ts.Identifier): readonly Value[] {
    const symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(name.parent)
      : this.checker.getSymbolAtLocation(name);
    if (!symbol) return name.text === 'undefined' ? [] : [PAGE];
    if (name.text === 'globalThis' && !symbol.declarations?.length)
      return [{ kind: 'platform', type: this.checker.getTypeAtLocation(name) }];
    return this.ofSymbol(symbol);
  }

  /** What a name stands for, wherever it is declared. */
  ofSymbol(symbol: ts.Symbol): readonly Value[] {
    const target = resolveAlias(this.checker, symbol);
    const declarations = target?.declarations ?? [];
    if (!target || declarations.length === 0) return [PAGE];
    const platform = declarations.find((each) => originOf(each) === 'platform');
    const member = platform && platformMemberOf(platform);
    if (member) return platformMemberValues(this, member, platform);
    return declarations.flatMap((declaration) => this.#ofDeclaration(target, declaration));
  }

  #ofDeclaration(symbol: ts.Symbol, declaration: ts.Declaration): readonly Value[] {
    const origin = originOf(declaration);
    if (origin === 'dependency') return [PAGE];
    if (origin === 'language' && isComputation(declaration)) return [DESCRIBED];
    if (origin !== 'project') return valuesOfType(this.checker, this.checker.getTypeOfSymbol(symbol));
    if (ts.isSourceFile(declaration) && declaration.fileName.endsWith('.json'))
      return this.ofAll(
        declaration.statements.filter(ts.isExpressionStatement).map(({ expression }) => expression),
      );
    if (ts.isSourceFile(declaration) || ts.isModuleDeclaration(declaration))
      return [{ kind: 'module', symbol }];
    if (isAmbient(declaration)) return [PAGE];
    if (isFunctionValue(declaration)) return [{ kind: 'function', node: declaration }];
    if (ts.isClassLike(declaration)) return [{ kind: 'class', node: declaration }];
    if (ts.isExportAssignment(declaration)) return this.of(declaration.expression);
    if (
      ts.isParameter(declaration) ||
      ts.isBindingElement(declaration) ||
      ts.isVariableDeclaration(declaration)
    )
      return this.#ofVariable(symbol, declaration);
    return [UNKNOWN];
  }

  // Only its own module writes to a variable, so the type of one that starts empty says nothing more.
  #ofVariable(symbol: ts.Symbol, declaration: Holder): readonly Value[] {
    const written = this.#written(symbol, declaration);
    const isEmpty = !declaration.initializer && ts.isVariableStatement(declaration.parent.parent);
    return isEmpty && written.length > 0 ? written : [...this.of(declaration), ...written];
  }

  #written(symbol: ts.Symbol, declaration: Holder): readonly Value[] {
    return this.#writesTo(symbol, declaration).flatMap((write) => this.#fields.ofWrite(write, declaration));
  }

  #writesTo(symbol: ts.Symbol, { name }: Holder): readonly Write[] {
    if (!ts.isIdentifier(name)) return [];
    const own = writesTo(name.getSourceFile(), name.text).filter(
      ({ target }) => this.checker.getSymbolAtLocation(target) === symbol,
    );
    const others = [...this.#calls.files()].flatMap((file) => importedWritesTo(this.checker, file, symbol));
    return [...own, ...others];
  }

  /** What a name stands for from its declaration on; undefined for a variable that code changes, and for other names. */
  ofConstant(name: ts.Identifier): ts.Expression | undefined {
    const symbol = this.checker.getSymbolAtLocation(name);
    const target = symbol && resolveAlias(this.checker, symbol);
    const declaration = target?.valueDeclaration;
    if (!target || !declaration || !ts.isVariableDeclaration(declaration)) return undefined;
    return this.#writesTo(target, declaration).length > 0 ? undefined : declaration.initializer;
  }

  ofWrites(member: ts.Node): readonly Value[] {
    return this.#fields.of(member);
  }

  /** Adds what is written to a property by its name alone; false if it is known. */
  addWrite(key: string, value: ts.Node): boolean {
    return this.#fields.add(key, value);
  }

  ofParts(): readonly Value[] {
    return this.#fields.ofParts();
  }

  /** What a variable or parameter holds as a whole. */
  #ofHolder(holder: ts.Node): readonly Value[] {
    if (ts.isBindingElement(holder) || ts.isParameter(holder)) return this.of(holder);
    if (!ts.isVariableDeclaration(holder)) return [UNKNOWN];
    const loop = holder.parent.parent;
    if (ts.isForOfStatement(loop)) return this.of(loop.expression);
    if (ts.isForInStatement(loop)) return [DATA];
    if (ts.isCatchClause(holder.parent)) return this.#thrown();
    return holder.initializer ? this.of(holder.initializer) : [];
  }

  // Errors are data, but for objects of the author's that code throws.
  #thrown(): readonly Value[] {
    const thrown = [...this.#calls.files()].flatMap((file) => this.ofAll(throwsOf(file)));
    return [DATA, ...thrown.filter(({ kind }) => kind === 'literal' || kind === 'instance')];
  }

  #ofBinding(element: ts.BindingElement): readonly Value[] {
    const pattern = element.parent;
    const holder = this.#ofHolder(pattern.parent);
    const given = element.initializer ? this.of(element.initializer) : [];
    if (ts.isArrayBindingPattern(pattern) || element.dotDotDotToken) return [...holder, ...given];
    return [...holder.flatMap((value) => memberValues(this, value, this.#keyOf(element))), ...given];
  }
}

/** Whether a type says all of a value that there is to know. */
function isSure(value: Value): boolean {
  if (value.kind === 'text') return value.text.every(({ kind }) => kind === 'text');
  return value.kind === 'platform' && !isStorage(value) && !isAddress(value);
}

function withoutTexts(values: readonly Value[]): readonly Value[] {
  return distinctValues(values.map((value) => (value.kind === 'text' ? DATA : value)));
}
