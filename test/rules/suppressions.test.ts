import { describe, expect, it } from 'vitest';
import { build, check } from '@btcp/codegen';
import { buildTogether } from '../support/build-together.ts';
import { alike, full } from '../support/runs.ts';
import { writeFiles, writeProject } from '../support/write-project.ts';

const CONFIG = (rules = '{}'): string => `export default { tools: ['src/*.ts'], rules: ${rules} };`;

/** A tool with nothing wrong but that its one property has no description. */
const source = (above: string, behind = ''): string => `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Retrieves the value of a spreadsheet cell by its address. */
export const getCell = defineTool({
  inputSchema: Type.Object(
    {
${above}      cell: Type.String({ pattern: '^[A-Z]+$' }),${behind}
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ value: Type.Number({ description: 'What it shows.' }) }, { additionalProperties: false }),
  capabilities: [],
  examples: [{ input: { cell: 'A' }, output: { value: 1 } }],
  execute: ({ cell }) => ({ value: cell.length }),
});
`;

const together = buildTogether(
  check,
  "export default { tools: ['*/src/*.ts'], rules: { 'descriptions-alike': 'off' } };",
);

async function reports(text: string, rules?: string): Promise<readonly string[]> {
  const { diagnostics } =
    rules === undefined
      ? await together({ 'src/a.ts': text })
      : await check({ cwd: await writeProject({ 'btcp.config.ts': CONFIG(rules), 'src/a.ts': text }) });
  return diagnostics.map(({ id, severity, line }) => `${line} ${severity} ${id}`);
}

describe('// btcp-ignore', () => {
  it.concurrent('suppresses the diagnostic on the next line of code, if it gives a reason', async () => {
    const comment = '      // btcp-ignore property-without-description: everybody knows cells\n';
    const sources = [
      source(''),
      source(comment),
      source(`${comment}      // Another comment.\n\n`),
      source('', ' // btcp-ignore property-without-description: known'),
    ];
    expect(await Promise.all(sources.map((text) => reports(text)))).toEqual([
      ['8 warning property-without-description'],
      [],
      [],
      [],
    ]);
  });

  it.concurrent('needs a reason', async () => {
    expect(await reports(source('      // btcp-ignore property-without-description\n'))).toEqual([
      '8 error suppression-without-reason',
      '9 warning property-without-description',
    ]);
  });

  it.concurrent('is reported where it ignores nothing, is misspelt, or stands elsewhere', async () => {
    const [unused, { diagnostics }] = await Promise.all([
      reports(source('      // btcp-ignore unit-missing: no unit\n')),
      together({ 'src/a.ts': source('      // btcp-ignore property-without-descripton: known\n') }),
    ]);
    expect(unused).toEqual(['8 warning suppression-unused', '9 warning property-without-description']);
    expect(diagnostics.map(({ message }) => message)).toContain(
      'Nothing here breaks "property-without-descripton"; did you mean "property-without-description"?',
    );
  });

  it.concurrent('may name several rules, and stand in a block comment', async () => {
    const both = '      // btcp-ignore property-without-description, unit-missing: known\n';
    const comments = [
      both,
      '      /* btcp-ignore property-without-description: known */\n',
      '      /* btcp-ignore property-without-description: known\n         to everybody */\n',
      '      // BTCP-ignore property-without-description: known\n',
    ];
    expect(await Promise.all(comments.map((comment) => reports(source(comment))))).toEqual([
      ['8 warning suppression-unused'],
      [],
      [],
      [],
    ]);
  });

  full('covers the line behind it in JSX, where it stands in braces', async () => {
    const jsx = `<p>
      {/* btcp-ignore thrown-not-error: the page shows it */}
      {(() => { throw 'x'; })()}
    </p>`;
    const cwd = await writeProject({
      'btcp.config.ts': `export default { tools: ['src/*.tsx'] };`,
      'src/a.tsx': source('').replace('cell.length', `String(${jsx}).length`),
    });
    const ids = (await check({ cwd })).diagnostics.map(({ id }) => id);
    expect(ids).not.toContain('thrown-not-error');
    expect(ids).not.toContain('suppression-unused');
  });

  it.concurrent('is reported where it names no rule', async () => {
    expect(await reports(source('      // btcp-ignore: known\n'))).toEqual([
      '8 warning suppression-unused',
      '9 warning property-without-description',
    ]);
  });

  it.concurrent('is not a comment inside a string', async () => {
    const text = source('').replace("'What it shows.'", "'Use // btcp-ignore unit-missing: x to ignore.'");
    expect(await reports(text)).toEqual(['8 warning property-without-description']);
  });

  full('is not reported for a rule that is off, nor for advice that a build does not look for', async () => {
    const comment = '      // btcp-ignore property-without-description: known\n';
    expect(await reports(source(comment), "{ 'property-without-description': 'off' }")).toEqual([]);
    const advice = source('')
      .replace('export const', '// btcp-ignore examples-missing: shown on the site\nexport const')
      .replace(/ {2}examples.*\n/, '')
      .replace("'^[A-Z]+$'", () => "'^[A-Z]+$', description: 'Address.'");
    const cwd = await writeProject({ 'btcp.config.ts': CONFIG(), 'src/a.ts': advice });
    expect((await check({ cwd })).diagnostics).toEqual([]);
    expect((await build({ cwd })).diagnostics).toEqual([]);
  });

  full('suppresses an error of a rule, but none that cannot be published', async () => {
    const slow = source('      // btcp-ignore pattern-slow: only ever three letters\n').replace(
      "'^[A-Z]+$'",
      () => "'^([A-Z]+)+$', description: 'Address.'",
    );
    const cwd = await writeProject({ 'btcp.config.ts': CONFIG(), 'src/a.ts': slow });
    const result = await build({ cwd });
    expect([result.ok, result.diagnostics]).toEqual([true, []]);
    expect(result.files.find(({ path }) => path === 'validators.js')?.text).toContain('getCell');
    const checked = async (): Promise<readonly string[]> =>
      (await check({ cwd })).diagnostics.map(({ id, severity }) => `${severity} ${id}`);
    expect(await checked()).toEqual([]);
    await writeFiles(cwd, { 'src/a.ts': slow.replace(/ *\/\/ btcp-ignore pattern-slow.*\n/, '') });
    expect(await checked()).toEqual(['error pattern-slow']);

    const broken = source('').replace(
      "  examples: [{ input: { cell: 'A' }",
      "  // btcp-ignore example-invalid: later\n  examples: [{ input: { cell: 'a' }",
    );
    expect(await reports(broken)).toContain('15 error example-invalid');
  });
});

