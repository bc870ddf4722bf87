import { ast, is, type Symbol, TypeFlags } from '../../../source/types/typescript.ts';
import { isAccess, keyOf, unwrap, declaredName, isStatic } from '../../../source/types/syntax.ts';
import { isFrom, symbolOf, platformMembers, isOfPlatform, mayBeOfPage } from '../read/symbols.ts';
import { IMPLICIT } from './known-calls.ts';
import { type Mode, type Reader, unverifiable, type Reference } from './step.ts';
import { useMember, constructorSteps } from './name-steps.ts';
import { type Code, isAny } from '../read/code.ts';
import { isContext } from './page-values.ts';

type Node = ast.Node;

/** Reads assignments, including compound ones. */
export function readAssignment(reader: Reader, node: ast.BinaryExpression): void {
  const { left, right, operatorToken } = node;
  const isPlain = operatorToken.kind === ast.SyntaxKind.EqualsToken;
  if (isPlain && isBoundToItself(node)) return;
  // The value of `url += path` is not its right side, unlike that of `??=`.
  const isConditional = /^(?:\?\?|\|\||&&)=$/.test(operatorToken.getText());
  readTarget(reader, left, isPlain ? 'write' : 'both', isPlain || isConditional ? right : node);
  reader.visit(right);
}

// `this.onClick = this.onClick.bind(this)` runs nothing, and keeps the method.
function isBoundToItself({ left, right }: ast.BinaryExpression): boolean {
  const callee = is.isCallExpression(right) ? unwrap(right.expression) : undefined;
  return (
    callee !== undefined &&
    is.isPropertyAccessExpression(callee) &&
    callee.name.text === 'bind' &&
    callee.expression.getText() === left.getText()
  );
}

/** Reads the target of an assignment, `delete`, `++` or `--`. */
export function readTarget(reader: Reader, node: Node, mode: Mode, value: Node | undefined): void {
  const target = unwrap(node);
  // The values of `({ title } = document)` and `[title = ''] = list` are not tracked.
  if (is.isObjectLiteralExpression(target) || is.isBinaryExpression(target))
    return reader.push(unverifiable(target));
  if (is.isArrayLiteralExpression(target)) return readElements(reader, target, mode, value);
  reader.visit(target, { mode, value });
  // What the types do not declare may be a property of any object.
  if (isAccess(target) && value && !isObject(value) && reader.code.declaredAt(target).length === 0)
    reader.push({ kind: 'write', declared: target, value });
  if (isAccess(target) && keyOf(target) === 'prepareStackTrace') reader.push(unverifiable(target));
  if (isAccess(target) && value)
    reader.push({
      kind: 'fill',
      list: target.expression,
      value,
      isElement: is.isElementAccessExpression(target),
    });
  if (isAccess(target) && value) readHeld(reader, symbolOf(reader.code, target), keyOf(target), value);
  if (isAccess(target)) reader.push({ kind: 'change', changed: target.expression, node: target });
  else if (is.isIdentifier(target)) reader.push({ kind: 'change', changed: target, node: target });
}

/** Reads a value that a member holds from now on: the platform calls `request.onload`, the language `steps.next`. */
export function readHeld(
  reader: Reader,
  symbol: Symbol | undefined,
  key: string | undefined,
  value: Node,
): void {
  const isOfPlatform = isFrom(symbol, 'platform');
  if (!isOfPlatform && !IMPLICIT.test(key ?? '')) return;
  reader.push({ kind: 'call', value, ...(isOfPlatform && { exposedTo: 'platform' }) });
}

function readElements(
  reader: Reader,
  { elements }: ast.ArrayLiteralExpression,
  mode: Mode,
  value: Node | undefined,
): void {
  for (const [index, element] of elements.entries()) {
    const given = value && is.isArrayLiteralExpression(value) ? value.elements[index] : value;
    readTarget(reader, is.isSpreadElement(element) ? element.expression : element, mode, given);
  }
}

function isObject(value: Node): boolean {
  return is.isObjectLiteralExpression(value) || is.isArrayLiteralExpression(value);
}

/**
 * Reads the code of a class that runs on declaration: base, decorators, computed names and static members.
 *
 * @param isMade - Whether the class is instantiated, which runs its fields and constructor, too.
 */
export function readClass(reader: Reader, unit: ast.ClassLikeDeclaration, isMade: boolean): void {
  for (const clause of unit.heritageClauses ?? [])
    if (clause.token === ast.SyntaxKind.ExtendsKeyword)
      for (const type of clause.types) {
        if (isMade) readBase(reader, type.expression);
        else reader.visit(type.expression, { mode: 'test' });
      }
  readDecorators(reader, unit);
  for (const member of unit.members) readMember(reader, member, isMade);
}

