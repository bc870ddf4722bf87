/** What every list has of one thing. */
export interface ListRow {
  id: string;
  amount: number;
  label: string;
}

/** Loads rows from the service. */
export async function loadRows(path: string, signal: AbortSignal): Promise<ListRow[]> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as ListRow[];
}

/** Tries once more. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch {
    return run();
  }
}
