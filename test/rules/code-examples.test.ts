import { expect, it } from 'vitest';
import { check } from '@btcp/codegen';
import { CODE_RULES } from '@btcp/schema/check';
import { IMPORTS_WITH_ERROR } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const KINDS = ['bad', 'good'] as const;

/** The examples of all rules as one project, a file and a tool each: the types of one are read as fast as those of all. */
const examples = CODE_RULES.flatMap((rule) =>
  KINDS.map((kind) => ({ rule, kind, file: `src/${rule.id}-${kind}.ts` })),
);

async function checkExamples(): ReturnType<typeof check> {
  const cwd = await writeProject({
    // They are all the same tool.
    'btcp.config.ts': `export default { tools: ['src/*.ts'], rules: { 'descriptions-alike': 'off' } };`,
    ...Object.fromEntries(
      examples.map(({ rule, kind, file }, index) => [
        file,
        IMPORTS_WITH_ERROR + rule[kind].replace('getCellValue', `getCellValue${index}`),
      ]),
    ),
  });
  return check({ cwd });
}

it('finds the bad example of every rule about code, nothing else in it, and nothing in the good one', async () => {
  const { diagnostics } = await checkExamples();
  const found = diagnostics.map(({ id, severity, file, data }) => ({ id, severity, file, data }));
  const expected = CODE_RULES.map(({ id, severity, found: data }) => ({
    id,
    severity,
    file: `src/${id}-bad.ts`,
    data,
  }));
  expect(found).toEqual(expected.sort((a, b) => (a.file < b.file ? -1 : 1)));
  for (const { message, help } of diagnostics)
    for (const text of [message, help]) expect(text).toMatch(/^["`A-Z1].*[.?)`"}…\]]$/s);
});
