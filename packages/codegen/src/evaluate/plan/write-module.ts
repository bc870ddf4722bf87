import { ts } from '../../source/ts.ts';
import { readJsDoc } from '../../discover/js-doc.ts';
import { isImportRequire, requiredBy, type ModuleOutline } from '../../source/module-outline.ts';
import type { PlannedModule } from './evaluation-plan.ts';
import { type ExternalLine, NAMESPACE, REQUIRED } from '../evaluation-protocol.ts';
import { makesSchema } from './makes-schema.ts';
import type { ToolCode } from './mentions.ts';
import type { ModuleNeeds } from './module-needs.ts';
import { applyEdits, replaceKeepingLines, type TextEdit } from '../text-edits.ts';

/** What is needed of a module, and what is known of its imports. */
export interface ModuleToWrite {
  readonly outline: ModuleOutline;
  readonly needs: ModuleNeeds;
  readonly code: ToolCode;
  /** The number of the tool that a `defineTool(…)` defines; undefined for one that is not evaluated. */
  readonly numberOf: (call: ts.Node) => number | undefined;
  /** The author's module that a specifier leads to, if any of it is evaluated. */
  readonly sourceOf: (specifier: string) => 'live' | 'dead' | undefined;
  /** The name that an external module is imported by. */
  readonly externalOf: (specifier: string) => string;
  /** Whether a module is imported for what it does, if for nothing else. */
  readonly isLoaded: (specifier: string) => boolean;
}

/**
 * Writes what is evaluated of a module: other statements and all handlers are blanked out, and each kept line keeps its
 * number. What it imports of others comes apart, as it may not be there.
 */
export function writeModule(module: ModuleToWrite): Pick<PlannedModule, 'text' | 'edits' | 'externals'> {
  const { outline, needs } = module;
  const { file } = outline;
  const edits: TextEdit[] = [];
  const externals: ExternalLine[] = [];
  const shebang = ts.getShebang(file.text);
  if (shebang !== undefined) edits.push({ start: 0, end: shebang.length, text: '' });
  const replace = (node: ts.Node, text: string): void =>
    void edits.push(replaceKeepingLines(file.text, node.getStart(file), node.getEnd(), `;${text}`));
  const kept = new Set([...needs.units].map(({ node }) => node));
  for (const node of file.statements) {
    const clause = clauseOf(node, module);
    if (clause) replace(node, place(clause, module, externals));
    else if (kept.has(node)) edits.push(...editsInside(node, module));
    else replace(node, '');
  }
  const variables = [...needs.units]
    .filter(({ node }) => ts.isVariableStatement(node))
    .flatMap(({ declares }) => declares);
  const text = `${applyEdits(file.text, edits)}\n;__btcpSeen(${variables.join(',')});`;
  return { text, edits, externals };
}

/** An import or re-export, cut down to what is needed of it. */
interface Clause {
  readonly keyword: 'import' | 'export';
  /** Undefined for an export of the module's own names. */
  readonly specifier: string | undefined;
  /** Names that it takes → names that it gives; `*` for all, `=` for what `require` gives. */
  readonly names: readonly (readonly [taken: string, given: string])[];
}

function clauseOf(node: ts.Statement, { needs, outline, sourceOf }: ModuleToWrite): Clause | undefined {
  if (isImportRequire(node)) {
    const name = node.name.text;
    return {
      keyword: 'import',
      specifier: requiredBy(node),
      names: needs.imports.has(name) ? [['=', name]] : [],
    };
  }
  if (ts.isImportDeclaration(node)) {
    const names = importedNames(node.importClause).filter(([, local]) => needs.imports.has(local));
    return { keyword: 'import', specifier: textOf(node.moduleSpecifier), names };
  }
  if (!ts.isExportDeclaration(node)) return undefined;
  const specifier = node.moduleSpecifier && textOf(node.moduleSpecifier);
  const { exportClause } = node;
  if (node.isTypeOnly) return { keyword: 'export', specifier, names: [] };
  if (!exportClause) return { keyword: 'export', specifier, names: needs.hasStarExports ? [['*', '']] : [] };
  if (ts.isNamespaceExport(exportClause)) {
    const name = exportClause.name.text;
    return { keyword: 'export', specifier, names: needs.reExports.has(name) ? [['*', name]] : [] };
  }
  const declared = new Set([...needs.units].flatMap(({ declares }) => declares));
  const isOwnImport = (name: string): boolean =>
    needs.imports.has(name) && sourceOf(outline.imports.get(name)?.specifier ?? '') !== undefined;
  const names = exportClause.elements.flatMap((element): [string, string][] => {
    const taken = (element.propertyName ?? element.name).text;
    const isKept =
      specifier === undefined
        ? declared.has(taken) || isOwnImport(taken)
        : needs.reExports.has(element.name.text);
    return isKept && !element.isTypeOnly ? [[taken, element.name.text]] : [];
  });
  return { keyword: 'export', specifier, names };
}

function importedNames(clause: ts.ImportClause | undefined): readonly (readonly [string, string])[] {
  if (!clause || clause.isTypeOnly) return [];
  const { name, namedBindings } = clause;
  const found: [string, string][] = name ? [['default', name.text]] : [];
  if (namedBindings && ts.isNamespaceImport(namedBindings)) found.push(['*', namedBindings.name.text]);
  else
    for (const element of namedBindings?.elements ?? [])
      if (!element.isTypeOnly) found.push([(element.propertyName ?? element.name).text, element.name.text]);
  return found;
}

