import type { TableTexts } from './read-table.ts';

/** A format that a table can be written in. */
export type TableFormat = 'csv' | 'tsv' | 'json';

const WRITERS: Readonly<Record<TableFormat, (table: TableTexts) => string>> = {
  csv: ({ headers, rows }) => lines([...headers, ...rows], ',', quoteCsv),
  // Cells have no tabs or line breaks, because reading made every run of white space one space.
  tsv: ({ headers, rows }) => lines([...headers, ...rows], '\t', (cell) => cell),
  json: ({ headers, rows }) => JSON.stringify(toRecords(headers.at(-1), rows), null, 2),
};

/** Writes a table as text: CSV as in RFC 4180, TSV, or JSON (objects, or arrays where there are no headers). */
export function writeTable(table: TableTexts, format: TableFormat): string {
  return WRITERS[format](table);
}

function lines(rows: TableTexts['rows'], separator: string, write: (cell: string) => string): string {
  return rows.map((row) => row.map(write).join(separator)).join('\r\n');
}

const quoteCsv = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function toRecords(headers: readonly string[] | undefined, rows: TableTexts['rows']): unknown[] {
  if (!headers) return [...rows];
  const keys = distinctKeys(headers);
  // fromEntries makes own properties of names such as "__proto__", too.
  return rows.map((row) => Object.fromEntries(row.map((cell, column) => [keys[column], cell])));
}

/** Headers as keys: none is empty, and none occurs twice. */
function distinctKeys(headers: readonly string[]): string[] {
  const used = new Set<string>();
  return headers.map((header, column) => {
    const name = header || `Column ${column + 1}`;
    let key = name;
    for (let number = 2; used.has(key); number++) key = `${name} (${number})`;
    used.add(key);
    return key;
  });
}
