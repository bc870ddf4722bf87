import { is, ast, type NodeHandle, type Symbol } from '../../../source/types/typescript.ts';
import {
  isAccess,
  keyOf,
  outermost,
  declaredName,
  isClass,
  isFunctionNode,
  isLazy,
  isModuleLevel,
  isParameterProperty,
  unwrap,
} from '../../../source/types/syntax.ts';
import type { MemberUse, Power, Special } from '../table/member-rule.ts';
import { memberText, type PlatformMember, QUICKJS_GLOBALS, useOfMember } from '../table/member-table.ts';
import { found, type Reference, type Step, unverifiable } from './step.ts';
import { isNamespace, isPrimitive, type Code, type Namespace } from '../read/code.ts';
import {
  augmentedModule,
  isAmbient,
  isProvided,
  isSignature,
  isFrom,
  isPromisify,
  platformMembers,
} from '../read/symbols.ts';
import { originOf } from '../../../source/whose-code.ts';
import { isOptional } from './known-calls.ts';

const UNDECIDED: MemberUse = { read: ['!undecided'], write: ['!undecided'] };

/** The steps of using a platform member. */
export function useMember(member: PlatformMember, reference: Reference): readonly Step[] {
  const { mode, node } = reference;
  if (isOnlyNamed(member, reference)) return [];
  const use = useOfMember(member) ?? UNDECIDED;
  const isRead = mode !== 'write';
  const isWritten = mode === 'write' || mode === 'both';
  if (use.special === 'handle') return handleSteps(member, reference, use.write ?? []);
  const powers = [...((isRead && use.read) || []), ...((isWritten && use.write) || [])];
  const steps = powers.map((power) => found(power, node, memberText(member)));
  if (!use.special) return steps;
  const isConditional = use.special === 'eventTarget';
  // An address matters where it is assigned, a function unless it is replaced.
  const applies = ASSIGNED.has(use.special) ? isWritten : isRead || EITHER.has(use.special);
  if (!applies) return steps;
  return [...(isConditional ? [] : steps), { kind: 'special', special: use.special, member, reference }];
}

function isOnlyNamed({ isMethod, name }: PlatformMember, { args, mode, node }: Reference): boolean {
  if (mode === 'test') return isMethod || name === 'new';
  return name === 'new' && !args && (mode !== 'read' || isHarmlessMention(node));
}

// Passing a storage on exposes its items, and passing a location on its address.
function handleSteps(
  member: PlatformMember,
  reference: Reference,
  written: readonly Power[],
): readonly Step[] {
  const { mode, node } = reference;
  if (mode === 'test') return [];
  return mode === 'write'
    ? written.map((power) => found(power, node, memberText(member)))
    : [{ kind: 'special', special: isReceiver(node) ? 'handle' : 'held', member, reference }];
}

// `localStorage.length` or `const { origin } = location`: only the member counts.
function isReceiver(node: ast.Node): boolean {
  const value = outermost(node);
  const { parent } = value;
  if (isAccess(parent)) return parent.expression === value && !OF_WHOLE.test(keyOf(parent) ?? '');
  return (
    is.isVariableDeclaration(parent) &&
    is.isObjectBindingPattern(parent.name) &&
    !parent.name.elements.some(({ dotDotDotToken }) => dotDotDotToken)
  );
}

/** Methods of all objects that read the members of one. */
const OF_WHOLE = /^(?:hasOwnProperty|propertyIsEnumerable|valueOf)$/;

const EITHER: ReadonlySet<Special> = new Set(['area', 'css', 'link']);
const ASSIGNED: ReadonlySet<Special> = new Set(['urlAssigned', 'urlOfAttr', 'code', 'scriptText', 'html']);

// The receiver of a member access is not a use yet; elsewhere, the object may be constructed.
function isHarmlessMention(node: ast.Node): boolean {
  const { parent } = node;
  if (isAccess(parent)) return parent.expression === node && keyOf(parent) !== 'bind';
  // The value of `Socket ?? WebSocket` is constructed.
  return is.isBinaryExpression(parent) && !/^(?:[?|]{2}=?|&&=?|=|,)$/.test(parent.operatorToken.getText());
}