// What a decorator does with a class or member is not followed; one of a package is code of others.
function readDecorators(reader: Reader, unit: ast.ClassLikeDeclaration): void {
  const parts = [unit, ...unit.members] as readonly Decorated[];
  for (const { modifiers } of parts.flatMap((part) => [part, ...(part.parameters ?? [])]))
    for (const modifier of modifiers ?? []) {
      if (!is.isDecorator(modifier)) continue;
      const expression = unwrap(modifier.expression);
      const callee = is.isCallExpression(expression) ? unwrap(expression.expression) : expression;
      if (isFrom(symbolOf(reader.code, callee), 'dependency')) reader.visit(expression);
      else reader.push(unverifiable(modifier));
    }
}

interface Decorated {
  readonly modifiers?: readonly ast.Node[];
  readonly parameters?: readonly Decorated[];
}

function readMember(reader: Reader, member: ast.ClassElement, isMade: boolean): void {
  const name = 'name' in member ? (member.name as ast.Node | undefined) : undefined; // of a member
  if (name && is.isComputedPropertyName(name)) reader.visit(name.expression);
  if (is.isPropertyDeclaration(member) && member.initializer && (isMade || isStatic(member)))
    reader.readValue(member.initializer);
  if (is.isClassStaticBlockDeclaration(member)) reader.visit(member.body);
  // `instanceof` calls `static [Symbol.hasInstance]`.
  const isImplicit = isStatic(member) && declaredName(member)?.startsWith('Symbol.') === true;
  if (isImplicit && is.isPropertyDeclaration(member) && member.initializer)
    reader.push({ kind: 'call', value: member.initializer });
  else if (isImplicit || (isMade && is.isConstructorDeclaration(member) && member.body))
    reader.push({
      kind: 'enter',
      unit: member,
      reference: { node: member, mode: 'read' },
      runs: true,
    });
}

// Instantiating a subclass of a platform class constructs that class.
function readBase(reader: Reader, base: ast.Expression): void {
  const { code } = reader;
  const symbol = is.isIdentifier(base) ? code.names.symbolAt(base) : undefined;
  const target = symbol && code.names.target(symbol);
  const [member] = target ? platformMembers(code, target) : [];
  if (!member) {
    reader.visit(base, { mode: 'test' });
    return reader.push({ kind: 'call', value: base, args: [] });
  }
  const steps = useMember(member, { node: base, mode: 'read', args: [] });
  // What its constructor passes to `super` is not followed.
  for (const step of steps) reader.push(step.kind === 'special' ? unverifiable(base) : step);
}

/** Methods of data: a call of another method on an untyped value is not understood. */
const DATA_METHODS = new Set(
  [Array, String, Number, Boolean, Date, Map, Set, Promise, Object].flatMap((each) =>
    Object.getOwnPropertyNames(each.prototype),
  ),
);

/** Reads a member that the types do not declare: one of the author's objects may have it, or plain data. */
export function readUntyped(
  reader: Reader,
  key: string | undefined,
  keyNode: ast.Node | undefined,
  reference: Reference,
): void {
  const isData = key === undefined && isOfData(reader, reference);
  reader.push({ kind: 'member', key, declared: undefined, reference: { ...reference, isData } });
  if (key === 'constructor' || key === '__proto__') constructorSteps(reference).forEach(reader.push);
  else if (isUnknown(reader, key, keyNode, reference)) reader.push(unverifiable(reference.node));
}

// `labels[state]` of texts. Whoever calls a value without a type is flagged there.
function isOfData({ code }: Reader, { node, args, mode }: Reference): boolean {
  // `const { [key]: removed, ...rest } = all`
  const value = is.isComputedPropertyName(node) && is.isBindingElement(node.parent) ? node.parent.name : node;
  const type = args || !(mode === 'read' || mode === 'both') || !value ? undefined : code.typeAt(value);
  return type !== undefined && (isAny(type) || code.isData(type));
}

// Whether it may be a member of a page object.
function isUnknown(
  { code }: Reader,
  key: string | undefined,
  keyNode: ast.Node | undefined,
  reference: Reference,
): boolean {
  const { args, receiver } = reference;
  const type = receiver && code.typeAt(receiver);
  // Of another type parameter, its arguments say it.
  const isThis = receiver?.kind === ast.SyntaxKind.ThisKeyword;
  // `import.meta.env` is what a bundler puts there.
  if (receiver && is.isMetaProperty(receiver)) return args !== undefined;
  if (type && !isAny(type))
    return keyNode === undefined
      ? // What a host adds to `ctx` may be the page.
        isOfPlatform(type) || isContext(type)
      : // `run[key]` may be `Function`.
        (isThis ? mayBeOfPage(type) : isOfPlatform(type)) || code.isCallable(type);
  if (!args || (receiver && code.names.isOfToolkit(receiver))) return false;
  return key === undefined || !DATA_METHODS.has(key);
}

/** Whether a member is `dom` of a tool's context in a project without the page's types: `lib` lacks "DOM". */
export function isUntypedPage({ checker }: Code, member: Symbol): boolean {
  if (member.name !== 'dom' || !isFrom(member, 'toolkit')) return false;
  return ((checker.getTypeOfSymbol(member)?.flags ?? 0) & TypeFlags.Unknown) !== 0;
}
