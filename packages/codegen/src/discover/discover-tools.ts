import { basename } from 'node:path';
import { ts } from '../source/ts.ts';
import type { Diagnostic } from '@btcp/core';
import { positionOf } from '../source/position.ts';
import { compareText, type SourceProject } from '../source/source-project.ts';
import { DefineToolNames, isExported } from './define-tool-names.ts';
import type { DiscoveredTool } from './discovered-tool.ts';
import { readJsDoc } from './js-doc.ts';

/** What discovery found: tools in order of file and place, and what it could not follow. */
export interface Discovery {
  readonly tools: readonly DiscoveredTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds every exported `defineTool` call in the files, and in the files they re-export.
 *
 * @param files - Absolute paths.
 */
export function discoverTools(project: SourceProject, files: readonly string[]): Discovery {
  const names = new DefineToolNames(project);
  const tools: DiscoveredTool[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of withReExported(project, files)) {
    const file = project.file(path);
    if (file)
      discoverInFile(file, names, tools, (node, what) => diagnostics.push(unfollowed(project, node, what)));
  }
  return { tools, diagnostics };
}

// A barrel file stands for the tools it re-exports.
function withReExported(project: SourceProject, files: readonly string[]): readonly string[] {
  const all = new Set(files);
  for (const path of all) {
    for (const statement of project.file(path)?.statements ?? []) {
      if (!ts.isExportDeclaration(statement) || statement.isTypeOnly || !statement.moduleSpecifier) continue;
      if (!ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const target = project.resolve(statement.moduleSpecifier.text, path);
      if (target?.isSource) all.add(target.path);
    }
  }
  return [...all].sort((a, b) => compareText(project.relative(a), project.relative(b)));
}

type Unfollowed = keyof typeof UNFOLLOWED;

const UNFOLLOWED = {
  'tool-not-exported': {
    message: 'This tool is not exported, so no manifest can hold it.',
    help: 'Write `export const <name> = defineTool({ … })` at the top level of the file.',
  },
  'tool-in-function': {
    message: 'This `defineTool` call is inside a function, where the build cannot follow it.',
    help: 'Move the call to the top level: `export const <name> = defineTool({ … })`. Functions may build schemas.',
  },
  'tool-from-wrapper': {
    message: 'This function calls `defineTool` for you, and the build cannot follow the call into it.',
    help: 'Call `defineTool` here, and let the function return what differs, for example `defineTool({ ...common(), … })`.',
  },
  'tool-without-definition': {
    message: '`defineTool` needs exactly one argument, the definition.',
    help: 'Pass an object with `inputSchema`, `capabilities` and `execute`.',
  },
} as const;

function unfollowed(project: SourceProject, node: ts.Node, id: Unfollowed): Diagnostic {
  return { id, severity: 'error', ...positionOf(project, node), ...UNFOLLOWED[id] };
}

type Report = (node: ts.Node, what: Unfollowed) => void;

function discoverInFile(
  file: ts.SourceFile,
  names: DefineToolNames,
  tools: DiscoveredTool[],
  report: Report,
): void {
  const exported = exportedNames(file);
  for (const statement of file.statements) {
    for (const call of callsIn(statement)) {
      const meaning = names.meaningOfCall(call);
      if (!meaning) continue;
      const tool = readTool(file, statement, call, exported, meaning === 'defines-tool', report);
      if (tool) tools.push(tool);
    }
  }
}

function readTool(
  file: ts.SourceFile,
  statement: ts.Statement,
  call: ts.CallExpression,
  exported: ReadonlyMap<string, string>,
  isDirect: boolean,
  report: Report,
): DiscoveredTool | undefined {
  if (isInsideFunction(call, statement)) {
    // The wrapper itself is reported where it is used; a bare call in a function here and now.
    if (isDirect) report(call.expression, 'tool-in-function');
    return undefined;
  }
  if (!isDirect) return void report(call.expression, 'tool-from-wrapper');
  const place = exportOf(statement, call, exported);
  if (!place) return void report(call.expression, 'tool-not-exported');
  const definition = call.arguments[0];
  if (!definition || call.arguments.length > 1 || ts.isSpreadElement(definition))
    return void report(call.expression, 'tool-without-definition');
  return {
    file: file.fileName,
    ...place,
    defaultName: place.exportName === 'default' ? (place.localName ?? nameOfFile(file)) : place.exportName,
    call,
    definition,
    statement,
    doc: readJsDoc(statement),
  };
}

function exportOf(
  statement: ts.Statement,
  call: ts.CallExpression,
  exported: ReadonlyMap<string, string>,
): Pick<DiscoveredTool, 'exportName' | 'localName' | 'nameNode'> | undefined {
  const holder = holderOf(call);
  if (ts.isExportAssignment(holder)) {
    return { exportName: 'default', localName: undefined, nameNode: call.expression };
  }
  if (!ts.isVariableDeclaration(holder) || !ts.isIdentifier(holder.name)) return undefined;
  const localName = holder.name.text;
  const exportName = isExported(statement) ? localName : exported.get(localName);
  return exportName === undefined ? undefined : { exportName, localName, nameNode: holder.name };
}

// What the value of the call goes into: through parentheses, `as const`, `satisfies`, `!`.
function holderOf(call: ts.Node): ts.Node {
  let node = call.parent;
  while (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node)
  ) {
    node = node.parent;
  }
  return node;
}

/** Local name → exported name, from `export { a as b }` and `export default a`. The first one counts. */
function exportedNames(file: ts.SourceFile): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (local: string, name: string): void => void (names.has(local) || names.set(local, name));
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression))
      add(statement.expression.text, 'default');
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier || !statement.exportClause) continue;
    if (!ts.isNamedExports(statement.exportClause)) continue;
    for (const element of statement.exportClause.elements) {
      add((element.propertyName ?? element.name).text, element.name.text);
    }
  }
  return names;
}

function callsIn(statement: ts.Statement): readonly ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isCandidate(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  if (!ts.isImportDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) visit(statement);
  return calls;
}

function isCandidate(call: ts.CallExpression): boolean {
  return (
    ts.isIdentifier(call.expression) ||
    (ts.isPropertyAccessExpression(call.expression) && ts.isIdentifier(call.expression.expression))
  );
}

function isInsideFunction(node: ts.Node, statement: ts.Statement): boolean {
  for (let outer: ts.Node = node; outer !== statement.parent; outer = outer.parent) {
    if (ts.isFunctionLike(outer) || ts.isClassStaticBlockDeclaration(outer)) return true;
  }
  return false;
}

/** `get-page-content.ts` → `getPageContent`. */
function nameOfFile(file: ts.SourceFile): string {
  const stem = basename(file.fileName).replace(/\.[^.]*$/, '');
  return stem.replace(/[^A-Za-z0-9_]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '');
}
