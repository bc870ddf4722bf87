import { ts } from '../source/ts.ts';
import { readJsDoc } from '../discover/js-doc.ts';
import { DEFAULT_EXPORT, isImportRequire, requiredBy, type ModuleOutline } from '../source/module-outline.ts';
import { isImportCall } from './call-origin.ts';
import { makesSchema } from './makes-schema.ts';
import type { Slice } from './slice-plan.ts';
import { applyEdits, replaceKeepingLines, type TextEdit } from './text-edits.ts';

/** What of a module is needed to evaluate the schemas. */
export interface ModuleNeeds {
  /** Top-level names. */
  readonly names: ReadonlySet<string>;
  /** The statements that declare or change them. */
  readonly statements: ReadonlySet<ts.Node>;
  /** The members of definitions that hold handler code. */
  readonly handlers: ReadonlySet<ts.Node>;
  /** Exported names to re-export from elsewhere. */
  readonly reExports: ReadonlySet<string>;
  readonly starExports: boolean;
  /** Specifiers of modules that are imported for what they do, if for nothing else. */
  readonly sideEffects: ReadonlySet<string>;
  /** Tools defined here, by the id that the slice exports them under. */
  readonly tools: ReadonlyMap<string, ToolThunk>;
  /** Whether a specifier leads to a module that has a slice. */
  readonly importsOwn: (specifier: string) => boolean;
  /** What the slice writes instead of a module specifier. */
  readonly specifierFor: (specifier: string) => string;
}

/** The definition of one tool: where it stands, and the binding that holds it. */
export interface ToolThunk {
  readonly definition: ts.Expression;
  readonly statement: ts.Statement;
  readonly localName: string | undefined;
}

/** Names of the functions that a slice calls; see `evaluation-runtime.ts`. */
const HOOKS = {
  define: '__btcpDefine',
  document: '__btcpDocument',
  enter: '__btcpEnter',
  leave: '__btcpLeave',
  meta: '__btcpMeta',
  seen: '__btcpSeen',
} as const;

/**
 * The part of a module that its schemas need: other statements and all handlers are blanked out, each kept line
 * keeps its number, and each tool's definition is evaluated at its place and exported.
 */
export function sliceModule(
  outline: ModuleOutline,
  needs: ModuleNeeds,
  label: string,
): Pick<Slice, 'text' | 'edits'> {
  const { file } = outline;
  const edits: TextEdit[] = [{ start: 0, end: 0, text: `${HOOKS.enter}(${JSON.stringify(label)});` }];
  const keptNames: string[] = [];
  const isFresh = (value: ts.Expression): boolean => makesSchema(outline, value);
  const shebang = ts.getShebang(file.text);
  if (shebang !== undefined) edits.push({ start: 0, end: shebang.length, text: '' });
  for (const node of file.statements) {
    if (ts.isImportDeclaration(node)) edits.push(sliceImport(file, node, needs));
    else if (ts.isExportDeclaration(node)) edits.push(...sliceExport(file, node, needs));
    else if (isImportRequire(node)) edits.push(sliceRequire(file, node, needs));
  }
  for (const statement of outline.statements) {
    if (needs.statements.has(statement.node)) {
      edits.push(...editsInside(file, statement.node, needs, isFresh));
      keptNames.push(...statement.declares.filter((name) => name !== DEFAULT_EXPORT));
    } else {
      edits.push(...blankAround(file, statement.node, needs, label, isFresh));
    }
  }
  const end = `\n${heldTools(needs)}${HOOKS.seen}(${keptNames.join(',')});${HOOKS.leave}(${JSON.stringify(label)});\n`;
  return { text: applyEdits(file.text, edits) + end, edits };
}

function sliceImport(
  file: ts.SourceFile,
  node: ts.ImportDeclaration,
  { names, sideEffects, specifierFor }: ModuleNeeds,
): TextEdit {
  const clause = node.importClause;
  const parts: string[] = [];
  if (clause && !clause.isTypeOnly) {
    if (clause.name && names.has(clause.name.text)) parts.push(`{ default as ${clause.name.text} }`);
    const bindings = clause.namedBindings;
    if (bindings && ts.isNamespaceImport(bindings) && names.has(bindings.name.text))
      parts.push(`* as ${bindings.name.text}`);
    if (bindings && ts.isNamedImports(bindings)) {
      const kept = bindings.elements.filter((element) => !element.isTypeOnly && names.has(element.name.text));
      if (kept.length > 0) parts.push(`{ ${kept.map((element) => element.getText(file)).join(', ')} }`);
    }
  }
  if (parts.length === 0 && !clause?.isTypeOnly && sideEffects.has(specifierText(node.moduleSpecifier)))
    parts.push('');
  const specifier =
    parts.length === 0 ? '' : JSON.stringify(specifierFor(specifierText(node.moduleSpecifier)));
  const text = parts.map((part) => `import ${part}${part && ' from '}${specifier};`).join('');
  return replaceKeepingLines(file.text, node.getStart(file), node.getEnd(), `;${text}`);
}

function sliceRequire(
  file: ts.SourceFile,
  node: ts.ImportEqualsDeclaration,
  { names, specifierFor }: ModuleNeeds,
): TextEdit {
  const name = node.name.text;
  const module = `${name}__module`;
  const text = names.has(name)
    ? `;import * as ${module} from ${JSON.stringify(specifierFor(requiredBy(node)))};const ${name}:any=${module}.default??${module};`
    : ';';
  return replaceKeepingLines(file.text, node.getStart(file), node.getEnd(), text);
}

