import { ast, is, type Symbol, SymbolFlags } from '../../../source/types/typescript.ts';
import {
  argumentsOf,
  isAccess,
  isFunctionExpression,
  isFunctionNode,
  isText,
  keyOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import { originOf } from '../../../source/whose-code.ts';
import { isOfPage } from './page-values.ts';
import { isAny, isPrimitive, type Code, isAssetPath, isConditional } from '../read/code.ts';
import { mayBeOfPage, FILLING, holdsValue, isPromisify, symbolOf, isFrom } from '../read/symbols.ts';
import { membersOf } from '../../output/type-facts.ts';
import { valueOf } from '../values/members.ts';
import { readHeld } from './read-constructs.ts';
import { found, type Reader, unverifiable } from './step.ts';
import { BUILDERS, isSchemaLibrary } from '../../../source/schema-libraries.ts';

type Node = ast.Node;

type Call = ast.CallExpression | ast.NewExpression | ast.TaggedTemplateExpression;

/** Reads a call, a `new` expression or a tagged template. */
export function readCall(reader: Reader, node: Call): void {
  const args = argumentsOf(node);
  const callee = unwrap(is.isTaggedTemplateExpression(node) ? node.tag : node.expression);
  if (reader.code.names.isOfToolkit(callee)) return readToolkitCall(reader, callee, args);
  if (buildsSchema(reader.code, node)) {
    if (isAccess(callee) && is.isCallExpression(unwrap(callee.expression))) reader.visit(callee.expression);
    for (const arg of args) readGiven(reader, arg);
    return;
  }
  for (const arg of args)
    if (!is.isTemplateExpression(arg) || !is.isTaggedTemplateExpression(node)) reader.visit(arg);
  if (callee.kind === ast.SyntaxKind.ImportKeyword) return readImport(reader, node, args[0]);
  // Arguments of `super(…)` are looked up at the base's parameters.
  if (callee.kind === ast.SyntaxKind.SuperKeyword) return;
  if (isFunctionExpression(callee) || is.isClassExpression(callee))
    return reader.push({ kind: 'enter', unit: callee, reference: { node: callee, mode: 'read', args } });
  readCallOf(reader, callee, args, node);
}

/** Reads a call, including those by `call`, `apply` or `bind`. */
function readCallOf(reader: Reader, callee: Node, args: readonly Node[], node: Node): void {
  const symbol = symbolOf(reader.code, callee);
  const owner = symbol?.getParent()?.name;
  reader.visit(callee, { args });
  readChange(reader, callee, symbol);
  if (isFunctionType(owner) && isAccess(callee)) readBorrowed(reader, callee, args, node);
  const origin = originOfCallee(reader, callee, symbol);
  if (origin === 'project') {
    // What leads to no file, for example, is flagged where it is named.
    if (isUnknownCall(reader, callee)) reader.push(unverifiable(callee));
    return reader.push({ kind: 'call', value: callee, args });
  }
  if (holdsValue(symbol)) reader.push({ kind: 'call', value: callee, args });
  if (symbol && origin === 'language' && readLanguageCall(reader, symbol, args, node)) return;
  // The bound `this` is not an argument.
  const given = isFunctionType(owner) ? args.slice(1) : args;
  const isKept = origin === 'language' && !READING.test(`${owner}.${symbol?.name}`);
  if (isKept) handOver(reader, callee, given);
  else if (isPromisify(reader.code, callee)) return;
  else for (const arg of given) expose(reader, arg);
}

/** Functions of the language that use members of what they are given, by any name. */
const READING = /^Intl\.|\.(?:Proxy|revocable|localeCompare|toLocale\w+)$/;

// `handlers.push(run)` keeps it; what is kept is found where it is called.
function handOver(reader: Reader, callee: Node, args: readonly Node[]): void {
  const isFilling = isAccess(callee) && FILLING.test(keyOf(callee) ?? '');
  for (const [index, value] of args.entries()) {
    if (isData(unwrap(value))) continue;
    const isElement = index > 0 || !isAccess(callee) || keyOf(callee) !== 'set';
    reader.push(
      isFilling ? { kind: 'fill', list: callee.expression, value, isElement } : { kind: 'call', value },
    );
  }
}

const isData = (value: Node): boolean =>
  isText(value) || is.isNumericLiteral(value) || is.isTemplateExpression(value);

/** Whether nothing says which function a call runs: its value has no type. */
function isUnknownCall({ code }: Reader, callee: Node): boolean {
  // The member was resolved where it is named.
  if (isAccess(callee) || code.declaredAt(callee).some(isFunctionNode)) return false;
  return isAny(code.typeAt(callee));
}

// The toolkit calls a tool when its host does, but reads its definition; it calls the functions that make a schema.
function readToolkitCall(reader: Reader, callee: Node, args: readonly Node[]): void {
  const isDefinition = !isAccess(callee) || keyOf(callee) === 'defineTool';
  for (const arg of args) {
    if (isDefinition && is.isObjectLiteralExpression(unwrap(arg))) reader.visit(arg);
    else readGiven(reader, arg);
  }
}

/** Reads a value that leaves the code: whoever gets it may use all its members. */
function expose(reader: Reader, value: Node, exposedTo: 'language' | 'platform' = 'platform'): void {
  const { code } = reader;
  const inner = unwrap(value);
  if (!isData(inner) && !code.names.isSchema(inner) && !isSchema(code, inner))
    reader.push({ kind: 'call', value, exposedTo });
}

/** Reads a value, and gives it to other code. */
function readGiven(reader: Reader, value: Node): void {
  reader.visit(value);
  expose(reader, value);
}

// The origin of the callee; a value with the type of a platform function is called as a value.
function originOfCallee({ code }: Reader, callee: Node, symbol: Symbol | undefined): string {
  if (!symbol) return 'project';
  const origins = new Set(symbol.declarations.map(({ path }) => originOf(path)));
  if (origins.has('platform')) return 'platform';
  if (
    origins.has('project') &&
    code.declarationsOf(symbol).some((each) => !each.getSourceFile().isDeclarationFile)
  )
    return 'project';
  const [origin] = origins;
  return origin ?? 'project';
}

function isFunctionType(owner: string | undefined): boolean {
  return owner !== undefined && /^(?:Callable|Newable)?Function$/.test(owner);
}

// `run.call(document, text)`: nothing says what `this` and the parameters are there.
function readBorrowed(
  reader: Reader,
  callee: ast.PropertyAccessExpression | ast.ElementAccessExpression,
  args: readonly Node[],
  node: Node,
): void {
  const { code } = reader;
  const fn = code.declaredAt(callee.expression).find(isFunctionNode);
  const isPage = (arg: Node): boolean => {
    const type = code.typeAt(arg);
    return type !== undefined && isOfPage(type);
  };
  const isFilling = isAccess(callee.expression) && FILLING.test(keyOf(callee.expression) ?? '');
  if ((fn && args.some(isPage)) || (!fn && isFilling)) reader.push(unverifiable(node));
  // The arguments of `apply` are not followed.
  if (keyOf(callee) !== 'bind')
    reader.push({
      kind: 'call',
      value: callee.expression,
      args: keyOf(callee) === 'call' ? args.slice(1) : [],
    });
}

/** Methods of the language and the platform that mutate their receiver. */
const CHANGING =
  /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set|add|delete|clear|append|getOrInsert(?:Computed)?|next|dispatchEvent)$/;
