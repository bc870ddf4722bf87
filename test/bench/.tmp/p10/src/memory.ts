import type { ListRow } from './service.ts';

/** The rows that were kept under a name. */
export function remembered(name: string): ListRow[] {
  const text = localStorage.getItem(`rows.${name}`);
  return text === null ? [] : (JSON.parse(text) as ListRow[]);
}

/** Keeps rows under a name. */
export function remember(name: string, rows: ListRow[]): ListRow[] {
  localStorage.setItem(`rows.${name}`, JSON.stringify(rows));
  return rows;
}
