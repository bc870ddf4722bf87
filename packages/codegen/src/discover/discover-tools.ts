import { basename } from 'node:path';
import { ts } from '../source/ts.ts';
import type { Diagnostic } from '@btcp/core';
import { closureOf } from '@btcp/schema/internal';
import { compareText } from '../source/match-files.ts';
import type { SourceProject } from '../source/source-project.ts';
import { outerParent, unwrap } from '../source/nodes.ts';
import {
  DefineToolNames,
  isInsideFunction,
  looksLikeDefinition,
  findLooseReferences,
} from './define-tool-names.ts';
import type { DiscoveredTool } from './discovered-tool.ts';
import { readJsDoc } from './js-doc.ts';
import { unfollowed, type Unfollowed } from './unfollowed.ts';

/** The result of discovery: tools in order of file and position, and diagnostics for what it could not follow. */
export interface Discovery {
  readonly tools: readonly DiscoveredTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds every exported `defineTool` call in files.
 *
 * @param files - Absolute paths.
 */
export function discoverTools(project: SourceProject, files: readonly string[]): Discovery {
  const names = new DefineToolNames(project);
  const found = files.flatMap((path) => {
    const file = project.file(path);
    return file ? [discoverInFile(project, file, names)] : [];
  });
  return {
    tools: found.flatMap(({ tools }) => tools),
    diagnostics: found.flatMap(({ diagnostics }) => diagnostics),
  };
}

const isWithin = (node: ts.Node, outer: ts.Node): boolean =>
  node === outer || (!ts.isSourceFile(node) && isWithin(node.parent, outer));

/**
 * Files, and those that they re-export from.
 *
 * @param files - Absolute paths.
 */
export function withReExported(
  project: SourceProject,
  files: readonly string[],
  specifiersOf: SpecifiersOf = (_, find) => find(),
): readonly string[] {
  const all = closureOf(files, (path) =>
    specifiersOf(path, () => reExportedIn(project, path)).flatMap((specifier) => {
      const target = project.resolve(specifier, path);
      return target?.isSource ? [target.path] : [];
    }),
  );
  const relative = new Map([...all].map((path) => [path, project.relative(path)]));
  return [...all].sort((a, b) => compareText(relative.get(a) ?? a, relative.get(b) ?? b));
}

/** Returns the specifiers that a file re-exports from: as it is known, or as it is found. */
type SpecifiersOf = (path: string, find: () => readonly string[]) => readonly string[];

const reExportedIn = (project: SourceProject, path: string): readonly string[] =>
  (project.file(path)?.statements ?? []).flatMap((statement) => reExportedBy(statement, path, project));

// `export … from`, and exports of imported names.
function reExportedBy(statement: ts.Statement, path: string, project: SourceProject): readonly string[] {
  if (ts.isExportDeclaration(statement)) {
    const { isTypeOnly, moduleSpecifier, exportClause } = statement;
    if (isTypeOnly) return [];
    if (moduleSpecifier) return ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [];
    if (!exportClause || !ts.isNamedExports(exportClause)) return [];
    const values = exportClause.elements.filter((element) => !element.isTypeOnly);
    return values.flatMap((element) => importedFrom(element.propertyName ?? element.name, path, project));
  }
  if (ts.isExportAssignment(statement)) return importedFrom(statement.expression, path, project);
  if (!ts.isVariableStatement(statement) || !isExported(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ initializer }) =>
    initializer ? importedFrom(initializer, path, project) : [],
  );
}

// Also of `namespace.member`.
function importedFrom(value: ts.Node, path: string, project: SourceProject): readonly string[] {
  let node = ts.isExpression(value) ? unwrap(value) : value;
  if (ts.isPropertyAccessExpression(node)) node = node.expression;
  const origin = ts.isIdentifier(node) ? project.outlineOf(path)?.imports.get(node.text) : undefined;
  return origin ? [origin.specifier] : [];
}

// Node reads an import specifier as a URL, bundlers as a path or glob; esbuild lists what it has bundled in JSON without escapes.
const NOT_IN_IMPORTS = /[#?%*\\"\p{Cc}]/u;

type Report = (node: ts.Node, what: Unfollowed) => void;

function discoverInFile(project: SourceProject, file: ts.SourceFile, names: DefineToolNames): Discovery {
  const tools: DiscoveredTool[] = [];
  const diagnostics: Diagnostic[] = [];
  const report: Report = (node, what) => void diagnostics.push(unfollowed(project, node, what));
  const exported = exportedNames(file);
  const loose = findLooseReferences(project, file, names);
  for (const reference of loose) report(reference, 'looseReference');
  for (const statement of file.statements) {
    for (const call of callsIn(statement)) {
      const meaning = names.meaningOfCall(call);
      const isDirect = meaning === 'defines-tool';
      const tool = meaning && readTool(file, statement, call, exported, isDirect, report);
      if (tool) tools.push(tool);
      const isReported = meaning !== undefined || loose.some((each) => isWithin(each, call.expression));
      if (!isReported && !isInsideFunction(call) && looksLikeDefinition(call, project))
        report(call.expression, 'tool-unrecognised');
    }
  }
  for (const name of exportedAgain(file, tools)) report(name, 'tool-exported-again');
  const [first] = tools;
  if (first && NOT_IN_IMPORTS.test(project.relative(file.fileName)))
    report(first.nameNode, 'tool-file-not-importable');
  return { tools, diagnostics };
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
    // A wrapper is reported where it is used, a plain call inside a function at the call.
    if (isDirect) report(call.expression, 'tool-in-function');
    return undefined;
  }
  if (!isDirect) return void report(call.expression, 'tool-from-wrapper');
  const place = exportOf(statement, call, exported);
  if (!place) {
    const holder = outerParent(call);
    const isWrapped = ts.isCallExpression(holder) || ts.isNewExpression(holder);
    return void report(call.expression, isWrapped ? 'wrappedTool' : 'tool-not-exported');
  }
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
  // Variables of a namespace or block are not exports of the module.
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
    for (const element of exportSpecifiers(statement)) add(localNameOf(element), element.name.text);
  }
  return names;
}

function exportSpecifiers(statement: ts.Statement): readonly ts.ExportSpecifier[] {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier || statement.isTypeOnly) return [];
  const { exportClause } = statement;
  if (!exportClause || !ts.isNamedExports(exportClause)) return [];
  return exportClause.elements.filter((element) => !element.isTypeOnly);
}

function localNameOf(element: ts.ExportSpecifier): string {
  return (element.propertyName ?? element.name).text;
}

/** Further names of tools; a default export beside a named one is usual. */
function exportedAgain(file: ts.SourceFile, tools: readonly DiscoveredTool[]): readonly ts.Node[] {
  const names = new Map(
    tools.map((tool) => [tool.localName, [tool.exportName, tool.defaultName, 'default']]),
  );
  return file.statements
    .flatMap(exportSpecifiers)
    .filter((element) => names.get(localNameOf(element))?.includes(element.name.text) === false)
    .map((element) => element.name);
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