/** Further ones of the language: `date.setHours(0)`. */
const SETTING = /^set[A-Z]/;
/** Functions of `Object` and `Reflect` that change their first argument. */
const CHANGING_FIRST = /^(?:assign|defineProperty|defineProperties|setPrototypeOf|deleteProperty|set)$/;

function readChange(reader: Reader, callee: Node, symbol: Symbol | undefined): void {
  const name = isAccess(callee) ? keyOf(callee) : undefined;
  if (!isAccess(callee) || name === undefined) return;
  const call = callee.parent;
  const isFunction = /^(?:ObjectConstructor|Reflect)$/.test(symbol?.getParent()?.name ?? '');
  const changed = isFunction && is.isCallExpression(call) ? call.arguments[0] : callee.expression;
  const isLanguage = isFrom(symbol, 'language');
  const isChange = isFunction
    ? CHANGING_FIRST.test(name)
    : CHANGING.test(name) || (isLanguage && SETTING.test(name));
  if (!changed || !isChange) return;
  // Mutations by the author's functions are found in their code.
  if (!reader.code.declaredAt(callee).some(hasCode)) reader.push({ kind: 'change', changed, node: callee });
}

function hasCode(declared: Node): boolean {
  return (
    isFunctionNode(declared) ||
    is.isPropertyAssignment(declared) ||
    is.isShorthandPropertyAssignment(declared) ||
    is.isPropertyDeclaration(declared)
  );
}

