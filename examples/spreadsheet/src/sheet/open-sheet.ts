import { BTCPError } from '@btcp/core';
import { parseAddress } from './address.ts';

/**
 * The sheet that the page shows. The page is its only memory: `data-raw` is what was typed into a cell, `data-format`
 * how it shows numbers, `data-protected` that it must stay as it is.
 */
export interface Sheet {
  readonly name: string;
  /** Whether no cell of it may be changed. */
  readonly locked: boolean;
  /** By address. */
  readonly cells: ReadonlyMap<string, HTMLElement>;
}

/**
 * Opens the sheet that is not hidden.
 *
 * @throws BTCPError `SHEET_NOT_FOUND`.
 */
export function openSheet(dom: Document): Sheet {
  const table = dom.querySelector<HTMLElement>('[data-sheet]:not([hidden])');
  if (!table) {
    throw new BTCPError('SHEET_NOT_FOUND', {
      message: 'The page shows no sheet.',
      suggestion: 'Open a page with a spreadsheet, or choose one of its sheets.',
    });
  }
  const cells = Array.from(
    table.querySelectorAll<HTMLElement>('[data-cell]'),
    (cell): [string, HTMLElement] => [cell.dataset['cell'] ?? '', cell],
  );
  return {
    name: table.dataset['sheet'] ?? '',
    locked: table.dataset['locked'] === 'true',
    cells: new Map(cells),
  };
}

/**
 * Finds a cell of a sheet.
 *
 * @param address - "B5"; "B05" is the same cell.
 * @throws BTCPError `CELL_NOT_FOUND`.
 */
export function findCell(sheet: Sheet, address: string): HTMLElement {
  const cell = sheet.cells.get(normalizeAddress(address));
  if (cell) return cell;
  throw new BTCPError('CELL_NOT_FOUND', {
    message: `Cell ${address} not found in the active sheet`,
    suggestion: 'Verify the cell address and ensure a sheet is active',
  });
}

/** An address as the sheet writes it. */
export function normalizeAddress(address: string): string {
  const { row } = parseAddress(address) ?? {};
  return row === undefined ? address : address.replace(/\d+$/, String(row));
}

/** What was typed into each cell, by address. */
export function rawTexts(sheet: Sheet): Map<string, string> {
  return new Map(Array.from(sheet.cells, ([address, cell]) => [address, rawText(cell)]));
}

/** What was typed into a cell; of a cell that nobody edited yet, its text. */
export function rawText(cell: HTMLElement): string {
  return cell.dataset['raw'] ?? cell.textContent?.trim() ?? '';
}

/** How a cell shows numbers. */
export function formatOf(cell: HTMLElement): string {
  return cell.dataset['format'] ?? 'general';
}

/**
 * Checks that cells may be changed.
 *
 * @throws BTCPError `PERMISSION_DENIED`.
 */
export function checkEditable(sheet: Sheet, addresses: readonly string[]): void {
  if (sheet.locked) {
    throw new BTCPError('PERMISSION_DENIED', {
      message: `The sheet ${sheet.name} is locked`,
      suggestion: 'Unlock the sheet or choose another one',
    });
  }
  const guarded = addresses.find((address) => sheet.cells.get(address)?.dataset['protected'] === 'true');
  if (guarded === undefined) return;
  throw new BTCPError('PERMISSION_DENIED', {
    message: `Cell ${guarded} is protected and cannot be changed`,
    suggestion: 'Unprotect the sheet or select unprotected cells',
  });
}
