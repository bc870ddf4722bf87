import type { SourceEdit } from '../edit/source-edit.ts';
import type { ts } from '../source/ts.ts';

/** Removes an element and one comma from an array. Comments stay, because they may be about other elements. */
export function removals(list: ts.ArrayLiteralExpression, element: ts.Expression): readonly SourceEdit[] {
  const { elements } = list;
  const { text, fileName: file } = list.getSourceFile();
  const index = elements.indexOf(element);
  const next = elements[index + 1];
  const start = element.getStart();
  const commaEnd = next?.pos ?? (elements.hasTrailingComma ? elements.end : undefined);
  const edit = (from: number, to: number): SourceEdit => ({ file, start: from, end: to, text: '' });
  if (commaEnd !== undefined) {
    const isTogether = text.slice(element.end, commaEnd - 1).trim() === '';
    return isTogether
      ? [withSpaces(text, edit(start, commaEnd))]
      : [edit(start, element.end), edit(commaEnd - 1, commaEnd)];
  }
  if (index === 0) return [edit(start, element.end)];
  const comma = element.pos - 1;
  const isTogether = text.slice(element.pos, start).trim() === '';
  return isTogether ? [edit(comma, element.end)] : [edit(comma, element.pos), edit(start, element.end)];
}

// Removes the whole line if nothing else is on it, else the spaces after the element.
function withSpaces(text: string, edit: SourceEdit): SourceEdit {
  const lineStart = text.lastIndexOf('\n', edit.start - 1) + 1;
  const behind = text.slice(edit.end);
  const lineEnd = /^[ \t]*\r?\n/.exec(behind)?.[0].length;
  if (lineEnd !== undefined && text.slice(lineStart, edit.start).trim() === '')
    return { ...edit, start: lineStart, end: edit.end + lineEnd };
  return { ...edit, end: edit.end + (/^[ \t]*(?=[^\s])/.exec(behind)?.[0].length ?? 0) };
}
