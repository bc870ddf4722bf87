import { ts } from '../source/ts.ts';
import { boundNames, type StatementOutline } from '../source/module-outline.ts';
import { bindingId } from '../source/bindings.ts';
import { unwrap } from '../source/unwrap.ts';
import { rootOf } from './call-origin.ts';
import type { ChangeFinder } from './change-finder.ts';
import type { Source } from './effects.ts';

/** What a top-level statement has to do with the values of top-level names. */
export interface StatementEffects {
  /** Names whose value it surely changes: needing one of them needs the statement. */
  readonly changes: ReadonlySet<Source>;
  /** Names that it may change, unless it is left out. */
  readonly mayChange: ReadonlySet<Source>;
  /** Name → what else may hold something of its value. */
  readonly holders: readonly (readonly [held: Source, holder: Source])[];
  /** The package that it calls, for which it is left out. */
  readonly foreign: string | undefined;
}

/**
 * Finds what a top-level statement has to do with the values of names. A declaration is there for its own value; any
 * other statement is there for what it does, so it may change whatever it mentions.
 */
export function findStatementEffects(
  { node, declares }: StatementOutline,
  finder: ChangeFinder,
): StatementEffects {
  if (NOTHING_DONE.has(node.kind)) return NOTHING;
  const { changes, given, links, foreign, usesHost } = finder.effectsOfStatement(node);
  const mayChange = new Set<Source>();
  if (!isDeclaration(node) && !usesHost && !isPrinting(node)) {
    for (const source of given) mayChange.add(source);
    addMentioned(node, finder, mayChange);
  }
  const holders = [
    ...[...links.values()].map(([holder, held]) => [held, holder] as const),
    ...heldByDeclared(node, declares, finder),
  ];
  return { changes, mayChange, holders, foreign };
}

const NOTHING: StatementEffects = {
  changes: new Set(),
  mayChange: new Set(),
  holders: [],
  foreign: undefined,
};

const NOTHING_DONE: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.EmptyStatement,
]);

function isDeclaration(node: ts.Statement): boolean {
  return (
    ts.isVariableStatement(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isImportEqualsDeclaration(node) ||
    ts.isExportAssignment(node)
  );
}

function isPrinting(node: ts.Statement): boolean {
  if (!ts.isExpressionStatement(node)) return false;
  const expression = unwrap(node.expression);
  const root = ts.isCallExpression(expression) ? rootOf(expression) : undefined;
  return root !== undefined && ts.isIdentifier(root) && root.text === 'console';
}

// Not in functions: what those do is followed where they are called. Nor what is only called.
function addMentioned(root: ts.Node, finder: ChangeFinder, found: Set<Source>): void {
  const visit = (node: ts.Node): void => {
    if (finder.skipped.has(node) || ts.isFunctionLike(node) || ts.isTypeNode(node)) return;
    if (ts.isPropertyAccessExpression(node)) return visit(node.expression);
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      for (const item of node.arguments) visit(item);
      return;
    }
    if (ts.isIdentifier(node)) for (const source of finder.sourcesOf(node)) found.add(source);
    ts.forEachChild(node, visit);
  };
  visit(root);
}

function heldByDeclared(
  node: ts.Statement,
  declares: readonly string[],
  finder: ChangeFinder,
): readonly (readonly [Source, Source])[] {
  const path = node.getSourceFile().fileName;
  const found: (readonly [Source, Source])[] = [];
  const add = (expression: ts.Expression, names: readonly string[]): void => {
    for (const held of finder.sourcesOf(expression))
      for (const name of names) found.push([held, bindingId(path, name)]);
  };
  if (ts.isExportAssignment(node)) add(node.expression, declares);
  else if (ts.isVariableStatement(node)) {
    for (const { name, initializer } of node.declarationList.declarations)
      if (initializer && !finder.skipped.has(initializer)) add(initializer, boundNames(name));
  }
  return found;
}
