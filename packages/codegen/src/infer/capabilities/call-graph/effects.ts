import { type ast, is } from '../../../source/types/typescript.ts';
import {
  isAssignment,
  isClass,
  isConstant,
  isFunctionNode,
  isModuleLevel,
  isStatic,
  isText,
  namesFunction,
  rootOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import { isTypeOnly } from '../../../source/types/names.ts';
import { isInert } from './unit-nodes.ts';
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

// What runs where values are made: calls, and `new` of a variable's value; other objects are reached with their classes. Those of
// the toolkit define tools, which are analysed one by one.
function callsIn(units: Units, node: Node): readonly Node[] {
  if (isFunctionNode(node) || isTypeOnly(node)) return [];
  if (isAssignment(node)) return [node];
  if (is.isCallExpression(node)) return units.code.names.isOfToolkit(node.expression) ? [] : [node];
  if (is.isClassStaticBlockDeclaration(node)) return [node.body];
  if (is.isPropertyDeclaration(node) && !isStatic(node)) return [];
  const value = is.isVariableDeclaration(node) && node.initializer ? unwrap(node.initializer) : undefined;
  if (value && is.isNewExpression(value)) return [value];
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
      found.push(...changed);
      // `const list = jobs` is another name of the same.
      for (const one of changed) read.add(one);
      const named = step.kind === 'enter' ? step.unit : step.kind === 'member' ? step.declared : undefined;
      if (!named || ('reference' in step && step.reference.mode === 'test')) continue;
      const isMade = step.kind === 'enter' && isClass(named) && step.reference.args !== undefined;
      if (isFunctionNode(named) || isMade) read.add(named);
      else if (isVariableOrClass(named) && !namesFunction(named)) found.push(named);
    }
  return found;
}

function isVariableOrClass(each: Node): boolean {
  if (!is.isVariableDeclaration(each)) return isClass(each);
  // `const BASE = '/api'` holds no function.
  const value = isConstant(each) && each.initializer && unwrap(each.initializer);
  const isData = value && (isText(value) || is.isTemplateExpression(value) || is.isNumericLiteral(value));
  return isModuleLevel(each) && !isData;
}
