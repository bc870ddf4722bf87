import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { hasBody, originOf } from '../capabilities/declarations.ts';
import { keyOf } from '../capabilities/member-symbols.ts';
import { isAssignment } from '../capabilities/writes.ts';
import { isAccess } from './is-access.ts';
import { type Calls, Lifetimes } from './lifetimes.ts';

/**
 * Where a function, not counting functions inside of it, writes to a variable, property or collection that may outlive the
 * call. Over-approximates: what is not visibly made during the call counts as older.
 */
export function stateWrites(checker: ts.TypeChecker, calls: Calls, unit: ts.Node): readonly ts.Node[] {
  const lifetimes = new Lifetimes(checker, calls);
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const isOlder = writtenBy(node).some((target) =>
      ts.isIdentifier(target) ? lifetimes.isOlderVariable(target) : lifetimes.isOlder(holderOf(target)),
    );
    const changed = ts.isCallExpression(node) ? changedBy(checker, node) : undefined;
    if (isOlder || (changed && lifetimes.isOlder(changed))) found.push(node);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(unit, visit);
  return found;
}

/** What an assignment, an update, `delete` or a loop writes to. */
function writtenBy(node: ts.Node): readonly ts.Expression[] {
  if (ts.isBinaryExpression(node) && isAssignment(node)) return targetsIn(node.left);
  if (ts.isDeleteExpression(node)) return targetsIn(node.expression);
  if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isUpdate(node.operator))
    return targetsIn(node.operand);
  const isLoop = ts.isForInStatement(node) || ts.isForOfStatement(node);
  return isLoop && ts.isExpression(node.initializer) ? targetsIn(node.initializer) : [];
}

function isUpdate(operator: ts.PrefixUnaryOperator): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

// A default inside of a pattern is an assignment by itself.
function targetsIn(expression: ts.Expression): readonly ts.Expression[] {
  const target = unwrap(expression);
  if (ts.isSpreadElement(target)) return targetsIn(target.expression);
  if (ts.isArrayLiteralExpression(target)) return target.elements.flatMap(targetsIn);
  if (ts.isObjectLiteralExpression(target))
    return target.properties.flatMap((property) => {
      if (ts.isPropertyAssignment(property)) return targetsIn(property.initializer);
      if (ts.isShorthandPropertyAssignment(property)) return [property.name];
      return ts.isSpreadAssignment(property) ? targetsIn(property.expression) : [];
    });
  return ts.isIdentifier(target) || isAccess(target) ? [target] : [];
}

function holderOf(target: ts.Expression): ts.Expression {
  return isAccess(target) ? target.expression : target;
}

/** Methods of the language and of the platform that change what they are called on. */
const CHANGING = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin set add delete clear append getOrInsert getOrInsertComputed next dispatchEvent'.split(
    ' ',
  ),
);
const SETTING = /^set[A-Z]/;
const CHANGING_FIRST = new Set(
  'assign defineProperty defineProperties setPrototypeOf deleteProperty set'.split(' '),
);

/** What a call changes, as far as its name tells; what functions of the project change is found in them. */
function changedBy(checker: ts.TypeChecker, call: ts.CallExpression): ts.Expression | undefined {
  const callee = unwrap(call.expression);
  const name = keyOf(callee);
  if (name === undefined || !isAccess(callee)) return undefined;
  const holder = unwrap(callee.expression);
  const isStatic = ts.isIdentifier(holder) && /^(?:Object|Reflect)$/.test(holder.text);
  if (isStatic) return CHANGING_FIRST.has(name) ? call.arguments[0] : undefined;
  const declarations = checker.getSymbolAtLocation(
    ts.isPropertyAccessExpression(callee) ? callee.name : callee.argumentExpression,
  )?.declarations;
  if (declarations?.some((each) => originOf(each) === 'project' && isWritten(each))) return undefined;
  const isLanguage = declarations?.some((each) => originOf(each) === 'language');
  return CHANGING.has(name) || (isLanguage && SETTING.test(name)) ? holder : undefined;
}

function isWritten(declaration: ts.Node): boolean {
  return (
    hasBody(declaration) || ts.isPropertyAssignment(declaration) || ts.isPropertyDeclaration(declaration)
  );
}
