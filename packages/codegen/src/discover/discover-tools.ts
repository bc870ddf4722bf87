import { basename } from 'node:path';
import { ts } from '../source/ts.ts';
import type { Diagnostic } from '@btcp/core';
import { positionOf } from '../source/position.ts';
import { compareText } from '../source/match-files.ts';
import type { SourceProject } from '../source/source-project.ts';
import { outerParent } from '../source/unwrap.ts';
import { DefineToolNames, isInsideFunction, looksLikeDefinition } from './define-tool-names.ts';
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
  'tool-exported-as-then': {
    message:
      'A module with a function called `then` cannot be imported on demand: JavaScript takes it for a promise.',
    help: "Export the tool under another name; with `name: 'then'` agents still call it so.",
  },
  'tool-in-function': {
    message: 'This `defineTool` call is inside a function, where the build cannot follow it.',
    help: 'Move the call to the top level: `export const <name> = defineTool({ … })`. Functions may build schemas.',
  },
  'tool-from-wrapper': {
    message: 'This function calls `defineTool` for you, and the build cannot follow the call into it.',
    help: 'Call `defineTool` here, and let the function return what differs, for example `defineTool({ ...common(), … })`.',
  },
  'tool-unrecognised': {
    message:
      'This looks like a tool, but the call does not lead to `defineTool` of @btcp/core: it is left out.',
    help: "Import it: `import { defineTool } from '@btcp/core'`. If this is not meant to be a BTCP tool, move it to a file that `tools` in the config does not match.",
  },
  'tool-without-definition': {
    message: '`defineTool` needs exactly one argument, the definition.',
    help: 'Pass an object with `inputSchema`, `capabilities` and `execute`.',
  },
} as const;

// It may be meant for something else.
const SEVERITY: Partial<Record<Unfollowed, Diagnostic['severity']>> = { 'tool-unrecognised': 'warning' };

function unfollowed(project: SourceProject, node: ts.Node, id: Unfollowed): Diagnostic {
  return { id, severity: SEVERITY[id] ?? 'error', ...positionOf(project, node), ...UNFOLLOWED[id] };
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
      if (!meaning) {
        if (looksLikeDefinition(call) && !isInsideFunction(call))
          report(call.expression, 'tool-unrecognised');
        continue;
      }
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
  if (isInsideFunction(call)) {
    // The wrapper itself is reported where it is used; a bare call in a function here and now.
    if (isDirect) report(call.expression, 'tool-in-function');
    return undefined;
  }
  if (!isDirect) return void report(call.expression, 'tool-from-wrapper');
  const place = exportOf(statement, call, exported);
  if (!place) return void report(call.expression, 'tool-not-exported');
  if (place.exportName === 'then') report(place.nameNode, 'tool-exported-as-then');
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
  const holder = outerParent(call);
  if (ts.isExportAssignment(holder)) {
    return { exportName: 'default', localName: undefined, nameNode: call.expression };
  }
  if (!ts.isVariableDeclaration(holder) || !ts.isIdentifier(holder.name)) return undefined;
  // A variable of a namespace or a block is no export of the module.
  if (holder.parent.parent !== statement) return undefined;
  const localName = holder.name.text;
  const exportName = isExported(statement) ? localName : exported.get(localName);
  return exportName === undefined ? undefined : { exportName, localName, nameNode: holder.name };
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
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  if (!ts.isImportDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) visit(statement);
  return calls;
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false)
  );
}

/** `get-page-content.ts` → `getPageContent`. */
function nameOfFile(file: ts.SourceFile): string {
  const stem = basename(file.fileName).replace(/\.[^.]*$/, '');
  return stem.replace(/[^A-Za-z0-9_]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '');
}
