import { expect, it } from 'vitest';
import { check, type CheckOptions } from '@btcp/codegen';
import { CODE_RULES, type CodeRule } from '@btcp/schema/check';
import { runExamples } from '../../packages/cli/src/run/run-examples.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

interface Example {
  readonly file: string;
  readonly source: string;
  readonly found: readonly string[];
}

/** Every example of rules about code, in a file of its own, with what is to be found there. */
const examplesOf = (rules: readonly CodeRule[]): readonly Example[] =>
  rules.flatMap(({ id, examples }) => [
    ...examples.bad.map(({ source, message }, index) => ({
      file: `src/${id}-bad-${index}.ts`,
      source,
      found: [`${id}: ${message}`],
    })),
    ...examples.good.map((source, index) => ({ file: `src/${id}-good-${index}.ts`, source, found: [] })),
  ]);

// One project for all of them: most of the time goes into the types of the browser.
async function expectToFind(examples: readonly Example[], options: CheckOptions = {}): Promise<void> {
  const cwd = await writeProject({
    'btcp.config.ts': `export default { tools: ['src/*.ts'], rules: { 'descriptions-alike': 'off' } };`,
    'src/sheet.html': '<table><tr><td id="B5">42</td></tr></table>',
    ...Object.fromEntries(examples.map(({ file, source }) => [file, `${IMPORTS}${source}\n`])),
  });
  const { diagnostics } = await check({ cwd, ...options });
  const foundIn = (file: string): readonly string[] =>
    diagnostics.filter((each) => each.file === file).map(({ id, message }) => `${id}: ${message}`);
  expect(examples.map(({ file }) => [file, foundIn(file)])).toEqual(
    examples.map(({ file, found }) => [file, found]),
  );
}

const isRun = ({ family }: CodeRule): boolean => family === 'examples';

it('finds in each bad example what its rule says and nothing else, and nothing in the good ones', async () => {
  await expectToFind(examplesOf(CODE_RULES.filter((rule) => !isRun(rule))));
});

it('finds the same of the rules about examples that are run', async () => {
  await expectToFind(examplesOf(CODE_RULES.filter(isRun)), { runExamples });
});
