import {
  ast,
  is,
  SignatureKind,
  type Symbol,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
} from '../../../source/types/typescript.ts';
import { type Code, isAny, PRIMITIVE } from '../read/code.ts';
import { membersOf, partsOf } from '../../output/type-facts.ts';
import { isContextAccess, isOfPlatform, isWindow, symbolOf, isFrom, isOfLibrary } from '../read/symbols.ts';
import {
  type FunctionNode,
  isAssignment,
  isFunctionExpression,
  isFunctionNode,
  isPassedOn,
  mayBeObject,
  outermost,
  unwrap,
  unwrapTyped,
} from '../../../source/types/syntax.ts';
import { givesAccess } from '../table/member-table.ts';
import { type Reader, unverifiable } from './step.ts';

type Node = ast.Node;

/** Flags a page object whose type is cast to one that hides what its members are, and a value without a type that is cast to a function. */
export function readCast(reader: Reader, node: Node): void {
  if (!is.isAsExpression(node) && !is.isTypeAssertion(node)) return;
  const { code } = reader;
  const value = unwrapTyped(node);
  const from = code.typeAt(value);
  const to = code.typeAt(node);
  // What is caught is `unknown` with `strict`, and `any` without it.
  if (code.declaredAt(value).some(isCaught)) return;
  if (to) reader.push({ kind: 'hide', value, type: isAny(to) ? undefined : to });
  if (from && to && (isAny(from) ? code.isCallable(to) || isOfClass(to) : isHidden(code, from, to)))
    reader.push(unverifiable(node));
}

const isCaught = (declared: Node): boolean =>
  is.isVariableDeclaration(declared) && is.isCatchClause(declared.parent);

/** Flags a page object that is passed on as a type which hides what its members are: `const shape: { title: string } = document`. */
export function readPassedOn(reader: Reader, node: Node): void {
  const { code } = reader;
  if (!mayBeObject(node) || !isPassedOn(node) || code.names.isSchema(node)) return;
  const type = code.typeAt(node);
  if (!type) return;
  if (isAny(type)) reader.push({ kind: 'hide', value: node });
  else if (isOfPage(type) || isContext(type)) readPassedPage(reader, node, type);
}

function readPassedPage(reader: Reader, node: Node, type: Type): void {
  const { code } = reader;
  // Whoever catches it has no type.
  if (is.isThrowStatement(node.parent)) return reader.push(unverifiable(node));
  const taking = parameterFor(code, node);
  const wanted = taking ? code.typeAt(taking) : code.checker.getContextualType(node as ast.Expression); // what is passed on is one
  const isHiding = wanted !== undefined && isHidden(code, type, wanted);
  const taker = takerOf(node);
  const isMade = taker !== undefined && is.isNewExpression(outermost(taker).parent);
  if (!isHiding && !isMade) return;
  const symbol = taker && symbolOf(code, taker);
  // Whoever hears the event may take what it holds for anything.
  const isHeld = isMade && symbol !== undefined && HOLDING.test(symbol.name);
  const isKept = isHiding && (!symbol || !isOfLibrary(symbol) || KEEPING.test(symbol.name));
  if (isHeld || isKept) reader.push(unverifiable(node));
}

// The parameter that an argument is given to, by syntax: its type is asked for once, not at each call.
function parameterFor(code: Code, node: Node): Node | undefined {
  const call = node.parent;
  if (!is.isCallExpression(call) || call.arguments.some(is.isSpreadElement)) return undefined;
  const [fn, ...others] = code.declaredAt(call.expression);
  if (!fn || others.length > 0 || !is.isFunctionDeclaration(fn) || fn.typeParameters) return undefined;
  const taking = fn.parameters[call.arguments.findIndex((each) => each === node)];
  const isPlain = fn.parameters.every(
    ({ name, dotDotDotToken }) => name.getText() !== 'this' && !dotDotDotToken,
  );
  return isPlain && taking?.type ? taking : undefined;
}

/** What takes a value that is passed on, perhaps in a literal or as the result of a function: a callee, or the target of an assignment. */
function takerOf(node: Node): Node | undefined {
  const value = outermost(node);
  const { parent } = value;
  if (is.isCallExpression(parent) || is.isNewExpression(parent)) return unwrap(parent.expression);
  if (isAssignment(parent)) return unwrap(parent.left);
  const isPart =
    is.isPropertyAssignment(parent) ||
    is.isArrayLiteralExpression(parent) ||
    is.isConditionalExpression(parent);
  const isResult = is.isArrowFunction(parent) && !parent.type;
  return isPart || isResult || is.isObjectLiteralExpression(parent) ? takerOf(parent) : undefined;
}

/** Events of any type: their `detail` and `data`. */
const HOLDING = /^(?:Custom|Message)Event$/;

/** Functions of the language and the platform that keep what they are given, or pass it on. */
const KEEPING =
  /^(?:push|unshift|splice|fill|set|add|concat|toSpliced|with|abort|reject|call|apply|\w+Event|enqueue|write|cancel|error|reduce\w*|fromEntries|parse|set(?:Timeout|Interval))$/;