type Node = ast.Node;

/** The steps of a reference to a symbol. */
export function stepsOfSymbol(code: Code, symbol: Symbol, reference: Reference): readonly Step[] {
  const target = code.names.target(symbol);
  if (!target) return [found('opaque', reference.node)];
  return [...lackingGlobal(target, reference), ...stepsOfTarget(code, target, reference)];
}

/**
 * The step of naming a global that QuickJS lacks; none where a `typeof` of the same file tests for it.
 *
 * @param symbol - What is named, with aliases resolved.
 */
function lackingGlobal(symbol: Symbol, { mode, node }: Reference): readonly Step[] {
  const { name } = symbol;
  if (mode === 'test' || QUICKJS_GLOBALS.has(name)) return [];
  if (!isFrom(symbol, 'language', 'platform', 'node') || symbol.getParent()) return [];
  const isTested = new RegExp(`\\btypeof (?:globalThis\\.)?${name}\\b`).test(node.getSourceFile().text);
  return isTested ? [] : [found('lacking', node, name)];
}

function stepsOfTarget(code: Code, target: Symbol, reference: Reference): readonly Step[] {
  const members = platformMembers(code, target, reference.receiver);
  // One object's of several: `(isKept ? localStorage : new Memory()).setItem(…)`.
  const ofOwn = code
    .declarationsOf(target)
    .flatMap((each) => [...writing(each, reference), ...stepsOfOwn(code, each, reference)]);
  if (members.length > 0)
    return [
      ...replacing(target, reference),
      ...members.flatMap((member) => useMember(member, reference)),
      ...ofOwn,
    ];
  const origins = new Set(target.declarations.map(({ path }) => originOf(path)));
  if (origins.has('language')) return [...stepsOfLanguage(code, target, reference), ...ofOwn];
  if (origins.has('project')) return ofOwn;
  // Another tool's: `other.execute(input, ctx)`.
  if (target.name === 'execute' && isFrom(target, 'toolkit')) return [unverifiable(reference.node)];
  return origins.has('dependency') || origins.has('node') ? stepsOfDependency(code, target, reference) : [];
}

// Whoever calls a function of the language or the platform that the code replaces runs other code.
function replacing({ declarations }: Symbol, reference: Reference): readonly Step[] {
  const isReplaced =
    (reference.mode === 'write' || reference.mode === 'both') &&
    declarations.some(({ kind }) => FUNCTIONS.has(kind));
  return isReplaced ? [unverifiable(reference.node)] : [];
}

const FUNCTIONS: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.MethodSignature,
  ast.SyntaxKind.MethodDeclaration,
  ast.SyntaxKind.FunctionDeclaration,
]);

function writing(declared: Node, { mode, value }: Reference): readonly Step[] {
  return value && (mode === 'write' || mode === 'both') ? [{ kind: 'write', declared, value }] : [];
}

function stepsOfLanguage(code: Code, symbol: Symbol, reference: Reference): readonly Step[] {
  const isBase = is.isExpressionWithTypeArguments(reference.node.parent);
  if (reference.mode === 'test' && !isBase) return [];
  const replaced = replacing(symbol, reference);
  if (replaced.length > 0) return replaced;
  const parent = symbol.getParent();
  if (symbol.name === 'constructor' && reference.receiver) return constructorSteps(reference);
  if (parent?.name === 'Reflect') return [unverifiable(reference.node)];
  const isCode = !parent && (symbol.name === 'eval' || symbol.name === 'Function');
  return isCode ? [unverifiable(reference.node)] : [];
}

/** The steps of reading an object's `constructor`, which may be `Function`; reading its name is harmless. */
export function constructorSteps(reference: Reference): readonly Step[] {
  const { parent } = reference.node;
  if (is.isPropertyAccessExpression(parent) && parent.name.text === 'name') return [];
  return [unverifiable(reference.node)];
}

const SIGNATURES: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.MethodSignature,
  ast.SyntaxKind.MethodDeclaration,
]);

