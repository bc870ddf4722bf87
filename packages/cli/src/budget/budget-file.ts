import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@btcp/schema';
import { fileError, InputError } from '../errors.ts';
import { BUDGET_FILE } from './budget-name.ts';

/** The tokens that a tool may take for a target. */
export interface BudgetEntry {
  readonly tokens: number;
  /** Of the JSON that was counted, so that what has not changed is not counted again. */
  readonly hash: string;
}

/** The tokens that tools may take. */
export interface Budget {
  /** The encoding by which they were counted. */
  readonly encoding: string;
  /** Target → tool → its tokens. */
  readonly targets: Readonly<Record<string, Readonly<Record<string, BudgetEntry>>>>;
}

/** The text of a budget file, and the budget. */
export interface ReadBudget {
  readonly text: string;
  readonly budget: Budget;
}

/** @throws InputError where the file cannot be read, or is no budget. */
export async function readBudget(root: string): Promise<ReadBudget> {
  const text = await readFile(join(root, BUDGET_FILE), 'utf8').catch((error: unknown) => {
    throw fileError(`${BUDGET_FILE} cannot be read`, error);
  });
  let budget: unknown;
  try {
    budget = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${BUDGET_FILE} is not JSON: ${(error as Error).message}.`, REWRITE);
  }
  if (isBudget(budget)) return { text, budget };
  throw new InputError(`${BUDGET_FILE} is no budget: it lacks tokens by target and tool.`, REWRITE);
}

const REWRITE = 'Restore the file, or write it anew with `btcp build --accept`.';

function isBudget(value: unknown): value is Budget {
  if (!isObject(value) || typeof value['encoding'] !== 'string' || !isObject(value['targets'])) return false;
  return Object.values(value['targets']).every(
    (tools) => isObject(tools) && Object.values(tools).every(isEntry),
  );
}

const isEntry = (entry: unknown): boolean =>
  isObject(entry) && Number.isSafeInteger(entry['tokens']) && typeof entry['hash'] === 'string';

/** What a budget says of a tool, if anything: tools may have the names of methods that every object inherits. */
export function entryOf({ targets }: Budget, target: string, tool: string): BudgetEntry | undefined {
  const tools = Object.hasOwn(targets, target) ? targets[target] : undefined;
  return tools && Object.hasOwn(tools, tool) ? tools[tool] : undefined;
}
