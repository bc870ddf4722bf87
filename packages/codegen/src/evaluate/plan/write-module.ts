import { ts } from '../../source/ts.ts';
import { readJsDoc } from '../../discover/js-doc.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { applyEdits, replaceKeepingLines, type TextEdit } from '../../source/text-edits.ts';
import { isHandler, isSchemaProperty } from './handlers.ts';
import type { ModuleGraph, Unit } from './module-graph.ts';
import { makesSchema } from './side-effects.ts';

export interface WrittenModule {
  readonly text: string;
  /** The edits that turn the author's source into `text`. */
  readonly edits: readonly TextEdit[];
  /** Whether Node can run it without compilation. */
  readonly isPlain: boolean;
}

/**
 * Writes the evaluated part of a module. Blanks out other statements and all handlers, keeping line numbers.
 *
 * @param units - Its statements that are kept.
 * @param imports - What takes the place of its own imports, and of exports that are no declarations.
 */
export function writeModule(
  { numbers }: ModuleGraph,
  outline: ModuleOutline,
  units: readonly Unit[],
  imports: string,
): WrittenModule {
  const { file } = outline;
  const label = JSON.stringify(file.fileName);
  const top = `__btcpEnter(${label});${imports}`;
  const edits: TextEdit[] = [{ start: 0, end: ts.getShebang(file.text)?.length ?? 0, text: top }];
  const kept = new Set<ts.Node>(units.map(({ node }) => node));
  for (const node of file.statements) {
    if (kept.has(node)) edits.push(...editsInside(node, outline, numbers));
    else edits.push(replaceKeepingLines(file.text, node.getStart(file), node.getEnd(), ';'));
  }
  const variables = units.flatMap(({ node, declares }) => (ts.isVariableStatement(node) ? declares : []));
  const text = `${applyEdits(file.text, edits)}\n;__btcpSeen(${variables.join(',')});__btcpLeave(${label});`;
  return { text, edits, isPlain: units.every(({ node }) => isPlain(node, outline)) };
}

// The parser's flags for subtrees that contain TypeScript, JSX or `using`.
const TRANSFORMED = 0b111;

/** Whether Node can run a node without compilation, its handlers aside. */
function isPlain(node: ts.Node, outline: ModuleOutline): boolean {
  if (ts.isImportEqualsDeclaration(node)) return false;
  if (!isTransformed(node) || isHandler(node, outline)) return true;
  let [isOwn, areInner] = [true, true];
  ts.forEachChild(node, (child) => {
    if (isTransformed(child)) [isOwn, areInner] = [false, areInner && isPlain(child, outline)];
  });
  return areInner && !isOwn;
}

const isTransformed = (node: ts.Node): boolean =>
  ((node as ts.Node & { readonly transformFlags: number }).transformFlags & TRANSFORMED) !== 0;

/** Removes handlers, captures definitions, and passes the JSDoc of schema properties to evaluation. */
function editsInside(
  root: ts.Node,
  outline: ModuleOutline,
  numbers: ModuleGraph['numbers'],
): readonly TextEdit[] {
  const { file } = outline;
  const edits: TextEdit[] = [];
  const replace = (start: number, end: number, text: string): void =>
    void edits.push(replaceKeepingLines(file.text, start, end, text));
  // Where a node starts takes a scanner, which few nodes need.
  const visit = (node: ts.Node): void => {
    const end = node.getEnd();
    if (isHandler(node, outline))
      return replace(node.getStart(file), end, `${ts.isExpression(node) ? '' : 'execute:'}__btcpHandler`);
    const number = numbers.get(node);
    if (number === undefined) edits.push(...documentProperty(node, outline));
    else {
      const [definition] = (node as ts.CallExpression).arguments;
      const inner = definition?.getStart(file) ?? end;
      replace(node.getStart(file), inner, `__btcpDefine(__btcpEnter("${number}"),`);
      if (definition) visit(definition);
      return replace(definition?.getEnd() ?? end, end, ')');
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return edits;
}

function documentProperty(node: ts.Node, outline: ModuleOutline): readonly TextEdit[] {
  const isPlainMember = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
  if (!isPlainMember || !isSchemaProperty(node)) return [];
  const { description, deprecated } = readJsDoc(node);
  if (description === undefined && !deprecated) return [];
  const doc = JSON.stringify({ ...(description && { description }), ...(deprecated && { deprecated }) });
  const end = node.getEnd();
  if (ts.isShorthandPropertyAssignment(node))
    return [{ start: end, end, text: `:__btcpDocument(${node.name.text},${doc},true)` }];
  const start = node.initializer.getStart();
  const isShared = !makesSchema(outline, node.initializer);
  return [
    { start, end: start, text: '__btcpDocument(' },
    { start: end, end, text: `,${doc},${isShared})` },
  ];
}
