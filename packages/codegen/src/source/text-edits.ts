/** Replaces the characters from `start` up to `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap; edits at the same offset apply in the order given. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const edit of inOrder(edits)) {
    parts.push(text.slice(position, edit.start), edit.text);
    position = edit.end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}

/** Maps an offset after the edits to the one before; within a replacement, to the start of the replaced range. */
export function offsetBefore(edits: readonly TextEdit[], offset: number): number {
  let growth = 0;
  for (const { start, end, text } of inOrder(edits)) {
    if (offset < start + growth) break;
    if (offset < start + growth + text.length) return start;
    growth += text.length - (end - start);
  }
  return offset - growth;
}

const inOrder = (edits: readonly TextEdit[]): readonly TextEdit[] =>
  [...edits].sort((a, b) => a.start - b.start || a.end - b.end);

/** Makes an edit that appends the line breaks of the replaced range, so that later lines keep their numbers. */
export function replaceKeepingLines(text: string, start: number, end: number, replacement = ''): TextEdit {
  const lineBreaks = text.slice(start, end).replace(/[^\n]/g, '');
  return { start, end, text: replacement + lineBreaks };
}

/** The text of a comment: line breaks inside a paragraph only wrap it. */
export function unwrapped(comment: string): string {
  return comment
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n\n');
}
