import { ts } from '../../source/ts.ts';
import { readJsDoc } from '../../discover/js-doc.ts';
import { isImportRequire, requiredBy, type ModuleOutline } from '../../source/module-outline.ts';
import type { PlannedModule } from './evaluation-plan.ts';
import { NAMESPACE } from '../evaluation-protocol.ts';
import type { ToolCode } from './mentions.ts';
import type { Unit } from './module-graph.ts';
import { applyEdits, replaceKeepingLines, type TextEdit } from '../../source/text-edits.ts';

/** The module that a specifier resolves to. */
export interface ImportTarget {
  readonly isExternal: boolean;
  /** Whether it is imported even if no export is needed, for its side effects. */
  readonly isLoaded: boolean;
  /** Whether an export is needed; `*` for any. */
  readonly gives: (name: string) => boolean;
  /** Adds an import of names from it. */
  readonly add: (names: readonly string[]) => void;
}

/** The needed parts of a module, and its resolved imports. */
export interface ModuleToWrite {
  readonly outline: ModuleOutline;
  /** The kept statements of the module. */
  readonly units: ReadonlySet<Unit>;
  readonly code: ToolCode;
  /** The number of the tool that a `defineTool(…)` defines; undefined for one that is not evaluated. */
  readonly numberOf: (call: ts.Node) => number | undefined;
  /** Whether the kept statements mention or re-export an imported name. */
  readonly isMentioned: (name: string) => boolean;
  /** Whether the declaration of a name of the module is kept. */
  readonly isNeeded: (name: string) => boolean;
  readonly importFrom: (specifier: string) => ImportTarget;
}

/** Writes the evaluated part of a module. Blanks out other statements and all handlers, keeping line numbers. */
export function writeModule(module: ModuleToWrite): Pick<PlannedModule, 'text' | 'edits' | 'isPlain'> {
  const { units, code } = module;
  const { file } = module.outline;
  const edits: TextEdit[] = [];
  const shebang = ts.getShebang(file.text);
  if (shebang !== undefined) edits.push({ start: 0, end: shebang.length, text: '' });
  const kept = new Set<ts.Node>([...units].map(({ node }) => node));
  for (const node of file.statements) {
    const clause = clauseText(node, module);
    if (clause === undefined && kept.has(node)) edits.push(...editsInside(node, module));
    else edits.push(replaceKeepingLines(file.text, node.getStart(file), node.getEnd(), `;${clause ?? ''}`));
  }
  const variables = [...units].flatMap(({ node, declares }) =>
    ts.isVariableStatement(node) ? declares : [],
  );
  const text = `${applyEdits(file.text, edits)}\n;__btcpSeen(${variables.join(',')});`;
  return { text, edits, isPlain: [...kept].every((node) => isPlain(node, code)) };
}

// The parser's flags for subtrees that contain TypeScript, JSX or `using`.
const TRANSFORMED = 0b111;

/** Whether Node can run a node without compilation, its handlers aside. */
function isPlain(node: ts.Node, code: ToolCode): boolean {
  if (code.handlers.has(node) || !isTransformed(node)) return true;
  let [isOwn, areInner] = [true, true];
  ts.forEachChild(node, (child) => {
    if (isTransformed(child)) [isOwn, areInner] = [false, areInner && isPlain(child, code)];
  });
  return areInner && !isOwn;
}

const isTransformed = (node: ts.Node): boolean =>
  ((node as ts.Node & { readonly transformFlags: number }).transformFlags & TRANSFORMED) !== 0;

/** Imported names → local or exported names; `*` for all. */
type Names = readonly (readonly [taken: string, given: string])[];

/** Prints an import or re-export, reduced to the needed names; undefined for other statements. */
function clauseText(node: ts.Statement, module: ModuleToWrite): string | undefined {
  if (ts.isExportDeclaration(node)) return exportText(node, module);
  if (ts.isImportDeclaration(node)) {
    const names = importedNames(node.importClause).filter(([, local]) => module.isMentioned(local));
    return importText('import', names, textOf(node.moduleSpecifier), module);
  }
  if (!isImportRequire(node)) return undefined;
  const name = node.name.text;
  if (!module.isMentioned(name)) return '';
  const text = importText('import', [['*', `${name}__module`]], requiredBy(node), module);
  return `${text}const ${name}=${name}__module.default??${name}__module;`;
}

function importedNames(clause: ts.ImportClause | undefined): Names {
  if (!clause || clause.isTypeOnly) return [];
  const { name, namedBindings } = clause;
  const found: [string, string][] = name ? [['default', name.text]] : [];
  if (namedBindings && ts.isNamespaceImport(namedBindings)) return [...found, ['*', namedBindings.name.text]];
  return [...found, ...elementNames(namedBindings?.elements ?? [])];
}