/** The text of an import or re-export; one of an external module goes to a line of its own. */
function place(clause: Clause, module: ModuleToWrite, externals: ExternalLine[]): string {
  const { keyword, specifier, names } = clause;
  if (specifier === undefined) return names.length > 0 ? textOfNames(keyword, names) : '';
  const source = module.sourceOf(specifier);
  const from = JSON.stringify(specifier);
  if (source !== undefined) {
    const isWanted = source === 'live' && (names.length > 0 || module.isLoaded(specifier));
    const required = names.find(([taken]) => taken === '=')?.[1];
    if (required !== undefined)
      return `import * as ${required}__module from ${from};const ${required}=${required}__module.default??${required}__module;`;
    return isWanted ? textOfClause(keyword, names, from) : '';
  }
  if (names.length > 0)
    externals.push(externalLine(clause, module, module.externalOf(specifier), externals.length));
  return '';
}

// A re-export gets names of its own, so that all are imported first and exported from there.
function externalLine(
  { keyword, names }: Clause,
  module: ModuleToWrite,
  external: string,
  line: number,
): ExternalLine {
  const from = JSON.stringify(external);
  if (keyword === 'export' && names[0]?.[1] === '')
    return { external, text: `export * from ${from};`, wanted: [], declares: [], exports: '' };
  const given = names.map(([, name], index) => (keyword === 'import' ? name : `__btcp_${line}_${index}`));
  const wanted = names.map(([taken]) => (taken === '*' ? NAMESPACE : taken === '=' ? REQUIRED : taken));
  const { outline, needs } = module;
  const passedOn =
    keyword === 'import'
      ? [...outline.exports].flatMap(([exported, local]): [string, string][] =>
          given.includes(local) && needs.asked.has(exported) ? [[local, exported]] : [],
        )
      : given.map((local, index): [string, string] => [local, names[index]?.[1] ?? '']);
  return {
    external,
    text: textOfClause(
      'import',
      wanted.map((taken, index) => [taken, given[index] ?? '']),
      from,
    ),
    wanted,
    declares: given,
    exports: passedOn.length > 0 ? textOfNames('export', passedOn) : '',
  };
}

function textOfClause(keyword: string, names: Clause['names'], from: string): string {
  if (names.length === 0) return `import ${from};`;
  const stars = names.filter(([taken]) => taken === '*');
  const others = names.filter(([taken]) => taken !== '*');
  const texts = stars.map(([, given]) => `${keyword} *${given && ` as ${given}`} from ${from};`);
  if (others.length > 0) texts.push(textOfNames(keyword, others).replace(/;$/, ` from ${from};`));
  return texts.join('');
}

const textOfNames = (keyword: string, names: Clause['names']): string =>
  `${keyword} { ${names.map(([taken, given]) => `${taken} as ${given}`).join(', ')} };`;

const textOf = (node: ts.Expression): string => (ts.isStringLiteral(node) ? node.text : node.getText());

/** Removes handlers, captures definitions, and puts the JSDoc of schema properties where evaluation sees it. */
function editsInside(root: ts.Node, { outline, code, numberOf }: ModuleToWrite): readonly TextEdit[] {
  const { file } = outline;
  const edits: TextEdit[] = [];
  const visit = (node: ts.Node): void => {
    if (code.handlers.has(node)) {
      const text = ts.isExpression(node) ? '(()=>{})' : 'execute(){}';
      edits.push(replaceKeepingLines(file.text, node.getStart(file), node.getEnd(), text));
      return;
    }
    const definition = code.definitions.get(node);
    if (definition) {
      const [start, end, number] = [node.getStart(file), node.getEnd(), numberOf(node)];
      if (number === undefined)
        return void edits.push(replaceKeepingLines(file.text, start, end, 'undefined'));
      edits.push(
        replaceKeepingLines(
          file.text,
          start,
          definition.getStart(file),
          `__btcpDefine(__btcpEnter("${number}"),`,
        ),
      );
      visit(definition);
      edits.push(replaceKeepingLines(file.text, definition.getEnd(), end, ')'));
      return;
    }
    edits.push(...documentProperty(outline, node));
    ts.forEachChild(node, visit);
  };
  visit(root);
  return edits;
}

function documentProperty(outline: ModuleOutline, node: ts.Node): readonly TextEdit[] {
  if (!ts.isPropertyAssignment(node) && !ts.isShorthandPropertyAssignment(node)) return [];
  if (!isSchemaProperty(node)) return [];
  const { description, deprecated } = readJsDoc(node);
  if (description === undefined && !deprecated) return [];
  const doc = JSON.stringify({ ...(description && { description }), ...(deprecated && { deprecated }) });
  if (ts.isShorthandPropertyAssignment(node)) {
    const end = node.getEnd();
    return [{ start: end, end, text: `:__btcpDocument(${node.name.text},${doc},false)` }];
  }
  const [start, end] = [node.initializer.getStart(outline.file), node.initializer.getEnd()];
  const isFresh = makesSchema(outline, node.initializer);
  return [
    { start, end: start, text: '__btcpDocument(' },
    { start: end, end, text: `,${doc},${isFresh})` },
  ];
}

// `Type.Object({ … })`, whatever `Type` is called.
function isSchemaProperty(node: ts.ObjectLiteralElementLike): boolean {
  const call = node.parent.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node.parent) return false;
  const callee = call.expression;
  return (ts.isPropertyAccessExpression(callee) ? callee.name : callee).getText() === 'Object';
}
