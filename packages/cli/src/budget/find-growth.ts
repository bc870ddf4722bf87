import type { InspectedManifest } from '@btcp/codegen';
import type { Diagnostic } from '@btcp/core';
import { joinPointer } from '@btcp/schema';
import { findJsonPlaces } from '../json-places.ts';
import { BUDGET_FILE, readBudget } from './budget-file.ts';
import { countTools, entryOf } from './count-tools.ts';

/** Reports tools that take more tokens than the project's budget allows, or that it does not have. */
export async function findGrowth({
  root,
  manifest,
  targets,
}: InspectedManifest): Promise<readonly Diagnostic[]> {
  const { text, budget } = await readBudget(root);
  const counted = await countTools(manifest.tools, targets, budget);
  const { places } = findJsonPlaces(text);
  return Object.entries(counted.targets).flatMap(([target, tools]) =>
    Object.entries(tools).flatMap(([tool, { tokens: after }]) => {
      const before = entryOf(budget, target, tool)?.tokens;
      if (before !== undefined && after <= before) return [];
      const place =
        places.get(joinPointer('', 'targets', target, tool)) ??
        places.get(joinPointer('', 'targets', target));
      return exceeded({ tool, target, before: before ?? null, after }, text, place);
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

function exceeded(
  growth: Growth,
  text: string,
  place: { readonly start: number; readonly length: number } = { start: 0, length: 1 },
): Diagnostic {
  const { tool, target, before, after } = growth;
  const above = text.slice(0, place.start).split('\n');
  const allowed = before === null ? 'which the budget does not have' : `and its budget is ${before}`;
  return {
    id: 'budget-exceeded',
    severity: 'error',
    tool,
    file: BUDGET_FILE,
    line: above.length,
    column: (above.at(-1)?.length ?? 0) + 1,
    length: place.length,
    message: `"${tool}" takes ${after} tokens for ${target}, ${allowed}.`,
    help: 'Shorten its description or schemas, of which `btcp build --stats` shows the size; or accept it with `btcp build --accept`.',
    data: { ...growth },
  };
}
