import { check, type CheckOptions } from '@btcp/codegen';
import type { CODE_RULES } from '@btcp/schema/check';
import { readRulePage } from '../support/rule-examples.ts';
import { IMPORTS_WITH_ERROR } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

/** What examples of other families bring along: functions that are only declared, and a fetch that cannot be cancelled. */
const COMPANIONS: Readonly<Record<string, string>> = {
  handler: 'capability-opaque',
  capabilities: 'signal-ignored',
};

export type FamilyRule = (typeof CODE_RULES)[number];

export interface Example {
  readonly companion: string | undefined;
  readonly file: string;
  readonly source: string;
  readonly found: readonly string[];
}

/** Every example on the pages of rules about code, in a file of its own, with what is to be found there. */
export const examplesOf = (rules: readonly FamilyRule[]): readonly Example[] =>
  rules
    .flatMap(({ id, family }) => {
      const { wrong, right, said } = readRulePage(id);
      const companion = COMPANIONS[family];
      return [
        ...wrong.map((source, index) => ({
          companion,
          file: `src/${id}-wrong-${index}.ts`,
          source,
          found: [`${id}: ${said[index]}`],
        })),
        ...right.map((source, index) => ({
          companion,
          file: `src/${id}-right-${index}.ts`,
          source,
          found: [],
        })),
      ];
    })
    .map((example, index) => withName(example, `getCellValue${index}`));

// Many of them are the same tool, and a name can stand only once in a manifest.
const withName = ({ source, found, ...example }: Example, name: string): Example => ({
  ...example,
  source: source.replaceAll('getCellValue', name),
  found: found.map((text) => text.replaceAll('getCellValue', name)),
});

// One project for all of them: most of the time goes into the types of the browser.
export async function findIn(
  examples: readonly Example[],
  options: CheckOptions = {},
  config: object = {},
): Promise<Readonly<Record<string, readonly string[]>>> {
  const cwd = await writeProject({
    'btcp.config.ts': `export default { tools: ['src/*.ts'], rules: { 'descriptions-alike': 'off' }, ...${JSON.stringify(config)} };`,
    'src/sheet.html': '<table><tr><td id="B5">42</td></tr></table>',
    ...Object.fromEntries(examples.map(({ file, source }) => [file, `${IMPORTS_WITH_ERROR}${source}\n`])),
  });
  const { diagnostics } = await check({ cwd, ...options });
  const foundIn = ({ file, companion }: Example): readonly string[] =>
    diagnostics
      .filter((each) => each.file === file && each.id !== companion)
      .map(({ id, message }) => `${id}: ${message}`);
  return Object.fromEntries(examples.map((example) => [example.file, foundIn(example)]));
}

export const expectedOf = (examples: readonly Example[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(examples.map(({ file, found }) => [file, found]));

/** Whether the examples of tools are run for the rule. */
export const isRun = ({ family }: FamilyRule): boolean => family === 'examples';
