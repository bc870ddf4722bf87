import { BTCPError } from '@btcp/core';

/** The texts of a table, row by row; every row has as many as the longest. */
export interface TableTexts {
  readonly headers: readonly (readonly string[])[];
  readonly rows: readonly (readonly string[])[];
  readonly columnCount: number;
}

const MAX_CELLS = 100_000;
/** The most that HTML allows. */
const MAX_COLUMN_SPAN = 1_000;

/**
 * Reads a table. A cell that spans several places is read in the first of them, and the others are empty.
 *
 * @throws BTCPError `TABLE_TOO_LARGE`.
 */
export function readTable(table: Element): TableTexts {
  const rows = rowsOf(table);
  const grid = readGrid(rows);
  const columnCount = grid.reduce((most, row) => Math.max(most, row.length), 0);
  if (columnCount * grid.length > MAX_CELLS) throw tooLarge();
  const padded = grid.map((row) => Array.from({ length: columnCount }, (_, column) => row[column] ?? ''));
  const headerCount = countHeaders(rows);
  return { headers: padded.slice(0, headerCount), rows: padded.slice(headerCount), columnCount };
}

// Its own rows, not those of tables inside of it; the foot comes last wherever it is written.
function rowsOf(table: Element): Element[] {
  const parts = ['thead', 'tr', 'tbody', 'tfoot'].map((name) => childrenNamed(table, [name]));
  const [heads = [], loose = [], bodies = [], feet = []] = parts;
  const sections = [...bodies, ...feet].flatMap((section) => childrenNamed(section, ['tr']));
  return [...heads.flatMap((head) => childrenNamed(head, ['tr'])), ...loose, ...sections];
}

function readGrid(rows: readonly Element[]): string[][] {
  const grid: string[][] = rows.map(() => []);
  let count = 0;
  rows.forEach((row, top) => {
    let column = 0;
    for (const cell of childrenNamed(row, ['td', 'th'])) {
      while (grid[top]?.[column] !== undefined) column++;
      const height = span(cell, 'rowspan', rows.length - top);
      const width = span(cell, 'colspan', MAX_COLUMN_SPAN);
      count += height * width;
      if (count > MAX_CELLS) throw tooLarge();
      fill(grid, { top, column, height, width });
      (grid[top] as string[])[column] = textOf(cell); // one array per row, made above
    }
  });
  return grid;
}

interface Area {
  readonly top: number;
  readonly column: number;
  readonly height: number;
  readonly width: number;
}

function fill(grid: readonly string[][], { top, column, height, width }: Area): void {
  for (const row of grid.slice(top, top + height)) {
    for (let place = column; place < column + width; place++) row[place] = '';
  }
}

function span(cell: Element, name: 'colspan' | 'rowspan', most: number): number {
  const places = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return Math.min(Math.max(places || 1, 1), most);
}

function countHeaders(rows: readonly Element[]): number {
  const inHead = rows.filter((row) => row.parentElement?.localName === 'thead').length;
  if (inHead > 0) return inHead;
  const [first] = rows;
  return first && first.children.length > 0 && childrenNamed(first, ['td']).length === 0 ? 1 : 0;
}

function childrenNamed(parent: Element, names: readonly string[]): Element[] {
  return Array.from(parent.children).filter(({ localName }) => names.includes(localName));
}

const textOf = (cell: Element): string => (cell.textContent ?? '').replace(/\s+/g, ' ').trim();

const tooLarge = (): BTCPError =>
  new BTCPError('TABLE_TOO_LARGE', {
    message: `The table has more than ${MAX_CELLS} cells.`,
    suggestion: 'Select a smaller table.',
  });
