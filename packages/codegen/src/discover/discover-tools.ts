import { basename } from 'node:path';
import { ts } from '../source/ts.ts';
import type { Diagnostic } from '@btcp/core';
import { followName } from '../source/follow-name.ts';
import { compareText } from '../source/match-files.ts';
import type { SourceProject } from '../source/source-project.ts';
import { outerParent, unwrap } from '../source/unwrap.ts';
import { DefineToolNames, isInsideFunction, looksLikeDefinition } from './define-tool-names.ts';
import type { DiscoveredTool } from './discovered-tool.ts';
import { findLooseReferences } from './find-loose-references.ts';
import { readJsDoc } from './js-doc.ts';
import { unfollowed, type Unfollowed } from './unfollowed.ts';

/** The result of discovery: tools in order of file and position, and diagnostics for what it could not follow. */
export interface Discovery {
  readonly tools: readonly DiscoveredTool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What earlier builds found in files. */
export interface KnownFiles {
  /** A hash of a file, by its absolute path, and of all that it imports. */
  readonly hashOf: (path: string) => string;
  readonly found: Map<string, FoundInFile & { readonly hash: string }>;
}

interface FoundInFile {
  readonly tools: readonly DiscoveredTool[];
  readonly reports: readonly Unfollowing[];
}

/**
 * Finds every exported `defineTool` call in the files, and in the files they re-export.
 *
 * @param files - Absolute paths.
 */
export function discoverTools(
  project: SourceProject,
  files: readonly string[],
  known?: KnownFiles,
): Discovery {
  const names = new DefineToolNames(project);
  const inFiles = withReExported(project, files).flatMap((path): readonly FoundInFile[] => {
    const hash = known?.hashOf(path) ?? '';
    const before = known?.found.get(path);
    if (before?.hash === hash) return [before];
    const file = project.file(path);
    if (!file) return [];
    const found = { hash, ...discoverInFile(project, file, names) };
    known?.found.set(path, found);
    return [found];
  });
  const reports = inFiles.flatMap((each) => each.reports);
  const inFunctions = reports.filter(({ what }) => what === 'tool-in-function');
  const diagnostics = reports
    .filter((each) => !isOfReported(each, inFunctions, project))
    .map(({ node, what }) => unfollowed(project, node, what));
  return { tools: inFiles.flatMap(({ tools }) => tools), diagnostics };
}

/** A place where discovery cannot follow. */
interface Unfollowing {
  readonly node: ts.Node;
  readonly what: Unfollowed;
}

// A wrapper of `defineTool` is reported once, not at each of its calls.
function isOfReported(
  { node, what }: Unfollowing,
  inFunctions: readonly Unfollowing[],
  project: SourceProject,
): boolean {
  if (what !== 'tool-from-wrapper' || inFunctions.length === 0 || !ts.isIdentifier(node)) return false;
  const called = followName(node, project);
  return called !== undefined && inFunctions.some((each) => isWithin(each.node, called));
}

const isWithin = (node: ts.Node, outer: ts.Node): boolean =>
  node === outer || (!ts.isSourceFile(node) && isWithin(node.parent, outer));

// Adds the files that barrel files re-export from.
function withReExported(project: SourceProject, files: readonly string[]): readonly string[] {
  const all = new Set(files);
  for (const path of all) {
    for (const statement of project.file(path)?.statements ?? []) {
      for (const specifier of reExportedBy(statement, path, project)) {
        const target = project.resolve(specifier, path);
        if (target?.isSource) all.add(target.path);
      }
    }
  }
  return [...all].sort((a, b) => compareText(project.relative(a), project.relative(b)));
}

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

// Node reads an import specifier as a URL, bundlers as a path or glob.
const NOT_IN_IMPORTS = /[#?%*\\]/;

type Report = (node: ts.Node, what: Unfollowed) => void;

function discoverInFile(project: SourceProject, file: ts.SourceFile, names: DefineToolNames): FoundInFile {
  const tools: DiscoveredTool[] = [];
  const reports: Unfollowing[] = [];
  const report: Report = (node, what) => void reports.push({ node, what });
  const exported = exportedNames(file);
  const callees: ts.Node[] = [];
  for (const statement of file.statements) {
    for (const call of callsIn(statement)) {
      const meaning = names.meaningOfCall(call);
      if (!meaning) {
        if (looksLikeDefinition(call) && !isInsideFunction(call))
          report(call.expression, 'tool-unrecognised');
        continue;
      }
      if (meaning === 'defines-tool') callees.push(call.expression);
      const tool = readTool(file, statement, call, exported, meaning === 'defines-tool', report);
      if (tool) tools.push(tool);
    }
  }
  for (const name of exportedAgain(file, tools)) report(name, 'tool-exported-again');
  for (const reference of findLooseReferences(file, names, callees)) report(reference, 'looseReference');
  const [first] = tools;
  if (first && NOT_IN_IMPORTS.test(project.relative(file.fileName)))
    report(first.nameNode, 'tool-file-not-importable');
  return { tools, reports };
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

/** The specifiers of `export { a, b as c }`. */
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
