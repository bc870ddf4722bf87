import { setImmediate } from 'node:timers/promises';

/** Maps a list, and between its elements lets whatever waits in this thread go on, such as feeding a worker. */
export async function mapInTurns<T, U>(list: readonly T[], map: (element: T) => U): Promise<readonly U[]> {
  const mapped: U[] = [];
  for (const element of list) {
    mapped.push(map(element));
    await setImmediate();
  }
  return mapped;
}
