/** Escapes what Markdown would take for HTML, outside of code. */
export function prose(text: string): string {
  return text
    .split(/(```[^]*?```|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('');
}

/** A table of Markdown; cells are Markdown without line breaks. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(tableLine).join('');
}

function tableLine(cells: readonly string[]): string {
  const texts = cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', String.raw`\|`));
  return `| ${texts.join(' | ')} |\n`;
}
