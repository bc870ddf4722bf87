import { cp, mkdtemp, rm, writeFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newest } from '../support/runs.ts';
import { COMPILERS, findTypeErrors, knownOptions, ROOT } from './find-type-errors.ts';

const FILES = [
  ...['office', 'quickstart', 'shop', 'spreadsheet'].map((story) => `examples/${story}/generated/client.ts`),
  'test/types/use-clients.test-d.ts',
  'test/types/use-signal.test-d.ts',
];

/** Everything that makes a compiler stricter. */
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  isolatedModules: true,
  isolatedDeclarations: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
};

const OPTIONS = {
  ...STRICT,
  target: 'ES2022',
  module: 'NodeNext',
  types: [],
  declaration: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipDefaultLibCheck: true,
};

const WRONG_CALLS = `import { createTools as office } from '../../examples/office/generated/client.ts';
import { createTools as shop, type Tools } from '../../examples/shop/generated/client.ts';
import { createTools as spreadsheet } from '../../examples/spreadsheet/generated/client.ts';

const caller = { callTool: async (): Promise<unknown> => ({}) };
const { calculate, queryDatabase } = office(caller);
const { getPageTitle, searchProducts } = shop(caller);
const { formatCells, getCellValue } = spreadsheet(caller);

// No such tool.
void shop(caller).searchProduct;
// No input where one is required, and one that lacks a property.
void getCellValue();
void getCellValue({});
// Wrong types: of a property, of one inside another, of none of the literals.
void getCellValue({ cell: 5 });
void searchProducts({ query: 'shoes', filters: { priceMin: '10' } });
void formatCells({ range: 'A1', format: 'bold' });
// Unknown properties: of the input, of one inside it, of an input that takes none.
void getCellValue({ cell: 'B5', sheet: 1 });
void searchProducts({ query: 'shoes', filters: { colour: 'red' } });
void getPageTitle({ language: 'en' });
// Undefined is not the same as absent.
void getCellValue({ cell: 'B5', includeFormatting: undefined });
// Wrong options.
void getPageTitle({}, { timeout: '1s' });
void getPageTitle({}, { retries: 1 });
// Wrong uses of a result: unknown, optional, not awaited, maybe not there.
void (await calculate({ operation: 'add', a: 1, b: 2 })).sum;
void (await getCellValue({ cell: 'B5' })).displayValue.length;
void getPageTitle().title;
void (await searchProducts({ query: '' })).results[0].name;
void (await queryDatabase({ query: 'SELECT 1' })).rows[0]?.['total']?.toFixed();
// Not a caller, and not its tools.
void shop({ call: caller.callTool });
export const tools: Tools = office(caller);
`;

/** The expected errors. TypeScript 7 reports a missing property only as missing. */
const wrongLines = (compiler: string): string[] => [
  'test/types/wrong-calls.ts:11 TS2551',
  'test/types/wrong-calls.ts:13 TS2554',
  `test/types/wrong-calls.ts:14 ${compiler === 'typescript-7' ? 'TS2741' : 'TS2345'}`,
  'test/types/wrong-calls.ts:16 TS2322',
  'test/types/wrong-calls.ts:17 TS2322',
  'test/types/wrong-calls.ts:18 TS2322',
  'test/types/wrong-calls.ts:20 TS2353',
  'test/types/wrong-calls.ts:21 TS2561',
  'test/types/wrong-calls.ts:22 TS2322',
  'test/types/wrong-calls.ts:24 TS2379',
  'test/types/wrong-calls.ts:26 TS2322',
  'test/types/wrong-calls.ts:27 TS2353',
  'test/types/wrong-calls.ts:29 TS2339',
  'test/types/wrong-calls.ts:30 TS2532',
  'test/types/wrong-calls.ts:31 TS2339',
  'test/types/wrong-calls.ts:32 TS2532',
  'test/types/wrong-calls.ts:33 TS2339',
  'test/types/wrong-calls.ts:35 TS2353',
  'test/types/wrong-calls.ts:36 TS2739',
];

describe('generated clients where nothing is installed', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(await realpath(tmpdir()), 'generated-client-'));
    for (const file of FILES) await cp(join(ROOT, file), join(folder, file));
    await writeFile(join(folder, 'test/types/wrong-calls.ts'), WRONG_CALLS);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  });

  afterAll(() => rm(folder, { recursive: true }));

  async function typeErrors(
    compiler: string,
    lib: readonly string[],
    files: readonly string[],
  ): Promise<string[]> {
    const project = join(folder, `tsconfig.${compiler}.json`);
    const compilerOptions = knownOptions(compiler, { ...OPTIONS, lib });
    await writeFile(project, JSON.stringify({ compilerOptions, files }));
    return findTypeErrors(compiler, project);
  }

  describe.each(newest(COMPILERS))('with %s', (name) => {
    it('compile without the DOM, and refuse wrong calls at their lines', async () => {
      const files = [...FILES.filter((file) => !file.includes('signal')), 'test/types/wrong-calls.ts'];
      expect(await typeErrors(name, ['ES2022'], files)).toEqual(wrongLines(name));
    });

    it('compile with the DOM', async () => {
      expect(await typeErrors(name, ['ES2022', 'DOM'], FILES)).toEqual([]);
    });
  });
});
