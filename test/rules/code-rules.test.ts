import { expect, it } from 'vitest';
import { check } from '@btcp/codegen';
import { CODE_RULES } from '@btcp/schema/check';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

/** Every example of every rule about code, in a file of its own, with what is to be found there. */
const EXAMPLES = CODE_RULES.flatMap(({ id, examples }) => [
  ...examples.bad.map(({ source, message }, index) => ({
    file: `src/${id}-bad-${index}.ts`,
    source,
    found: [`${id}: ${message}`],
  })),
  ...examples.good.map((source, index) => ({ file: `src/${id}-good-${index}.ts`, source, found: [] })),
]);

// One project for all of them: most of the time goes into the types of the browser.
it('finds in each bad example what its rule says and nothing else, and nothing in the good ones', async () => {
  const cwd = await writeProject({
    'btcp.config.ts': `export default { tools: ['src/*.ts'], rules: { 'descriptions-alike': 'off' } };`,
    ...Object.fromEntries(EXAMPLES.map(({ file, source }) => [file, `${IMPORTS}${source}\n`])),
  });
  const { diagnostics } = await check({ cwd });
  const foundIn = (file: string): readonly string[] =>
    diagnostics.filter((each) => each.file === file).map(({ id, message }) => `${id}: ${message}`);
  expect(EXAMPLES.map(({ file }) => [file, foundIn(file)])).toEqual(
    EXAMPLES.map(({ file, found }) => [file, found]),
  );
});