function elementNames(elements: Iterable<ts.ImportSpecifier | ts.ExportSpecifier>): Names {
  return [...elements].flatMap(({ isTypeOnly, name, propertyName }) =>
    isTypeOnly ? [] : [[(propertyName ?? name).text, name.text] as const],
  );
}

function exportText(
  { isTypeOnly, exportClause, moduleSpecifier }: ts.ExportDeclaration,
  module: ModuleToWrite,
): string {
  if (isTypeOnly) return '';
  const all: Names =
    exportClause && ts.isNamedExports(exportClause)
      ? elementNames(exportClause.elements)
      : [['*', exportClause?.name.text ?? '']];
  if (!moduleSpecifier)
    return namesText(
      'export',
      all.filter(([local]) => module.isNeeded(local)),
    );
  const { gives } = module.importFrom(textOf(moduleSpecifier));
  const names = all.filter(([taken]) => gives(taken));
  return importText('export', names, textOf(moduleSpecifier), module);
}

function importText(
  keyword: 'import' | 'export',
  names: Names,
  specifier: string,
  { importFrom }: ModuleToWrite,
): string {
  const target = importFrom(specifier);
  if (names.length === 0 && !target.isLoaded) return '';
  target.add(names.map(([taken]) => taken));
  const from = JSON.stringify(specifier);
  if (names.length === 0) return `import ${from};`;
  const isStar = ([taken, given]: Names[number]): boolean =>
    taken === '*' && (given === '' || !target.isExternal);
  const stars = names
    .filter(isStar)
    .map(([, given]) => `${keyword} *${given && ` as ${given}`} from ${from};`);
  return (
    stars.join('') +
    namesText(
      keyword,
      names.filter((each) => !isStar(each)),
      ` from ${from}`,
    )
  );
}

function namesText(keyword: 'import' | 'export', names: Names, from = ''): string {
  const list = names.map(([taken, given]) => `${taken === '*' ? NAMESPACE : taken} as ${given}`);
  return list.length === 0 ? '' : `${keyword} { ${list.join(', ')} }${from};`;
}

const textOf = (node: ts.Expression): string => (ts.isStringLiteral(node) ? node.text : node.getText());

/** Removes handlers, captures definitions, and passes the JSDoc of schema properties to evaluation. */
function editsInside(root: ts.Node, { outline, code, numberOf }: ModuleToWrite): readonly TextEdit[] {
  const { file } = outline;
  const edits: TextEdit[] = [];
  const replace = (start: number, end: number, text: string): void =>
    void edits.push(replaceKeepingLines(file.text, start, end, text));
  const visit = (node: ts.Node): void => {
    const [start, end] = [node.getStart(file), node.getEnd()];
    if (code.handlers.has(node))
      return replace(start, end, ts.isExpression(node) ? '(()=>{})' : 'execute(){}');
    const [definition, number] = [code.definitions.get(node), numberOf(node)];
    if (definition && number === undefined) return replace(start, end, 'undefined');
    if (definition) {
      replace(start, definition.getStart(file), `__btcpDefine(__btcpEnter("${number}"),`);
      visit(definition);
      return replace(definition.getEnd(), end, ')');
    }
    edits.push(...documentProperty(node));
    ts.forEachChild(node, visit);
  };
  visit(root);
  return edits;
}

function documentProperty(node: ts.Node): readonly TextEdit[] {
  if (!ts.isPropertyAssignment(node) && !ts.isShorthandPropertyAssignment(node)) return [];
  if (!isSchemaProperty(node)) return [];
  const { description, deprecated } = readJsDoc(node);
  if (description === undefined && !deprecated) return [];
  const doc = JSON.stringify({ ...(description && { description }), ...(deprecated && { deprecated }) });
  const end = node.getEnd();
  if (ts.isShorthandPropertyAssignment(node))
    return [{ start: end, end, text: `:__btcpDocument(${node.name.text},${doc})` }];
  const start = node.initializer.getStart();
  return [
    { start, end: start, text: '__btcpDocument(' },
    { start: end, end, text: `,${doc})` },
  ];
}

/** Builders of objects in TypeBox, Zod, Valibot and ArkType. */
const OBJECT = /^(?:Object|(?:strict|loose)?[oO]bject|(?:safeE|e)xtend|type)$/;

// `Type.Object({ … })`, whatever `Type` is called.
function isSchemaProperty(node: ts.ObjectLiteralElementLike): boolean {
  const call = node.parent.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node.parent) return false;
  const callee = call.expression;
  return OBJECT.test((ts.isPropertyAccessExpression(callee) ? callee.name : callee).getText());
}