describe('rules about code', () => {
  const CODE = source('')
    .replace("'^[A-Z]+$'", () => "'^[A-Z]+$', description: 'Address.'")
    .replace('execute: ({ cell }) => ({ value: cell.length })', 'execute: lengthOf')
    .replace('import', "import { lengthOf } from '../lib/length.ts';\nimport");
  const length = (comment: string): string =>
    `export function lengthOf({ cell }: { cell: string }): { value: number } {
  ${comment}if (cell === '') throw 'empty';
  return { value: cell.length };
}
`;

  async function reportsOf(run: typeof build | typeof check, comment = ''): Promise<readonly string[]> {
    const cwd = await writeProject({
      'btcp.config.ts': CONFIG(),
      'src/a.ts': CODE,
      'lib/length.ts': length(comment),
    });
    return (await run({ cwd })).diagnostics.map(({ id, file, line }) => `${file}:${line} ${id}`);
  }

  it('can be ignored where they find something, also outside of the files with tools', async () => {
    expect(await reportsOf(check)).toEqual(['lib/length.ts:2 thrown-not-error']);
    const comment = '// btcp-ignore thrown-not-error: an old habit\n  ';
    expect(await reportsOf(check, comment)).toEqual([]);
  });

  it('apply to a build, too', async () => {
    expect(await reportsOf(build)).toEqual(['lib/length.ts:2 thrown-not-error']);
  });
});

describe('rules in the config', () => {
  it('set the severity of a rule', async () => {
    expect(await reports(source(''), "{ 'property-without-description': 'error' }")).toEqual([
      '8 error property-without-description',
    ]);
  });

  it.each(
    alike(
      [
        [
          "{ 'unit-mising': 'off' }",
          '`rules` names "unit-mising", which is no rule; did you mean "unit-missing"?',
        ],
        ["{ 'unit-missing': 'warn' }", '`rules` has "warn" for "unit-missing", which is no severity.'],
        [
          "{ 'schema-invalid': 'off' }",
          'The rule "schema-invalid" cannot be turned down: what breaks it cannot be published.',
        ],
      ],
      2,
    ),
  )('%s', async (rules, message) => {
    const cwd = await writeProject({ 'btcp.config.ts': CONFIG(rules), 'src/a.ts': source('') });
    expect((await check({ cwd })).diagnostics.map((each) => each.message)).toEqual([message]);
  });
});
