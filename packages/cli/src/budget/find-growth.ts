import type { InspectedManifest } from '@btcp/codegen';
import type { Diagnostic } from '@btcp/core';
import { joinPointer } from '@btcp/schema';
import { InputError } from '../errors.ts';
import { findJsonPlaces, placeOf } from '../json-places.ts';
import { positionFinder, type TextPosition } from '../position-finder.ts';
import { entryOf, readBudget } from './budget-file.ts';
import { BUDGET_FILE } from './budget-name.ts';
import { countTools } from './count-tools.ts';

/** Reports tools that take more tokens than the project's budget allows, or that it does not have. */
export async function findGrowth(inspected: InspectedManifest): Promise<readonly Diagnostic[]> {
  try {
    return await compareWithBudget(inspected);
  } catch (error) {
    if (error instanceof InputError) return [invalid(error)];
    throw error;
  }
}

async function compareWithBudget({
  root,
  manifest,
  targets,
}: InspectedManifest): Promise<readonly Diagnostic[]> {
  const { text, budget } = await readBudget(root);
  const counted = await countTools(manifest.tools, targets, budget);
  const { places } = findJsonPlaces(text);
  const positionOf = positionFinder(text);
  return Object.entries(counted.targets).flatMap(([target, tools]) =>
    Object.entries(tools).flatMap(([tool, { tokens: after }]) => {
      const before = entryOf(budget, target, tool)?.tokens ?? null;
      if (before !== null && after <= before) return [];
      const place = placeOf(places, joinPointer('', 'targets', target, tool));
      return exceeded({ tool, target, before, after }, positionOf(place));
    }),
  );
}

interface Growth {
  readonly tool: string;
  readonly target: string;
  /** Null for a tool that the budget does not have. */
  readonly before: number | null;
  readonly after: number;
}

function exceeded(growth: Growth, position: TextPosition): Diagnostic {
  const { tool, target, before, after } = growth;
  const allowed = before === null ? 'which the budget does not have' : `and its budget is ${before}`;
  return {
    id: 'budget-exceeded',
    severity: 'error',
    tool,
    file: BUDGET_FILE,
    ...position,
    message: `"${tool}" takes ${after} tokens for ${target}, ${allowed}.`,
    help: 'Shorten its description or schemas, of which `btcp build --stats` shows the size; or accept it with `btcp build --accept`.',
    data: { ...growth },
  };
}

/** A diagnostic and no error, so that a watch goes on until the file is corrected. */
function invalid({ reason, help }: InputError): Diagnostic {
  return {
    id: 'budget-invalid',
    severity: 'error',
    file: BUDGET_FILE,
    line: 1,
    column: 1,
    message: reason,
    help,
    data: {},
  };
}