function stepsOfDependency(code: Code, symbol: Symbol, reference: Reference): readonly Step[] {
  if (reference.mode === 'test' || isPure(symbol)) return [];
  const { args, node, receiver } = reference;
  const { parent } = node;
  // Which of its functions is used says the member.
  if (isModule(symbol) && isOfFileSystem(symbol) && isAccess(parent) && parent.expression === node) return [];
  const isOfCall = isPromisified(code, node);
  const opaque = { ...found('opaque', node, fileSystemCall(symbol)), isOfCall };
  const isMethod = symbol.declarations.some(({ kind }: NodeHandle) => SIGNATURES.has(kind));
  if (args) return [opaque];
  const type = code.typeAt(node);
  if (type && isPrimitive(type)) return [];
  if (receiver && !isMethod && !(type && code.isCallable(type))) return [];
  return [opaque];
}

// Stores of React apps have their contexts beside them. Callbacks and getters that a function is given count as used.
const isPure = ({ name, declarations }: Symbol): boolean =>
  declarations.some(({ path }) =>
    name === 'createContext'
      ? /\/node_modules\/@types\/react\//.test(path)
      : (!/^set(?:Engine|Fips)$/.test(name) && COMPUTING.test(path)) ||
        (UTILITIES.test(name) && path.endsWith('/@types/node/util.d.ts')),
  );

// `const run = promisify(execFile);`
function isPromisified(code: Code, node: Node): boolean {
  const { parent } = outermost(node);
  return is.isCallExpression(parent) && parent.expression !== node && isPromisify(code, parent.expression);
}

/** Those of `node:util`. */
const UTILITIES =
  /^(?:callbackify|format|inspect|isDeepStrictEqual|parseArgs|promisify|stripVTControlCharacters|styleText)$/;

/** Modules of Node whose functions compute from what they are given, or wait. */
const COMPUTING =
  /\/@types\/node\/(?:crypto|path|path\/\w+|querystring|string_decoder|timers|timers\/promises|url|zlib)\.d\.ts$/;

// A function of `node:fs`, by its own name, whatever the code calls it: `fs.rm`.
function fileSystemCall(symbol: Symbol): string | undefined {
  return isOfFileSystem(symbol) && !isModule(symbol) ? `fs.${symbol.name}` : undefined;
}

const isOfFileSystem = ({ declarations }: Symbol): boolean =>
  declarations.some(({ path }) => /\/@types\/node\/fs(?:\/promises)?\.d\.ts$/.test(path));

const isModule = ({ name }: Symbol): boolean => name.startsWith('"');

/** The steps of a reference to what the author's code declares. */
function stepsOfOwn(code: Code, declaration: Node, reference: Reference): readonly Step[] {
  if (isNamespace(declaration) && !isAmbient(declaration))
    return namespaceSteps(code, declaration, reference);
  if (reference.mode === 'test' && isFunctionOnly(declaration)) return [];
  if (isSignature(declaration)) return signatureSteps(code, declaration, reference);
  if (isClass(declaration.parent)) return classMemberSteps(declaration, reference);
  if (is.isParameterDeclaration(declaration))
    return isParameterProperty(declaration) ? memberSteps(declaration, reference) : [];
  if (isAmbient(declaration)) return ambientSteps(code, reference);
  if (is.isBindingElement(declaration)) return bindingSteps(declaration, reference);
  if (isClass(declaration)) return [enter(declaration, reference)];
  if (is.isObjectLiteralExpression(declaration.parent))
    return isUsedAccessor(declaration, reference) ? memberSteps(declaration, reference) : [];
  if (isFunctionNode(declaration)) return [enter(declaration, reference)];
  if (is.isVariableDeclaration(declaration)) return variableSteps(declaration, reference);
  if (is.isExportAssignment(declaration))
    return [enter(declaration, reference), ...valueSteps(code, declaration.expression, reference)];
  // `later.run = () => …` is a declaration, too.
  if (is.isBinaryExpression(declaration)) return valueSteps(code, declaration.right, reference);
  return [];
}