// A dynamic import runs the module; a computed specifier may be any module, unless a bundler resolves it to data.
function readImport(reader: Reader, node: Node, specifier: Node | undefined): void {
  const units = specifier && isText(specifier) ? reader.code.moduleAt(specifier) : [];
  for (const unit of units) reader.push({ kind: 'enter', unit, reference: { node, mode: 'read' } });
  if (isTakenApart(node.parent.parent)) reader.push(unverifiable(node));
  if (units.length > 0)
    return specifier && isConditional(specifier) ? reader.push(unverifiable(specifier)) : undefined;
  const isNamed = specifier !== undefined && (isText(specifier) || isAssetPath(specifier));
  reader.push(found(isNamed ? 'opaque' : 'unverifiable', node, node.getText().slice(0, 60)));
}

// What `{ first, ...rest } = await import()` keeps in `rest` is called by no name.
function isTakenApart(node: Node): boolean {
  return (
    is.isVariableDeclaration(node) &&
    is.isObjectBindingPattern(node.name) &&
    node.name.elements.some(({ dotDotDotToken }) => dotDotDotToken)
  );
}

/** Calls that use members of what they are given. */
const USING =
  /^(?:ObjectConstructor\.(?:create|entries|values)|Set\.(?:union|intersection|\w*[dD]ifference|is\w+))$/;
/** Calls whose effect on members is not followed. */
const DEFINING =
  /^ObjectConstructor\.(?:defineProperty|defineProperties|getOwnPropertyDescriptors?|setPrototypeOf)$/;

/** With a second argument, it defines members. */
const CREATE = 'ObjectConstructor.create';

/** Reads a call of the language that uses members of its arguments, such as `Object.assign(image, { src })`; false for any other. */
function readLanguageCall(reader: Reader, symbol: Symbol, args: readonly Node[], node: Node): boolean {
  const name = `${symbol.getParent()?.name}.${symbol.name}`;
  if (name === 'ObjectConstructor.assign') assign(reader, args, node);
  else if (DEFINING.test(name) || (CREATE === name && args.length > 1)) reader.push(unverifiable(node));
  else if (!USING.test(name)) return false;
  else for (const value of args) expose(reader, value, 'language');
  return true;
}

// `Object.assign(image, { src })` sets what is written there; which properties another source has is not followed.
function assign(reader: Reader, [receiver, ...sources]: readonly Node[], node: Node): void {
  const type = receiver && reader.code.typeAt(receiver);
  if (!type || isAny(type) || isPrimitive(type)) return;
  const { checker } = reader.code;
  const assignAny = (source: Node | undefined): void => {
    const given = source && reader.code.typeAt(source);
    const isUnknown = source !== undefined && isAny(given);
    const names = new Set(
      given && !isUnknown ? checker.getPropertiesOfType(given).map(({ name }) => name) : [],
    );
    if (mayBeOfPage(type) || checker.isArrayLikeType(type)) reader.push(unverifiable(node));
    for (const symbol of checker.getPropertiesOfType(type))
      if ((symbol.flags & SymbolFlags.SetAccessor) !== 0 || isUnknown || names.has(symbol.name))
        reader.visitSymbol(symbol, { node, mode: 'write', value: source });
  };
  for (const source of sources) {
    // Its functions are the receiver's from now on.
    expose(reader, source, 'language');
    if (!is.isObjectLiteralExpression(source)) {
      assignAny(source);
      continue;
    }
    for (const member of source.properties) {
      const key = keyOf(member);
      const symbol = key === undefined ? undefined : reader.code.property(type, key);
      const value = valueOf(member) ?? member;
      if (symbol) {
        reader.visitSymbol(symbol, { node: member, mode: 'write', value });
        readHeld(reader, symbol, key, value);
      } else assignAny(key === undefined ? value : undefined);
    }
  }
}

