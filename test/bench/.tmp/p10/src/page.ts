import type { ListRow } from './service.ts';

/** The rows of a list of the page. */
export function rowsOf(dom: Document, selector: string): ListRow[] {
  return [...dom.querySelectorAll<HTMLElement>(`${selector} li`)].map(rowOf);
}

function rowOf(item: HTMLElement): ListRow {
  return { id: item.id, amount: Number(item.dataset['amount'] ?? 0), label: item.textContent };
}
