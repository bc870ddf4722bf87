import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InspectedManifest } from '@btcp/codegen';
import type { Diagnostic, JsonSchemaObject, ManifestTool } from '@btcp/core';
import { ownValue } from '@btcp/core/internal';
import { closedObject, joinPointer } from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';
import { parseDocument } from '../name-document.ts';
import { BUDGET_FILE } from '../option.ts';
import { fileError, InputError } from '../errors.ts';
import { counted } from '../io.ts';
import { findJsonPlaces, placeOf, type TextPlace } from '../json-places.ts';
import { exportForms, type CountTokens, ENCODING, loadTokenizer } from '../stats/export-forms.ts';
import { replaceJson } from '../system/write-files.ts';

/** The tokens that a tool may take for a target. */
interface BudgetEntry {
  readonly tokens: number;
  /** Of the JSON that was counted, so that what has not changed is not counted again. */
  readonly hash: string;
}

interface Budget {
  readonly encoding: string;
  /** Target → tool → its tokens. */
  readonly targets: Readonly<Record<string, Readonly<Record<string, BudgetEntry>>>>;
}

interface ReadBudget {
  readonly text: string;
  readonly budget: Budget;
}

/** @throws InputError where the file cannot be read, or is no budget. */
async function readBudget(root: string): Promise<ReadBudget> {
  const text = await readFile(join(root, BUDGET_FILE), 'utf8').catch((error: unknown) => {
    throw fileError(`${BUDGET_FILE} cannot be read`, error);
  });
  const parsed = parseDocument(text);
  if ('wrong' in parsed) throw new InputError(`${BUDGET_FILE} ${parsed.wrong}.`, REWRITE);
  if (compileSchema(BUDGET)(parsed.value).ok) return { text, budget: parsed.value as Budget };
  throw new InputError(`${BUDGET_FILE} is no budget: it lacks tokens by target and tool.`, REWRITE);
}

const REWRITE = 'Restore the file, or write it anew with `btcp build --accept`.';

const mapOf = (each: JsonSchemaObject): JsonSchemaObject => ({ type: 'object', additionalProperties: each });

const BUDGET = closedObject(
  {
    encoding: { type: 'string' },
    targets: mapOf(
      mapOf(closedObject({ tokens: { type: 'integer' }, hash: { type: 'string' } }, 'tokens', 'hash')),
    ),
  },
  'encoding',
  'targets',
);

/** What a budget says of a tool, if anything: tools may have the names of methods that every object inherits. */
function entryOf({ targets }: Budget, target: string, tool: string): BudgetEntry | undefined {
  return ownValue(ownValue(targets, target), tool);
}

/**
 * Counts the tokens of each tool for each target.
 *
 * @param known - An earlier count: only what has changed since is counted, and the tokenizer loaded for it.
 */
async function countTools(
  tools: readonly ManifestTool[],
  targets: readonly string[],
  known: Budget | undefined,
): Promise<Budget> {
  const counted: Record<string, Record<string, BudgetEntry>> = {};
  let countTokens: CountTokens | undefined;
  const forms = [...exportForms(tools, targets)].sort((a, b) => (a.target < b.target ? -1 : 1));
  for (const { target, texts } of forms) {
    const entries: [string, BudgetEntry][] = [];
    for (const [name, text] of texts) {
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
      const before = known?.encoding === ENCODING ? entryOf(known, target, name) : undefined;
      if (before?.hash === hash) entries.push([name, before]);
      else entries.push([name, { tokens: (countTokens ??= await loadTokenizer())(text), hash }]);
    }
    counted[target] = Object.fromEntries(entries);
  }
  return { encoding: ENCODING, targets: counted };
}

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
  return Object.entries(counted.targets).flatMap(([target, tools]) =>
    Object.entries(tools).flatMap(([tool, { tokens: after }]) => {
      const before = entryOf(budget, target, tool)?.tokens ?? null;
      if (before !== null && after <= before) return [];
      const place = placeOf(places, joinPointer('', 'targets', target, tool));
      return exceeded({ tool, target, before, after }, place);
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

function exceeded(growth: Growth, place: TextPlace): Diagnostic {
  const { tool, target, before, after } = growth;
  const allowed = before === null ? 'which the budget does not have' : `and its budget is ${before}`;
  return {
    id: 'budget-exceeded',
    severity: 'error',
    tool,
    file: BUDGET_FILE,
    ...place,
    message: `"${tool}" takes ${after} tokens for ${target}, ${allowed}.`,
    help:
      before === null
        ? 'Accept it with `btcp build --accept`, once its description and schemas are as short as they can be: `btcp build --stats` shows their size.'
        : 'Shorten its description or schemas, of which `btcp build --stats` shows the size; or accept it with `btcp build --accept`.',
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

/** Writes the tokens that the tools take now as their budget; returns what was written, in a line. */
export async function acceptBudget({ root, manifest, targets }: InspectedManifest): Promise<string> {
  // A file that is missing or no budget is replaced.
  const known: Budget | undefined = await readBudget(root).then(
    ({ budget }) => budget,
    () => undefined,
  );
  const budget = await countTools(manifest.tools, targets, known);
  await replaceJson(BUDGET_FILE, root, budget);
  return `${BUDGET_FILE}: ${counted(manifest.tools.length, 'tool')} for ${counted(Object.keys(budget.targets).length, 'target')}\n`;
}
