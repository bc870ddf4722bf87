import { type ast, is } from '../../../source/types/typescript.ts';
import {
  isAccess,
  isAssignment,
  isClass,
  isConstant,
  isFunctionNode,
  isModuleLevel,
  isStatic,
  isText,
  namesFunction,
  returnsOf,
  rootOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import { isTypeOnly } from '../../../source/types/names.ts';
import { isInert } from './unit-nodes.ts';
import type { Code } from '../read/code.ts';
import { findMembers, valueOf, withBases } from '../values/members.ts';
import type { Step } from './step.ts';
import type { Units } from './unit-reader.ts';

type Node = ast.Node;

/** A top-level statement with a side effect, and the declarations that it may change. */
export interface Effect {
  readonly statement: Node;
  readonly targets: readonly Node[];
}

const known = new WeakMap<ast.SourceFile, readonly Effect[]>();

/**
 * The top-level statements of a file that may give a function to a variable or class of any module:
 * `hooks.set('wipe', wipe)`, `register('wipe', wipe)`, `Tool.prototype.run = run`, `const stop = listen(render)`.
 */
export function effectsOf(units: Units, file: ast.SourceFile): readonly Effect[] {
  let effects = known.get(file);
  if (!effects) {
    units.code.prefetch([file]);
    effects = effectExpressions(units, file).map((statement) => ({
      statement,
      targets: targetsOf(units, statement),
    }));
    known.set(file, effects);
  }
  return effects;
}

function effectExpressions(units: Units, { statements }: ast.SourceFile | ast.ModuleBlock): readonly Node[] {
  return [...statements].flatMap((statement): readonly Node[] => {
    if (is.isModuleDeclaration(statement) && statement.body && is.isModuleBlock(statement.body))
      return effectExpressions(units, statement.body);
    if (is.isExpressionStatement(statement)) return [unwrap(statement.expression)];
    return isDeclaration(statement) ? callsIn(units, statement) : [statement];
  });
}

const isDeclaration = (statement: Node): boolean =>
  isInert(statement) ||
  isClass(statement) ||
  is.isVariableStatement(statement) ||
  is.isExportAssignment(statement) ||
  is.isEnumDeclaration(statement);

// What runs where values are made: calls and `new`. Those of the toolkit define tools, which are analysed one by one.
function callsIn(units: Units, node: Node): readonly Node[] {
  if (isFunctionNode(node) || isTypeOnly(node)) return [];
  if (isAssignment(node)) return [node];
  if (is.isNewExpression(node)) return [node];
  if (is.isCallExpression(node)) return units.code.names.isOfToolkit(node.expression) ? [] : [node];
  if (is.isClassStaticBlockDeclaration(node)) return [node.body];
  if (is.isPropertyDeclaration(node) && !isStatic(node)) return [];
  const found: Node[] = [];
  node.forEachChild((child) => void found.push(...callsIn(units, child)));
  return found;
}

// The variables and classes that the statement and what it calls change or name.
function targetsOf(units: Units, statement: Node): readonly Node[] {
  const read = new Set<Node>([statement]);
  const found: Node[] = [];
  // Iterating over a set includes elements added during the loop.
  for (const each of read)
    for (const step of units.stepsOf(each)) {
      const changed = step.kind === 'change' ? units.code.declaredAt(rootOf(step.changed)) : [];
      // What a class does with itself comes with it.
      found.push(...changed.filter((one) => one !== each));
      // `const list = jobs` is another name of the same.
      for (const one of changed) read.add(one);
      for (const one of functionsOf(units.code, step)) read.add(one);
      const named = step.kind === 'enter' ? step.unit : step.kind === 'member' ? step.declared : undefined;
      if (!named || ('reference' in step && step.reference.mode === 'test')) continue;
      const isMade = step.kind === 'enter' && isClass(named) && step.reference.args !== undefined;
      if (isMade) for (const one of withBases(units.code, named)) read.add(one);
      else if (isFunctionNode(named)) read.add(named);
      else if (named !== each && isVariableOrClass(named) && !namesFunction(named)) found.push(named);
    }
  return found;
}

// The functions of an object that a step names, where its variable shows them: those with the name of a member, or all.
function functionsOf(code: Code, step: Step): readonly Node[] {
  if (step.kind !== 'member' && (step.kind !== 'enter' || !is.isVariableDeclaration(step.unit))) return [];
  const { node, receiver } = step.reference;
  const key = step.kind === 'member' ? step.key : undefined;
  const isReceiver = step.kind === 'enter' && isAccess(node.parent) && node.parent.expression === node;
  const holders = isReceiver ? [] : holdersAt(code, step.kind === 'member' ? receiver : node);
  return holders
    .flatMap((each) => findMembers(code, each, key, false))
    .map((member) => unwrap(valueOf(member) ?? member))
    .flatMap((value) => (is.isIdentifier(value) ? code.declaredAt(value) : [value]))
    .filter(isFunctionNode);
}

// The literal or class of an object: `const kit = { install }`, `const kit = createKit();`.
function holdersAt(code: Code, node: Node | undefined, seen: Set<Node> = new Set()): readonly Node[] {
  const value = node && unwrap(node);
  if (!value || seen.has(value)) return [];
  seen.add(value);
  if (is.isObjectLiteralExpression(value)) return [value];
  if (is.isNewExpression(value)) return code.declaredAt(value.expression).filter(isClass);
  if (is.isCallExpression(value))
    return code
      .declaredAt(value.expression)
      .flatMap((each) => (isFunctionNode(each) ? returnsOf(each) : []))
      .flatMap((each) => holdersAt(code, each, seen));
  return code
    .declaredAt(value)
    .flatMap((each) => (is.isVariableDeclaration(each) ? holdersAt(code, each.initializer, seen) : []));
}

function isVariableOrClass(each: Node): boolean {
  if (!is.isVariableDeclaration(each)) return isClass(each);
  // `const BASE = '/api'` holds no function.
  const value = isConstant(each) && each.initializer && unwrap(each.initializer);
  const isData = value && (isText(value) || is.isTemplateExpression(value) || is.isNumericLiteral(value));
  return isModuleLevel(each) && !isData;
}
