import { BTCPError } from '@btcp/core';
import { editCell } from '../src/sheet/edit-cell.ts';
import { openSheet, rawText } from '../src/sheet/open-sheet.ts';
import { renderSheet } from '../src/sheet/render-sheet.ts';

/** Lets the user choose a sheet and edit its cells. Starts with everything calculated. */
export function offerEditing(page: Document): void {
  renderSheet(openSheet(page));
  for (const tab of page.querySelectorAll<HTMLButtonElement>('#tabs button')) {
    tab.addEventListener('click', () => showSheet(page, tab.value));
  }
  page.addEventListener('dblclick', ({ target }) => {
    const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]') : null;
    if (cell) startEditing(page, cell);
  });
}

function showSheet(page: Document, name: string): void {
  for (const table of page.querySelectorAll<HTMLElement>('[data-sheet]')) {
    table.hidden = table.dataset['sheet'] !== name;
  }
  renderSheet(openSheet(page));
}

function startEditing(page: Document, cell: HTMLElement): void {
  const input = page.createElement('input');
  input.value = rawText(cell);
  // Escape and a click elsewhere leave the cell as it was: rendering puts its value back.
  input.addEventListener('blur', () => renderSheet(openSheet(page)), { once: true });
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') tell(page, commit(page, cell, input.value));
    if (key === 'Enter' || key === 'Escape') input.blur();
  });
  cell.dataset['raw'] = input.value;
  cell.replaceChildren(input);
  input.focus();
}

function commit(page: Document, cell: HTMLElement, raw: string): string {
  try {
    const { recalculatedCells } = editCell(openSheet(page), cell.dataset['cell'] ?? '', raw);
    return `${recalculatedCells.length} other cells recalculated.`;
  } catch (error) {
    if (BTCPError.is(error)) return `${error.message}. ${error.suggestion ?? ''}`;
    throw error;
  }
}

function tell(page: Document, message: string): void {
  const status = page.querySelector('#status');
  if (status) status.textContent = message;
}
