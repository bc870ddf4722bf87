import { applyEdits, type TextEdit } from '../source/text-edits.ts';
import { ts } from '../source/ts.ts';
import { unwrap } from '../source/nodes.ts';
import { hasSyntaxError } from './can-edit.ts';
import { textsIn } from './list-entries.ts';
import { nameText } from './name-text.ts';

/** Whether, after edits, a file has no syntax error and the definition declares exactly the wanted capabilities. */
export function isDeclaredAfter(
  definition: ts.ObjectLiteralExpression,
  edits: readonly TextEdit[],
  wanted: readonly string[],
): boolean {
  const { fileName, text: before } = definition.getSourceFile();
  const text = applyEdits(before, edits);
  if (hasSyntaxError(fileName, text)) return false;
  const after = ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext, true);
  const end = definition.end + text.length - before.length;
  const declared = arraysOf(objectAt(after, definition.getStart(), end));
  return declared.length === 1 && JSON.stringify(declared[0]) === JSON.stringify(wanted);
}

function objectAt(file: ts.SourceFile, start: number, end: number): ts.ObjectLiteralExpression | undefined {
  const find = (node: ts.Node): ts.ObjectLiteralExpression | undefined =>
    ts.isObjectLiteralExpression(node) && node.getStart(file) === start && node.end === end
      ? node
      : ts.forEachChild(node, find);
  return find(file);
}

function arraysOf(definition: ts.ObjectLiteralExpression | undefined): readonly unknown[] {
  const own = definition?.properties.filter(({ name }) => name && nameText(name) === 'capabilities') ?? [];
  return own.map((property) => {
    const list = ts.isPropertyAssignment(property) ? unwrap(property.initializer) : undefined;
    return list && ts.isArrayLiteralExpression(list) ? textsIn(list) : undefined;
  });
}
