import { rm } from 'node:fs/promises';
import { build } from '@btcp/codegen';
import { expect, it } from 'vitest';
import { alike } from '../support/runs.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject as writeFiles } from '../support/write-project.ts';
import { countRequests, writeProject } from './support/project-runs.ts';

const TOOLS = 50;
/** What TypeScript is asked once for a project: its files, and the members of the platform that its helpers use. */
const ONCE = 80;

it.each(
  alike<readonly [string, number]>([
    ['40 % of outputs inferred', 4],
    ['outputs declared', 0],
  ]),
)('a build asks TypeScript at most four questions a tool: %s', async (_, inferredOfTen) => {
  const folder = await writeProject(TOOLS, inferredOfTen);
  const requests = await countRequests(folder);
  await rm(folder, { recursive: true });
  expect(requests).toBeLessThanOrEqual(4 * TOOLS + ONCE);
});

const toolOf = (name: string, returned: string): string => `${IMPORTS}
/** Reads a row. */
export const ${name} = defineTool({
  inputSchema: Type.Object({}),
  capabilities: [],
  execute: (): ${returned} => ({ ${returned.toLowerCase()}: 1 }),
});
`;
const globally = (name: string): string =>
  `declare global {\n  interface ${name} {\n    ${name.toLowerCase()}: number;\n  }\n}\n`;

it('tools of a part that TypeScript reads by itself see what others declare globally', async () => {
  const between = Array.from({ length: 200 }, (_, index): [string, string] => [
    `src/middle${index}.ts`,
    index % 2 === 0 ? toolOf(`readMiddle${index}`, 'First') : 'export {};\n',
  ]);
  const root = await writeFiles({
    'src/first.ts': toolOf('readFirst', 'Last') + globally('First'),
    ...Object.fromEntries(between),
    'src/z.ts': `${toolOf('readLast', 'First')}${globally('Last')}export { readOther } from '../lib/other.ts';\n`,
    'lib/other.ts': toolOf('readOther', 'Last'),
    // None of the files is included.
    'tsconfig.json': '{ "compilerOptions": { "module": "nodenext" }, "include": ["lib"] }',
  });
  const { diagnostics, manifest } = await build({ cwd: root });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const required = manifest?.tools.map(({ name, outputSchema }) => [name, outputSchema?.required]) ?? [];
  expect(required).toHaveLength(103);
  expect(Object.fromEntries(required)).toMatchObject({
    readFirst: ['last'],
    readLast: ['first'],
    readMiddle198: ['first'],
    readOther: ['last'],
  });
});