/** Whether a call only makes a schema: `z.string().min(1)`, `Item.optional()`, where `Item` is such a constant. */
function buildsSchema(code: Code, node: Node): boolean {
  const value = unwrap(node);
  return is.isCallExpression(value) && isBuilder(code, unwrap(value.expression), new Set());
}

function isBuilder(code: Code, callee: Node, seen: Set<Node>): boolean {
  if (is.isIdentifier(callee)) return BUILDERS.has(callee.text) && isOfLibrary(code, callee);
  const key = isAccess(callee) ? keyOf(callee) : undefined;
  return key !== undefined && BUILDERS.has(key) && isSchema(code, (callee as Access).expression, seen);
}

type Access = ast.PropertyAccessExpression | ast.ElementAccessExpression;

/** Whether an expression is a schema, or a namespace of builders. */
function isSchema(code: Code, node: Node, seen: Set<Node> = new Set()): boolean {
  const value = unwrap(node);
  if (is.isCallExpression(value)) return isBuilder(code, unwrap(value.expression), seen);
  if (isAccess(value)) return isBuilder(code, value, seen);
  if (!is.isIdentifier(value)) return false;
  if (isOfLibrary(code, value)) return true;
  const declared = code.declaredAt(value);
  return declared.length > 0 && declared.every((each) => isConstant(code, each, seen));
}

function isConstant(code: Code, declared: Node, seen: Set<Node>): boolean {
  if (seen.has(declared) || !is.isVariableDeclaration(declared) || declared.type || !declared.initializer)
    return false;
  return (
    isSchema(code, declared.initializer, seen.add(declared)) &&
    is.isCallExpression(unwrap(declared.initializer))
  );
}

// A path mapping may lead to the author's own code.
function isOfLibrary(code: Code, name: Node): boolean {
  if (!isSchemaLibrary(code.names.importedFrom(name) ?? '')) return false;
  const symbol = code.names.symbolAt(name);
  const target = symbol && code.names.target(symbol);
  return !!target && target.declarations.every(({ path }) => originOf(path) === 'dependency');
}

/**
 * Reads an element of JSX. A package's runtime makes it, which may call its component and use its attributes and children, as
 * in `createElement(Card, props)`; what a runtime of the project does with them is not known.
 */
export function readJsx(reader: Reader, node: ast.JsxOpeningElement | ast.JsxSelfClosingElement): void {
  const { tagName, attributes, parent } = node;
  const { code } = reader;
  const isComponent = !is.isIdentifier(tagName) || !/^[a-z]/.test(tagName.text);
  const element = is.isJsxElement(parent) ? parent : node;
  const type = code.typeAt(element);
  const isOfPackage = type && membersOf(type).some((each) => isFrom(each.getSymbol(), 'dependency'));
  if (isFrom(symbolOf(code, tagName), 'dependency') && isComponent) reader.visit(tagName, { args: [] });
  else if (!isOfPackage) reader.push(unverifiable(tagName));
  else if (isComponent) readGiven(reader, tagName);
  else reader.push(found('opaque', tagName, tagName.getText()));
  reader.visit(attributes);
  const children = is.isJsxElement(parent) ? [...parent.children] : [];
  for (const value of [...attributes.properties, ...children].flatMap(expressionOf)) expose(reader, value);
}

/** The expression of an attribute or child: `onClick={save}`, `{...rest}`, `{items}`. */
function expressionOf(node: Node): readonly Node[] {
  const holder = is.isJsxAttribute(node) ? node.initializer : node;
  if (!holder || !(is.isJsxExpression(holder) || is.isJsxSpreadAttribute(holder))) return [];
  return holder.expression ? [holder.expression] : [];
}
