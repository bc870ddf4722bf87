import { ast, is, type Symbol } from '../../../source/types/typescript.ts';
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
import type { Code } from '../read/code.ts';
import { FILLING, symbolOf, isFrom } from '../read/symbol-of.ts';
import { readLanguageCall } from './language-calls.ts';
import { buildsSchema } from './schema-building.ts';
import { type Reader, unverifiable } from './step.ts';

type Node = ast.Node;

type Call = ast.CallExpression | ast.NewExpression | ast.TaggedTemplateExpression;

/** Reads a call, a `new` expression or a tagged template. */
export function readCall(reader: Reader, node: Call): void {
  const args = argumentsOf(node);
  for (const arg of args)
    if (!is.isTemplateExpression(arg) || !is.isTaggedTemplateExpression(node)) reader.visit(arg);
  const callee = unwrap(is.isTaggedTemplateExpression(node) ? node.tag : node.expression);
  if (callee.kind === ast.SyntaxKind.ImportKeyword) return readImport(reader, node, args[0]);
  // Arguments of `super(…)` are looked up at the base's parameters.
  if (callee.kind === ast.SyntaxKind.SuperKeyword) return;
  readCallOf(reader, callee, args, node);
}

/** Reads a call, including those by `call`, `apply` or `bind`. */
function readCallOf(reader: Reader, callee: Node, args: readonly Node[], node: Node): void {
  if (buildsSchema(reader.code, node)) {
    if (isAccess(callee) && is.isCallExpression(unwrap(callee.expression))) reader.visit(callee.expression);
    return handOverCode(reader, callee, args);
  }
  if (isFunctionExpression(callee) || is.isClassExpression(callee))
    return reader.push({ kind: 'enter', unit: callee, reference: { node: callee, mode: 'read', args } });
  if (reader.code.names.isOfToolkit(callee)) return readToolkitCall(reader, callee, args);
  const symbol = symbolOf(reader.code, callee);
  const owner = symbol?.getParent()?.name;
  reader.visit(callee, { args });
  readChange(reader, callee, symbol);
  if (isFunctionType(owner) && isAccess(callee)) readBorrowed(reader, callee, args, node);
  const origin = originOfCallee(reader, callee, symbol);
  if (origin === 'project') return reader.push({ kind: 'invoke', callee, args });
  if (symbol && origin === 'language' && readLanguageCall(reader, symbol, args, node)) return;
  // The bound `this` is not an argument.
  handOver(
    reader,
    callee,
    isFunctionType(owner) ? args.slice(1) : args,
    origin !== 'language' || /^(?:Proxy|revocable)$/.test(symbol?.name ?? ''),
  );
}

function readToolkitCall(reader: Reader, callee: Node, args: readonly Node[]): void {
  if (reader.phase === 'call') return handOver(reader, callee, args, true);
  // The toolkit calls a tool when its host does, but reads its definition, as it reads and calls what makes a schema.
  if (!isAccess(callee) || keyOf(callee) === 'defineTool') args.forEach((arg) => readGetters(reader, arg));
  else handOverCode(reader, callee, args);
}

function handOverCode(reader: Reader, callee: Node, args: readonly Node[]): void {
  handOver(
    reader,
    callee,
    args.filter((arg) => !isData(reader.code, arg)),
    true,
  );
}

function readGetters(reader: Reader, definition: Node): void {
  const literal = unwrap(definition);
  if (!is.isObjectLiteralExpression(literal)) return;
  for (const property of literal.properties)
    if (is.isGetAccessorDeclaration(property))
      reader.push({ kind: 'handOver', value: literal, inputs: [], isWhole: true });
}

/** Whether syntax tells that a value of a schema runs nothing when it is read, so that its type need not be asked for. */
function isData(code: Code, node: Node): boolean {
  const value = unwrap(node);
  if (is.isArrayLiteralExpression(value)) return value.elements.every((each) => isData(code, each));
  if (is.isObjectLiteralExpression(value))
    return value.properties.every(
      (each) => is.isPropertyAssignment(each) && !!each.initializer && isData(code, each.initializer),
    );
  if (is.isPrefixUnaryExpression(value)) return isData(code, value.operand);
  if (is.isIdentifier(value)) return code.declaredAt(value).some((each) => isSchemaVariable(code, each));
  return (
    isText(value) ||
    is.isNumericLiteral(value) ||
    isWord(value) ||
    code.names.isSchema(value) ||
    buildsSchema(code, value)
  );
}

const isSchemaVariable = (code: Code, declared: Node): boolean =>
  is.isVariableDeclaration(declared) &&
  !!declared.initializer &&
  (code.names.isSchema(declared.initializer) || buildsSchema(code, declared.initializer));

const isWord = ({ kind }: Node): boolean =>
  kind === ast.SyntaxKind.TrueKeyword ||
  kind === ast.SyntaxKind.FalseKeyword ||
  kind === ast.SyntaxKind.NullKeyword;

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
  [own]: readonly Node[],
  node: Node,
): void {
  const { code } = reader;
  const fn = code.declaredAt(callee.expression).find(isFunctionNode);
  const type = own && code.typeAt(own);
  if (fn && type && isOfPage(type)) reader.push(unverifiable(node));
  if (fn && keyOf(callee) !== 'bind')
    reader.push({ kind: 'handOver', value: callee.expression, inputs: [callee], isWhole: false });
}

function handOver(reader: Reader, callee: Node, args: readonly Node[], isWhole: boolean): void {
  // `handlers.push(run)` keeps it; what is kept is found where it is called.
  if (reader.phase === 'load' && !isWhole && FILLING.test(keyOf(callee) ?? '')) return;
  const receiver = isAccess(callee) ? [callee.expression] : [];
  for (const value of args) {
    if (isText(value) || is.isNumericLiteral(value) || is.isTemplateExpression(value)) continue;
    reader.push({
      kind: 'handOver',
      value,
      inputs: [...receiver, ...args.filter((other) => other !== value)],
      isWhole,
    });
  }
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

// A dynamic import runs the module; a computed specifier may be any module.
function readImport(reader: Reader, node: Node, specifier: Node | undefined): void {
  const units = specifier && isText(specifier) ? reader.code.moduleAt(specifier) : [];
  for (const unit of units) reader.push({ kind: 'enter', unit, reference: { node, mode: 'read' } });
  if (units.length > 0) return;
  const isNamed = specifier !== undefined && isText(specifier);
  const used = node.getText().slice(0, 60);
  reader.push({ kind: 'flag', node, used, flag: isNamed ? 'opaque' : 'unverifiable' });
  if (isNamed && /^(?:https?:)?\/\//.test(specifier.text))
    reader.push({ kind: 'powers', node, used: 'import()', powers: ['network:fetch:cross-origin'] });
}
