import { ts } from '../source/ts.ts';
import { boundNames, type StatementOutline } from '../source/module-outline.ts';
import { bindingId } from '../source/bindings.ts';
import type { ChangeFinder } from './change-finder.ts';
import { ANYWHERE, type Link, linkOf, type Place, placeOf, type Source, sourceAt } from './effects.ts';
import { stepsTo } from './source-finder.ts';

/** What a top-level statement has to do with the values of top-level names. */
export interface StatementEffects {
  /** What of which names it surely changes: needing that needs the statement. */
  readonly changes: ReadonlySet<Place>;
  /** Names that get another value: needing one of them needs the statement. */
  readonly rebinds: ReadonlySet<Source>;
  /** What it may change, unless it is left out. */
  readonly mayChange: ReadonlySet<Place>;
  /** What holds something of something else's value after it. */
  readonly links: readonly Link[];
  /** The package that it calls, for which it is left out. */
  readonly foreign: string | undefined;
  /** Whether it uses what only a page or a process has, for which it is left out too. */
  readonly usesHost: boolean;
}

/**
 * Finds what a top-level statement has to do with the values of names. A declaration is there for its own value; any
 * other statement is there for what it does, so it may change whatever it hands to code that cannot be followed.
 *
 * @param isActing - Whether it may do more than give its names their values.
 */
export function findStatementEffects(
  { node, declares }: StatementOutline,
  finder: ChangeFinder,
  isActing: boolean,
): StatementEffects {
  if (NOTHING_DONE.has(node.kind)) return NOTHING;
  if (!isActing) return { ...NOTHING, links: withoutLoops(linksOfDeclared(node, declares, finder)) };
  const { changes, rebinds, given, links, foreign, usesHost } = finder.effectsOfStatement(node);
  const mayChange = new Set<Place>();
  if (!isDeclaration(node) && !usesHost) {
    for (const place of given) mayChange.add(place);
    if (ts.isTryStatement(node)) addMentioned(node, finder, mayChange);
  }
  const found = [
    ...[...links.values()].map(([holder, held]) => linkOf(holder, held)),
    ...linksOfDeclared(node, declares, finder),
  ];
  return {
    changes,
    rebinds,
    mayChange,
    links: withoutLoops(found),
    foreign,
    usesHost,
  };
}

function withoutLoops(links: readonly Link[]): readonly Link[] {
  return links.filter(({ holder, held }) => holder !== held);
}

const NOTHING: StatementEffects = {
  changes: new Set(),
  rebinds: new Set(),
  mayChange: new Set(),
  links: [],
  foreign: undefined,
  usesHost: false,
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

// What is thrown may be anything that is mentioned.
function addMentioned(root: ts.Node, finder: ChangeFinder, found: Set<Place>): void {
  const visit = (node: ts.Node): void => {
    if (finder.skipped.has(node) || ts.isFunctionLike(node) || ts.isTypeNode(node)) return;
    if (ts.isPropertyAccessExpression(node)) return visit(node.expression);
    if (ts.isIdentifier(node))
      for (const place of finder.sourcesOf(node)) found.add(placeOf(sourceAt(place), 0, ANYWHERE));
    ts.forEachChild(node, visit);
  };
  visit(root);
}

function linksOfDeclared(
  node: ts.Statement,
  declares: readonly string[],
  finder: ChangeFinder,
): readonly Link[] {
  const path = node.getSourceFile().fileName;
  const found: Link[] = [];
  const add = (expression: ts.Expression, names: readonly string[], pattern?: ts.BindingName): void => {
    for (const name of names) {
      const step = pattern ? stepsTo(pattern, name) : undefined;
      for (const held of finder.sourcesOf(expression))
        found.push(linkOf(placeOf(bindingId(path, name)), step ? step(held) : held));
    }
  };
  if (ts.isExportAssignment(node)) add(node.expression, declares);
  else if (ts.isVariableStatement(node)) {
    for (const { name, initializer } of node.declarationList.declarations)
      if (initializer && !finder.skipped.has(initializer)) add(initializer, boundNames(name), name);
  }
  return found;
}