/** Flags a function that is passed on and takes a page object as a type which hides what its members are. */
export function readCallback(reader: Reader, node: Node): void {
  const { code } = reader;
  const fn = isFunctionExpression(node)
    ? node
    : is.isIdentifier(node)
      ? functionNamed(code, node)
      : undefined;
  const hiding = fn?.parameters.filter((each) => each.type && hidingType(code, each)) ?? [];
  if (!fn || hiding.length === 0) return;
  const wanted = code.checker.getContextualType(node as ast.Expression); // what is passed on is one
  const [signature] = wanted ? code.checker.getSignaturesOfType(wanted, SignatureKind.Call) : [];
  const given = signature?.getParameters() ?? [];
  for (const parameter of hiding) {
    const symbol = given[fn.parameters.indexOf(parameter)];
    const type = symbol && code.checker.getTypeOfSymbol(symbol);
    if (type && isOfPage(type)) reader.push(unverifiable(node));
  }
}

function functionNamed(code: Code, name: Node): FunctionNode | undefined {
  return code
    .declaredAt(name)
    .map((each) => (is.isVariableDeclaration(each) && each.initializer ? unwrap(each.initializer) : each))
    .find(isFunctionNode);
}

function hidingType(code: Code, node: Node): boolean {
  const type = code.typeAt(node);
  return type === undefined || hides(code, type);
}

/** Whether a parameter for a tool's context has a type that hides what the context gives. */
export function hidesContext(code: Code, parameter: ast.ParameterDeclaration): boolean {
  if (!parameter.type) return false;
  const type = code.typeAt(parameter);
  return !type || isAny(type) || (type.flags & TypeFlags.Instantiable) !== 0 || hidesParts(code, type);
}

// `{ dom: Document }` gives what it says.
function hidesParts(code: Code, type: Type): boolean {
  return code.checker.getPropertiesOfType(type).some((property) => {
    if (!isFrom(property, 'project')) return false;
    const own = code.checker.getTypeOfSymbol(property);
    return !own || hides(code, own);
  });
}

/** Whether values of a type give access to the page, its storages or its devices, and are not plain data. */
export function isOfPage(type: Type): boolean {
  if ((type.flags & PRIMITIVE) !== 0) return false;
  if (type.isIntersectionType()) return partsOf(type).some(isOfPage);
  return membersOf(type).some((each) => {
    if (isWindow(each)) return true;
    const symbol = each.getSymbol();
    return (
      symbol !== undefined &&
      (isContextAccess(symbol) ||
        (isOfPlatform(each) && INTERFACES.has(kindOf(symbol)) && givesAccess(symbol.name)))
    );
  });
}

const INTERFACES: ReadonlySet<ast.SyntaxKind | undefined> = new Set([
  ast.SyntaxKind.InterfaceDeclaration,
  ast.SyntaxKind.VariableDeclaration,
]);

const kindOf = ({ declarations: [declaration] }: Symbol): ast.SyntaxKind | undefined => declaration?.kind;

// An instance can do what its class does, and nothing says that the value is one.
function isOfClass(type: Type): boolean {
  return membersOf(type).some((each) => {
    const symbol = each.getSymbol();
    return symbol !== undefined && kindOf(symbol) === ast.SyntaxKind.ClassDeclaration;
  });
}

function isHidden(code: Code, from: Type, to: Type): boolean {
  if (isContext(from)) return isAny(to) || hidesParts(code, to);
  return isAny(to) ? isOfPage(from) : isOfPage(from) && hides(code, to);
}

/** Whether a type is that of a tool's context. */
export function isContext(type: Type): boolean {
  const symbol = type.getSymbol();
  return symbol?.name === 'ToolContext' && isFrom(symbol, 'toolkit');
}

/** Whether a type does not say which members of the platform a page object has. */
function hides(code: Code, type: Type): boolean {
  // `document as never` fits every parameter.
  if (isAny(type) || (type.flags & TypeFlags.Never) !== 0) return true;
  if (type.isIntersectionType())
    return partsOf(type).some(
      (each) =>
        hides(code, each) &&
        code.checker.getPropertiesOfType(each).some(({ flags }) => (flags & SymbolFlags.Optional) === 0),
    );
  const objects = membersOf(type).filter(
    ({ flags }) => (flags & (TypeFlags.Object | TypeFlags.NonPrimitive)) !== 0,
  );
  if (objects.length === 0) return false;
  return !objects.some((each) => isOfPlatform(each)) && objects.some((each) => hidesMembers(code, each));
}

// `Pick<Storage, 'getItem'>` has the platform's members, `Iterable<Element>` yields elements.
function hidesMembers(code: Code, type: Type): boolean {
  const symbol = type.getSymbol();
  if (
    symbol &&
    symbol.name !== 'Object' &&
    kindOf(symbol) === ast.SyntaxKind.InterfaceDeclaration &&
    isOfLibrary(symbol)
  )
    return type.isTypeReference() && yieldedBy(code, type, symbol).some(isAny);
  const members = code.checker.getPropertiesOfType(type);
  return !members.some((each) => isFrom(each, 'platform', 'toolkit'));
}

// What an iterator takes and returns at its end is `any` unless it is declared.
function yieldedBy({ checker }: Code, type: TypeReference, { name }: Symbol): readonly Type[] {
  const args = checker.getTypeArguments(type);
  return /Itera(?:ble|tor)|Generator/.test(name) ? args.slice(0, 1) : args;
}