function sliceExport(
  file: ts.SourceFile,
  node: ts.ExportDeclaration,
  { names, reExports, starExports, sideEffects, specifierFor }: ModuleNeeds,
): readonly TextEdit[] {
  const { exportClause: clause, moduleSpecifier } = node;
  const from = moduleSpecifier && ` from ${JSON.stringify(specifierFor(specifierText(moduleSpecifier)))}`;
  let text = '';
  if (!node.isTypeOnly) {
    if (!clause) text = starExports ? `export *${from};` : '';
    else if (ts.isNamespaceExport(clause))
      text = reExports.has(clause.name.text) ? `export * as ${clause.name.text}${from};` : '';
    else {
      const wanted = clause.elements.filter((element) => {
        if (element.isTypeOnly) return false;
        return from
          ? reExports.has(element.name.text)
          : names.has((element.propertyName ?? element.name).text);
      });
      if (wanted.length > 0)
        text = `export { ${wanted.map((element) => element.getText(file)).join(', ')} }${from ?? ''};`;
    }
  }
  if (!text && !node.isTypeOnly && moduleSpecifier && sideEffects.has(specifierText(moduleSpecifier)))
    text = `import ${JSON.stringify(specifierFor(specifierText(moduleSpecifier)))};`;
  return [replaceKeepingLines(file.text, node.getStart(file), node.getEnd(), `;${text}`)];
}

function specifierText(node: ts.Expression): string {
  return ts.isStringLiteral(node) ? node.text : node.getText();
}

/**
 * Blanks a statement, but for the definitions of tools in it. One that throws fails alone. What is left ends in a
 * semicolon, as what stands before may have none.
 */
function blankAround(
  file: ts.SourceFile,
  node: ts.Statement,
  needs: ModuleNeeds,
  label: string,
  isFresh: (value: ts.Expression) => boolean,
): readonly TextEdit[] {
  const { tools } = needs;
  const edits: TextEdit[] = [];
  let position = node.getStart(file);
  for (const [id, tool] of tools) {
    if (tool.statement !== node) continue;
    const start = tool.definition.getStart(file);
    const place = JSON.stringify(`${label}\0${id}`);
    edits.push(
      replaceKeepingLines(
        file.text,
        position,
        start,
        `;export let ${id}:any;try{${id}=${HOOKS.define}(${HOOKS.enter}(${place}),`,
      ),
      ...editsInside(file, tool.definition, needs, isFresh),
    );
    position = tool.definition.getEnd();
    edits.push({
      start: position,
      end: position,
      text: `)}catch(error){${id}={error}}finally{${HOOKS.leave}(${place})}`,
    });
  }
  edits.push(replaceKeepingLines(file.text, position, node.getEnd(), ';'));
  return edits;
}

// A tool that another schema mentions keeps its statement, so its definition is read from the binding.
function heldTools(needs: ModuleNeeds): string {
  let text = '';
  for (const [id, tool] of needs.tools) {
    if (needs.statements.has(tool.statement))
      text += `export const ${id}:any={value:${tool.localName ?? 'undefined'}};`;
  }
  return text;
}

/** Removes handlers, and puts the JSDoc of schema properties where evaluation sees it. */
function editsInside(
  file: ts.SourceFile,
  root: ts.Node,
  { handlers, importsOwn, specifierFor }: ModuleNeeds,
  isFresh: (value: ts.Expression) => boolean,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const visit = (node: ts.Node): void => {
    if (handlers.has(node)) {
      const text = ts.isExpression(node) ? '(()=>{})' : 'execute(){}';
      edits.push(replaceKeepingLines(file.text, node.getStart(file), node.getEnd(), text));
      return;
    }
    // The slice lies elsewhere than its module.
    if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) {
      const text = `${HOOKS.meta}(${JSON.stringify(file.fileName)})`;
      edits.push({ start: node.getStart(file), end: node.getEnd(), text });
    }
    const [specifier] = isImportCall(node) ? node.arguments : [];
    if (specifier && ts.isStringLiteralLike(specifier) && importsOwn(specifier.text)) {
      const text = JSON.stringify(specifierFor(specifier.text));
      edits.push({ start: specifier.getStart(file), end: specifier.getEnd(), text });
    }
    edits.push(...documentProperty(file, node, isFresh));
    ts.forEachChild(node, visit);
  };
  visit(root);
  return edits;
}

function documentProperty(
  file: ts.SourceFile,
  node: ts.Node,
  isFresh: (value: ts.Expression) => boolean,
): readonly TextEdit[] {
  if (!ts.isPropertyAssignment(node) && !ts.isShorthandPropertyAssignment(node)) return [];
  if (!isSchemaProperty(node)) return [];
  const { description, deprecated } = readJsDoc(node);
  if (description === undefined && !deprecated) return [];
  const doc = JSON.stringify({ ...(description && { description }), ...(deprecated && { deprecated }) });
  if (ts.isShorthandPropertyAssignment(node)) {
    const end = node.getEnd();
    return [{ start: end, end, text: `:${HOOKS.document}(${node.name.text},${doc},false)` }];
  }
  const start = node.initializer.getStart(file);
  const end = node.initializer.getEnd();
  return [
    { start, end: start, text: `${HOOKS.document}(` },
    { start: end, end, text: `,${doc},${isFresh(node.initializer)})` },
  ];
}

// `Type.Object({ … })`, whatever `Type` is called.
function isSchemaProperty(node: ts.ObjectLiteralElementLike): boolean {
  const call = node.parent.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node.parent) return false;
  const callee = call.expression;
  return (ts.isPropertyAccessExpression(callee) ? callee.name : callee).getText() === 'Object';
}