// Of a namespace that is more than the receiver of a member with a name, all exports count as named; JSON is data.
function namespaceSteps(code: Code, namespace: Namespace, reference: Reference): readonly Step[] {
  const { node, mode } = reference;
  const { parent } = outermost(node);
  const isReceiver = isAccess(parent) && keyOf(parent) !== undefined;
  const isName = is.isIdentifier(node) || isAccess(node);
  if (mode !== 'read' || !isName || isReceiver || namespace.getSourceFile().fileName.endsWith('.json'))
    return [];
  return code.exportsOf(namespace).flatMap(([, each]) => stepsOfOwn(code, each, reference));
}

// Testing whether a function exists does not run it.
function isFunctionOnly(declaration: Node): boolean {
  if (isFunctionNode(declaration)) return !is.isGetAccessorDeclaration(declaration);
  const value =
    is.isVariableDeclaration(declaration) || is.isPropertyAssignment(declaration)
      ? declaration.initializer
      : undefined;
  return value !== undefined && isLazy(unwrap(value));
}

function signatureSteps(code: Code, declaration: Node, reference: Reference): readonly Step[] {
  if (!isProvided(code, declaration)) return memberSteps(declaration, reference);
  const module = augmentedModule(declaration);
  if (module === undefined) return [found('opaque', reference.node)];
  // What a plugin adds to a server, whose code nothing here leads to.
  if (module !== '@btcp/core') return ambientSteps(code, reference);
  return [found('host', reference.node, undefined, requiredMember(declaration))];
}

/** The name of a member without which there is no `ctx`, by the author's own declaration. */
function requiredMember(declaration: Node): string | undefined {
  const { parent } = declaration;
  const isOfContext = is.isInterfaceDeclaration(parent) && parent.name.text === 'ToolContext';
  return isOfContext && !isOptional(declaration) ? declaredName(declaration) : undefined;
}

function ambientSteps(code: Code, reference: Reference): readonly Step[] {
  const type = reference.args ? undefined : code.typeAt(reference.node);
  return type && isPrimitive(type) ? [] : [found('opaque', reference.node)];
}

function classMemberSteps(declaration: Node, reference: Reference): readonly Step[] {
  if (isAmbient(declaration)) return [found('opaque', reference.node)];
  return isUsedAccessor(declaration, reference) ? memberSteps(declaration, reference) : [];
}

function isUsedAccessor(declaration: Node, { mode }: Reference): boolean {
  if (is.isGetAccessorDeclaration(declaration)) return mode !== 'write';
  return !is.isSetAccessorDeclaration(declaration) || mode === 'write' || mode === 'both';
}

function variableSteps(declaration: ast.VariableDeclaration, reference: Reference): readonly Step[] {
  const value = declaration.initializer && unwrap(declaration.initializer);
  if (value && isLazy(value))
    return [enter(value, reference), ...(isModuleLevel(declaration) ? [enter(declaration, reference)] : [])];
  return isModuleLevel(declaration) ? [enter(declaration, reference)] : [];
}

// A destructured name; at module level, reading it runs the initializer.
function bindingSteps(declaration: Node, reference: Reference): readonly Step[] {
  let node: Node = declaration;
  while (is.isBindingElement(node) || is.isBindingPattern(node)) node = node.parent;
  return is.isVariableDeclaration(node) && isModuleLevel(node) ? [enter(node, reference)] : [];
}

/** The steps of a value that is a function or class; other expressions are read where they stand. */
export function valueSteps(code: Code, expression: Node, reference: Reference): readonly Step[] {
  const value = unwrap(expression);
  if (isLazy(value)) return [enter(value, reference)];
  const symbol = is.isIdentifier(value) ? code.names.symbolAt(value) : undefined;
  const steps = symbol ? stepsOfSymbol(code, symbol, { ...reference, receiver: undefined }) : [];
  return steps.filter((step) => step.kind === 'enter' && (isFunctionNode(step.unit) || isClass(step.unit)));
}

function memberSteps(declared: Node, reference: Reference): readonly Step[] {
  return [{ kind: 'member', key: declaredName(declared), declared, reference }];
}

function enter(unit: Node, reference: Reference): Step {
  return { kind: 'enter', unit, reference };
}
