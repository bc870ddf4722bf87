import { calculate } from './calculate.ts';
import type { Value } from './cell-value.ts';
import { display } from './display.ts';
import { formatOf, rawText, rawTexts, type Sheet } from './open-sheet.ts';

/** Shows the values of a sheet's cells. */
export function renderSheet(
  sheet: Sheet,
  values: ReadonlyMap<string, Value> = calculate(rawTexts(sheet)),
): void {
  for (const [address, cell] of sheet.cells) {
    // Kept first, because a cell that nobody edited yet has it only as its text.
    cell.dataset['raw'] = rawText(cell);
    cell.textContent = display(values.get(address) ?? null, formatOf(cell));
  }
}
