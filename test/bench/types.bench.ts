import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BENCH_FOLDER } from './support/run-child.ts';
import { runMeasured } from './support/run-measured.ts';
import type { Bench, Row } from './support/row.ts';
import { TSC } from './support/programs.ts';
import { IMPORTS_ALONE, TOOL_PRINTERS, type LibraryName } from './types/print-tool.ts';
import { TOOL_SHAPES, type ToolShape } from './types/shapes.ts';

const LIBRARIES = Object.keys(TOOL_PRINTERS) as LibraryName[];

/** Instantiations that tsc counts, per tool. */
type Costs = Readonly<Record<LibraryName, number>>;

/** The type checker's cost of a tool, compared with the same schemas in other libraries. */
export const types: Bench = async ({ quick }) => {
  const imports = await importCosts();
  const measure = (shapes: readonly ToolShape[], tools: number): Promise<Costs> =>
    costsOf(shapes, tools, imports);
  const all = await measure(TOOL_SHAPES, quick ? 9 : 999);
  const perShape: Row[] = [];
  for (const shape of quick ? [] : TOOL_SHAPES)
    perShape.push(shownRow(shape.name, await measure([shape], 100)));
  return [
    {
      limit: 'types-zod',
      variant: 'tools of the documents in rotation',
      measured: all.defineTool / all.zod,
      details: costsText(all),
    },
    {
      limit: 'types-ai-sdk',
      variant: 'tools of the documents in rotation',
      measured: all.defineTool / all['AI SDK'],
    },
    ...perShape,
  ];
};

async function importCosts(): Promise<Costs> {
  const costs: Partial<Record<LibraryName, number>> = {};
  for (const library of LIBRARIES) costs[library] = await instantiations([IMPORTS_ALONE[library]]);
  return costs as Costs;
}

async function costsOf(shapes: readonly ToolShape[], tools: number, imports: Costs): Promise<Costs> {
  const costs: Partial<Record<LibraryName, number>> = {};
  for (const library of LIBRARIES) {
    const print = TOOL_PRINTERS[library];
    const files = Array.from({ length: tools }, (_, index) =>
      print(shapes.at(index % shapes.length) as ToolShape, index),
    );
    costs[library] = ((await instantiations(files)) - imports[library]) / tools;
  }
  return costs as Costs;
}

async function instantiations(files: readonly string[]): Promise<number> {
  const folder = join(BENCH_FOLDER, 'types');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  await Promise.all(files.map((text, index) => writeFile(join(folder, `tool-${index}.ts`), text)));
  const { stdout } = await runMeasured([TSC, '--noEmit', '--extendedDiagnostics'], folder);
  await rm(folder, { recursive: true });
  const [, count] = /^Instantiations:\s+(\d+)/m.exec(stdout) ?? [];
  if (count === undefined) throw new Error(`tsc told no instantiations:\n${stdout}`);
  return Number(count);
}

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
  },
  include: ['.'],
};

const shownRow = (name: string, costs: Costs): Row => ({
  figure: 'instantiations per tool, defineTool / zod, by shape',
  variant: name,
  measured: costs.defineTool / costs.zod,
  unit: 'x',
  details: `${(costs.defineTool / costs['AI SDK']).toFixed(2)} of the AI SDK; ${costsText(costs)}`,
});

const costsText = (costs: Costs): string =>
  LIBRARIES.map((library) => `${library} ${Math.round(costs[library])}`).join(', ');
