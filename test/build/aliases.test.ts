import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BTCPClient } from '@btcp/client';
import type { Manifest } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { importRegistration } from '../support/import-registration.ts';
import { full } from '../support/runs.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

/** A tool with a mandatory pattern and a default, and some aliases. */
const tool = (aliases: string, extra = ''): string => `${IMPORTS}
/** Reads the value of a cell. */
export const getCellValue = defineTool({
  inputSchema: Type.Object({ cell: Type.String({ pattern: '^[A-Z]+[0-9]+$', maxLength: 9 }), digits: Type.Integer({ default: 2, minimum: 0, maximum: 9 }) }, { additionalProperties: false }),
  outputSchema: Type.Object({ cell: Type.String(), digits: Type.Integer() }),
  capabilities: [],
  aliases: { ${aliases} },
  ${extra}
  execute: ({ cell, digits }) => ({ cell, digits }),
});
`;

const OLD = `Type.Object({ column: Type.String({ pattern: '^[A-Z]$' }), row: Type.Integer({ minimum: 1, maximum: 99 }) }, { additionalProperties: false })`;
const MAPPED = `getCell: { inputSchema: ${OLD}, mapInput: ({ column, row }) => ({ cell: column + row }), sunset: '2.0.0' }`;

async function buildOf(source: string): Promise<{ root: string; err: string; code: number }> {
  const root = await writeProject({ 'src/a.ts': source });
  const { code, err } = await btcp(root, 'build');
  return { root, code, err };
}

/**
 * Builds a tool for each of these aliases, all in one project.
 *
 * @returns The diagnostics of each, in which the tool is `getCellValue` and the alias `getCell`.
 */
async function errorsOf(aliases: readonly string[]): Promise<readonly string[]> {
  const nameOf = (index: number): string => `get${String.fromCharCode(65 + index)}Cell`;
  const files = aliases.map((alias, index) => [
    `src/case${index}.ts`,
    tool(alias).replaceAll('getCell', nameOf(index)),
  ]);
  const root = await writeProject(Object.fromEntries(files) as Record<string, string>);
  const { code, err } = await btcp(root, 'build');
  expect(code).toBe(1);
  return aliases.map((_, index) =>
    err
      .split(/^(?=src\/)/m)
      .filter((each) => each.startsWith(`src/case${index}.ts:`))
      .join('')
      .replaceAll(nameOf(index), 'getCell'),
  );
}

