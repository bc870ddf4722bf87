/** Replaces the text from `start` up to `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap; at one place, in the order given. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(position, edit.start), edit.text);
    position = edit.end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}

/** An edit that leaves `replacement` and then as many line breaks as the text had, so that later lines keep their numbers. */
export function replaceKeepingLines(text: string, start: number, end: number, replacement = ''): TextEdit {
  const lineBreaks = text.slice(start, end).replace(/[^\n]/g, '');
  return { start, end, text: replacement + lineBreaks };
}
