import { applyEdits, type TextEdit } from '../source/text-edits.ts';
import { ts } from '../source/ts.ts';
import { unwrap, nameText } from '../source/nodes.ts';

export interface VitePlugin {
  readonly name: string;
  readonly from: string;
}

export function addVitePlugin(text: string, { name, from }: VitePlugin): string | undefined {
  const file = parse(text);
  if (imports(file).some(({ moduleSpecifier }) => textOf(moduleSpecifier) === from)) return text;
  const config = configOf(file);
  if (!config) return undefined;
  const plugins = config.properties.find(({ name }) => name && nameText(name) === 'plugins');
  const edit = plugins ? addElement(plugins, `${name}()`) : addProperty(config, `plugins: [${name}()]`);
  return edit && applyEdits(text, [importEdit(file, `import { ${name} } from '${from}'`), edit]);
}

export function addImport(text: string, statement: string): string {
  return applyEdits(text, [importEdit(parse(text), statement)]);
}

const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile('module.tsx', text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX);

const imports = (file: ts.SourceFile): readonly ts.ImportDeclaration[] =>
  file.statements.filter(ts.isImportDeclaration);

const textOf = (node: ts.Node): string | undefined => (ts.isStringLiteral(node) ? node.text : undefined);

function configOf(file: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  const exported = file.statements.find(ts.isExportAssignment);
  if (!exported || exported.isExportEquals === true) return undefined;
  const value = constantOf(file, unwrap(exported.expression));
  const [argument] = ts.isCallExpression(value) ? value.arguments : [value];
  const config = argument && unwrap(argument);
  return config && ts.isObjectLiteralExpression(config) ? config : undefined;
}

/** The value of a constant of the module, as in `const config = defineConfig({ … })`; of anything else, itself. */
function constantOf(file: ts.SourceFile, value: ts.Expression): ts.Expression {
  const declared = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find(({ name }) => ts.isIdentifier(value) && ts.isIdentifier(name) && name.text === value.text);
  return declared?.initializer ? unwrap(declared.initializer) : value;
}

function addElement(plugins: ts.ObjectLiteralElementLike, element: string): TextEdit | undefined {
  const list = ts.isPropertyAssignment(plugins) ? unwrap(plugins.initializer) : undefined;
  if (!list || !ts.isArrayLiteralExpression(list)) return undefined;
  const last = list.elements.at(-1);
  const at = last?.end ?? list.getStart() + 1;
  return { start: at, end: at, text: last ? `, ${element}` : element };
}

function addProperty(config: ts.ObjectLiteralExpression, property: string): TextEdit {
  const at = config.getStart() + 1;
  return { start: at, end: at, text: config.properties.length === 0 ? ` ${property} ` : `\n  ${property},` };
}

function importEdit(file: ts.SourceFile, statement: string): TextEdit {
  const last = imports(file).at(-1);
  // Directives, such as 'use client', stay first.
  const directives = file.statements.filter(
    (each) => ts.isExpressionStatement(each) && ts.isStringLiteral(each.expression),
  );
  const before = last ?? directives.at(-1);
  const model = last?.getText() ?? "'x';";
  const quoted = model.includes('"') ? statement.replaceAll("'", '"') : statement;
  const text = quoted + (model.endsWith(';') ? ';' : '');
  return before
    ? { start: before.end, end: before.end, text: `\n${text}` }
    : { start: 0, end: 0, text: `${text}\n` };
}