describe('an alias', () => {
  it('is published as a deprecated tool, and calls of it are mapped, validated twice and told once', async () => {
    const { root, code, err } = await buildOf(tool(`${MAPPED}, readCell: {}`));
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining('error') as string });
    const manifest = JSON.parse(await readFile(join(root, 'generated/manifest.json'), 'utf8')) as Manifest;
    expect(manifest.tools.map(({ name }) => name)).toEqual(['getCell', 'getCellValue', 'readCell']);
    expect(manifest.tools[0]).toEqual({
      name: 'getCell',
      description: 'Reads the value of a cell.',
      inputSchema: {
        type: 'object',
        properties: {
          column: { type: 'string', pattern: '^[A-Z]$' },
          row: { type: 'integer', minimum: 1, maximum: 99 },
        },
        required: ['column', 'row'],
        additionalProperties: false,
      },
      outputSchema: manifest.tools[1]?.outputSchema,
      capabilities: [],
      capabilitiesVerified: true,
      deprecated: true,
      deprecationMessage: 'Use getCellValue instead. It will be gone in 2.0.0.',
      successor: 'getCellValue',
      sunset: '2.0.0',
      aliasOf: 'getCellValue',
    });
    expect(await btcp(root, 'call', 'getCell', '{"column":"B","row":5}')).toEqual({
      code: 0,
      out: '{\n  "cell": "B5",\n  "digits": 2\n}\n',
      err: 'btcp: warning: "getCell" is deprecated. Use getCellValue instead. It will be gone in 2.0.0.\n',
    });
    expect((await btcp(root, 'call', 'getCell', '{"column":"b","row":5}')).err).toContain('INVALID_INPUT');
    expect((await btcp(root, 'call', 'readCell', '{"cell":"B5"}')).out).toContain('"B5"');
  });

  full('asks as its tool does, of the input as that gets it, and has no document', async () => {
    const extra = "confirm: ({ cell }) => `Read ${cell}?`, ui: './cell.html',";
    const root = await writeProject({ 'src/a.ts': tool(MAPPED, extra), 'src/cell.html': '<p>Cell</p>' });
    expect(await btcp(root, 'build')).toMatchObject({ code: 0 });
    const registration = await importRegistration(root);
    const { tools } = registration.manifest;
    expect(tools.map(({ name, confirm, ui }) => [name, confirm, ui !== undefined])).toEqual([
      ['getCell', true, false],
      ['getCellValue', true, true],
    ]);
    const asked: unknown[] = [];
    const client = new BTCPClient({
      onConfirm: ({ tool: { name }, message, input }) => asked.push([name, message, input]) > 1,
    });
    client.on('deprecatedCalled', () => undefined);
    await client.registerManifest(registration);
    const call = (): Promise<unknown> => client.callTool('getCell', { column: 'B', row: 5 });
    await expect(call()).rejects.toMatchObject({ code: 'CONFIRMATION_DECLINED' });
    expect(await call()).toEqual({ cell: 'B5', digits: 2 });
    const question = ['getCell', 'Read B5?', { column: 'B', row: 5 }];
    expect(asked).toEqual([question, question]);
  });

  it('is an error with an input where its tool refuses what it accepts or maps to, or where the mapping throws', async () => {
    const [refused, wider, thrown, long] = await errorsOf([
      MAPPED.replace('column + row', '`${column}-${row}`'),
      'getCell: { inputSchema: Type.Object({ cell: Type.String() }) }',
      MAPPED.replace('({ cell: column + row })', '{ throw new Error("no " + column + row) }'),
      "getCell: { inputSchema: Type.Object({ n: Type.Integer() }), mapInput: ({ n }) => ({ cell: 'A' + Math.abs(n) }) }",
    ]);
    expect(long).toMatch(/makes \{"cell":"A\d{7,}"\} of \{"n":-?\d{7,}\}, and "getCellValue" refuses that/);
    expect(refused).toContain('alias-input-refused');
    expect(refused).toMatch(
      /`mapInput` of the alias "getCell" makes \{"cell":"[A-Z]-\d+"\} of \{"column":"[A-Z]","row":\d+\}, and "getCellValue" refuses that: \/cell/,
    );
    expect(wider).toMatch(/The alias "getCell" accepts \{"cell":".*"\}, and "getCellValue" refuses that\./);
    expect(thrown).toMatch(/`mapInput` of the alias "getCell" throws for \{"column":.*\}: no /);
  });

  it('is refused where it is wrong', async () => {
    const cases = [
      ['of a taken name', 'getCellValue: {}', 'tool-duplicate-name'],
      ['that is no object', 'getCell: 1', 'alias-invalid'],
      ['with an unknown part', 'getCell: { map: () => ({}) }', 'alias-invalid'],
      ['whose mapping is no function', 'getCell: { mapInput: 1 }', 'alias-invalid'],
      ['whose name is malformed', '"get-cell": {}', 'tool-invalid'],
      ['whose sunset is no version', 'getCell: { sunset: "soon" }', 'tool-invalid'],
      ['whose sunset is reached', 'getCell: { sunset: "1.2.3" }', 'sunset-reached'],
      ['whose schema is no object', 'getCell: { inputSchema: Type.String() }', 'tool-invalid'],
      [
        'with a schema that is not JSON',
        'getCell: { inputSchema: Type.Function([], Type.Null()) }',
        'schema-invalid',
      ],
    ] as const;
    const errors = await errorsOf(cases.map(([, alias]) => alias));
    expect(cases.map(([what], index) => [what, errors[index]])).toEqual(
      cases.map(([what, , id]) => [what, expect.stringContaining(` error  ${id}`)]),
    );
    const sunset = cases.findIndex(([what]) => what === 'whose sunset is no version');
    expect(errors[sunset]?.match(/ error {2}.*/g)).toEqual([' error  tool-invalid']);
  });

  it('is refused for what its mapping returns', async () => {
    const cases = [
      ['undefined', '() => undefined', 'undefined'],
      ['a promise', 'async () => { throw new Error() }', 'a promise, which no call waits for,'],
      ['a cycle', '() => { const a = {}; a.a = a; return a; }', 'what has no JSON form'],
      ['a function', '() => () => 1', 'what has no JSON form'],
    ] as const;
    const errors = await errorsOf(cases.map(([, mapping]) => `getCell: { mapInput: ${mapping} }`));
    expect(cases.map(([what], index) => [what, errors[index]?.split('\n')[1]])).toEqual(
      cases.map(([what, , words]) => [
        what,
        expect.stringMatching(
          `^  \`mapInput\` of the alias "getCell" returns ${words} for \\{"cell":"[^"]*".*\\}\\.$`,
        ),
      ]),
    );
  });

  full('of a taken name is told from a tool', async () => {
    const [, row = ''] = tool('getCell: {}').replace('getCellValue', 'getRow').split(IMPORTS);
    const messagesOf = async (source: string): Promise<readonly string[]> =>
      [...(await buildOf(source)).err.matchAll(/tool-duplicate-name\n {2}(.*)/g)].map(
        ([, said = '']) => said,
      );
    expect(await messagesOf(tool('getCellValue: {}'))).toEqual([
      'The alias "getCellValue" of "getCellValue" has the name of the tool at src/a.ts:5.',
    ]);
    expect(await messagesOf(tool('getCell: {}') + row)).toEqual([
      'The alias "getCell" of "getRow" has the name of an alias of the tool "getCellValue" at src/a.ts:5.',
    ]);
    expect(await messagesOf(tool('getRow: {}') + row.replace('getCell: {}', ''))).toEqual([
      'The tool "getRow" has the name of an alias of the tool "getCellValue" at src/a.ts:5.',
    ]);
  });

  it('whose mapping uses the page is not verified', async () => {
    const page = MAPPED.replace(
      '=> ({ cell: column + row })',
      "=> { if (typeof document !== 'undefined') document.title = column; return { cell: column + row }; }",
    );
    const { err } = await buildOf(tool(page));
    expect(err).toContain('dom:write');
  });
});
