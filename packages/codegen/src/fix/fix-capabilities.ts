import { DeclaredCapabilities } from '../check/capabilities/declared-capabilities.ts';
import { editCapabilities } from '../edit/edit-capabilities.ts';
import type { SourceEdit } from '../edit/source-edit.ts';
import { compareText } from '../source/match-files.ts';
import { ts } from '../source/ts.ts';
import { type FixContext, nodeAt } from './fix-context.ts';

/** Adds everything that is missing at once: the edits of several findings would be in each other's way. */
export async function addMissing({ diagnostic, tool, all }: FixContext): Promise<readonly SourceEdit[]> {
  if (!tool) return [];
  const { capabilities } = tool.definitionValue.fields;
  const missing = all.flatMap(({ id, tool: name, data }) =>
    id === diagnostic.id && name === tool.name && typeof data?.['capability'] === 'string'
      ? [data['capability']]
      : [],
  );
  const { written } = new DeclaredCapabilities(capabilities);
  const wanted = [...new Set([...written, ...missing])].sort(compareText);
  const edit = await editCapabilities(tool, wanted, capabilities !== undefined);
  return 'edits' in edit ? edit.edits : [];
}

/** Writes the capability that was meant in place of the one that is there. */
export function writeMeant(context: FixContext): readonly SourceEdit[] {
  const { capability, meant } = context.diagnostic.data ?? {};
  const element = nodeAt(context, ts.isStringLiteral);
  if (typeof meant !== 'string' || element?.text !== capability || !element) return [];
  const list = element.parent;
  const isThere =
    ts.isArrayLiteralExpression(list) &&
    list.elements.some((each) => ts.isStringLiteralLike(each) && each.text === meant);
  if (isThere) return [removal(list, element)];
  const { fileName } = context.file;
  return [{ file: fileName, start: element.getStart() + 1, end: element.end - 1, text: meant }];
}

/** Takes out an element that stands in its list already. */
export function removeRepeated(context: FixContext): readonly SourceEdit[] {
  const element = nodeAt(context, ts.isStringLiteral);
  if (!element || element.text !== context.diagnostic.data?.['capability']) return [];
  const list = element.parent;
  return ts.isArrayLiteralExpression(list) ? [removal(list, element)] : [];
}

// With the comma before it, so that a comment behind the one that stays is not touched.
function removal(list: ts.ArrayLiteralExpression, element: ts.Expression): SourceEdit {
  const file = list.getSourceFile();
  const index = list.elements.indexOf(element);
  const before = list.elements[index - 1];
  const after = list.elements[index + 1];
  const [start, end] = before
    ? [before.end, element.end]
    : [element.getStart(), after ? after.getStart() : element.end];
  return { file: file.fileName, start, end, text: '' };
}
