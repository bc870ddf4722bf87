/** A block of cells; columns and rows count from 1, bounds belong to it. */
export interface CellRange {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Position {
  readonly column: number;
  readonly row: number;
}

const ADDRESS = /^([A-Z]+)([0-9]+)$/;

/** The position of an A1-notation address, or `undefined` if it is none. */
export function parseAddress(address: string): Position | undefined {
  const [, letters, digits] = ADDRESS.exec(address) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column, row: Number(digits) };
}

/** The range of "B5" or "A1:A10", whichever corner comes first, or `undefined` if it is none. */
export function parseRange(range: string): CellRange | undefined {
  const [first = '', second = first, ...rest] = range.split(':');
  const a = parseAddress(first);
  const b = parseAddress(second);
  if (!a || !b || rest.length > 0) return undefined;
  return {
    left: Math.min(a.column, b.column),
    top: Math.min(a.row, b.row),
    right: Math.max(a.column, b.column),
    bottom: Math.max(a.row, b.row),
  };
}

/** The addresses that lie in a range. Goes through the addresses, not the range, which may be huge. */
export function addressesIn(range: CellRange, addresses: Iterable<string>): string[] {
  return Array.from(addresses).filter((address) => {
    const { column, row } = parseAddress(address) ?? { column: 0, row: 0 };
    return column >= range.left && column <= range.right && row >= range.top && row <= range.bottom;
  });
}
