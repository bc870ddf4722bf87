import { ast, is } from '../../../source/types/typescript.ts';
import {
  enclosingFunction,
  type FunctionNode,
  isClass,
  isFunctionNode,
  isModuleLevel,
} from '../read/syntax.ts';
import { rootOf } from './read-assignment.ts';
import type { ToolRun } from './tool-run.ts';

type Node = ast.Node;

/** Whether what a name begins with outlives the call of the tool. Over-approximates. */
export function outlivesCall(run: ToolRun, root: Node, seen: ReadonlySet<Node> = new Set()): boolean {
  if (seen.has(root)) return false;
  const next = new Set([...seen, root]);
  if (root.kind === ast.SyntaxKind.ThisKeyword) return thisOutlives(run, root);
  return run.code.declaredAt(root).some((declared) => {
    if (is.isParameterDeclaration(declared)) return isGivenWhatOutlives(run, declared, next);
    const fn = enclosingFunction(declared);
    return isModuleLevel(declared) || (fn !== undefined && isEnteredByModule(run, fn));
  });
}

// A closure of a function that ran when its module was loaded: `const counter = makeCounter()`.
function isEnteredByModule(run: ToolRun, fn: Node): boolean {
  for (let at: Node | undefined = fn; at; at = run.findings.arrivals.get(at)?.from)
    if (!isFunctionNode(at) && !isClass(at)) return is.isVariableDeclaration(at) && isModuleLevel(at);
  return false;
}

function isGivenWhatOutlives(
  run: ToolRun,
  parameter: ast.ParameterDeclaration,
  seen: ReadonlySet<Node>,
): boolean {
  const fn = parameter.parent as FunctionNode; // types have no code
  const index = fn.parameters.indexOf(parameter);
  return run.sitesOf(is.isConstructorDeclaration(fn) ? fn.parent : fn).some((site) => {
    const given = 'args' in site ? site.args[index] : undefined;
    const root = given && rootOf(given);
    return root !== undefined && outlivesCall(run, root, seen);
  });
}

// An object of a class that is not made by the call; what its constructor sets is new.
function thisOutlives(run: ToolRun, node: Node): boolean {
  const fn = enclosingMember(node);
  if (!fn || is.isConstructorDeclaration(fn)) return false;
  const holder = fn.parent;
  if (!isClass(holder)) return is.isObjectLiteralExpression(holder) && isModuleLevel(holder);
  const sites = [holder, ...run.subclassesOf(holder)].flatMap((each) => run.sitesOf(each));
  return sites.length === 0 || sites.some((site) => enclosingFunction(site.node) === undefined);
}

function enclosingMember(node: Node): FunctionNode | undefined {
  let fn = enclosingFunction(node);
  while (fn && is.isArrowFunction(fn)) fn = enclosingFunction(fn);
  return fn;
}
