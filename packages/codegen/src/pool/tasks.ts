import type { CheckRequest, PublishedCheck } from '../check/published/check-published.ts';
import type { FormatRequest } from '../emit/format-text.ts';

/** The tasks of a pool, by name; each returns one result per item. */
export const TASKS = {
  check: async (items: readonly CheckRequest[]): Promise<readonly PublishedCheck[]> =>
    (await import('../check/published/check-published.ts')).checkAll(items),
  format: async (items: readonly FormatRequest[]): Promise<readonly string[]> =>
    (await import('../emit/format-text.ts')).formatAll(items),
};

export type TaskName = keyof typeof TASKS;
export type Item<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0][number];
export type Result<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>[number];

/** Items of one task that are sent together. */
export interface Work<Name extends TaskName = TaskName> {
  readonly task: Name;
  readonly items: readonly Item<Name>[];
}

/** Runs a task; returns one result per item. */
export function perform({ task, items }: Work): Promise<readonly Result<TaskName>[]> {
  return TASKS[task](items as never); // the items of this task
}
