import { describe, expect, it } from 'vitest';
import { check } from '@btcp/codegen';
import type { Diagnostic } from '@btcp/core';
import { CODE_RULES } from '@btcp/schema/check';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

/** Every example of every rule about code, in a file of its own. */
const EXAMPLES = CODE_RULES.flatMap(({ id, examples }) => [
  ...examples.bad.map(({ source, message }, index) => ({
    id,
    file: `src/${id}-bad-${index}.ts`,
    source,
    message,
  })),
  ...examples.good.map((source, index) => ({
    id,
    file: `src/${id}-good-${index}.ts`,
    source,
    message: undefined,
  })),
]);

// One project for all of them: most of the time goes into the types of the browser.
const found = checkAll();

async function checkAll(): Promise<readonly Diagnostic[]> {
  const files = EXAMPLES.map(({ file, source }) => [file, `${IMPORTS}${source}\n`] as const);
  const cwd = await writeProject({
    'btcp.config.ts': `export default { tools: ['src/*.ts'], rules: { 'descriptions-alike': 'off' } };`,
    ...Object.fromEntries(files),
  });
  return (await check({ cwd })).diagnostics;
}

describe.each(EXAMPLES)('$file', ({ id, file, message }) => {
  it(
    message === undefined
      ? 'has nothing that a rule is against'
      : 'has what the rule finds, and nothing else',
    async () => {
      const here = (await found).filter((diagnostic) => diagnostic.file === file);
      expect(here.map((each) => [each.id, each.message])).toEqual(
        message === undefined ? [] : [[id, message]],
      );
    },
  );
});
