import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { configOf, writeApp } from './vite-project.ts';

const tool = (name: string, says: string, input: string, output: string, result: string): string =>
  `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** ${says} */
export const ${name} = defineTool({
  inputSchema: Type.Object(${input}, { additionalProperties: false }),
  outputSchema: ${output},
  capabilities: [],
  execute: () => (${result}),
});
`;

const TOOLS = {
  'src/tools/say-title.ts': tool(
    'sayTitle',
    'Says a title several times over.',
    "{ title: Type.String({ description: 'What is said.', maxLength: 80 }), count: Type.Integer({ minimum: 1 }) }",
    'Type.String()',
    "''",
  ),
  'src/tools/add-task.ts': tool(
    'addTask',
    'Adds a task to the list, below those that are there.',
    "{ text: Type.String({ minLength: 1 }), due: Type.Optional(Type.String({ format: 'date' })) }",
    "Type.Object({ id: Type.String({ description: 'Its id, which finishTask takes.' }) })",
    "{ id: '' }",
  ),
  'src/tools/list-tasks.ts': tool(
    'listTasks',
    'Lists tasks in the order of the page.',
    "{ state: Type.Union([Type.Literal('open'), Type.Literal('done')], { default: 'open' }), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }",
    'Type.Array(Type.Object({ id: Type.String(), text: Type.String(), isDone: Type.Boolean() }))',
    '[]',
  ),
  'src/tools/finish-task.ts': tool(
    'finishTask',
    'Marks a task as done.',
    "{ id: Type.String({ description: 'As listTasks gives it.' }) }",
    'Type.Object({ isDone: Type.Literal(true) })',
    '{ isDone: true as const }',
  ),
  'src/tools/set-volume.ts': tool(
    'setVolume',
    'Sets how loud titles are said.',
    "{ percent: Type.Number({ minimum: 0, maximum: 100, description: 'Of the loudest.' }) }",
    'Type.Null()',
    'null',
  ),
};

it('of five tools, with their small handlers, is at most 12 KB, gzipped', async () => {
  const root = await writeApp(TOOLS);
  const { output } = (await build({
    ...configOf(root),
    build: { write: false, modulePreload: false },
  })) as unknown as {
    readonly output: readonly {
      readonly fileName: string;
      readonly isEntry: boolean;
      readonly imports: readonly string[];
      readonly code: string;
    }[];
  };
  const files = new Map(output.map((file) => [file.fileName, file]));
  const first = new Set<string>();
  const add = (name: string): void => {
    if (first.has(name)) return;
    first.add(name);
    files.get(name)?.imports.forEach(add);
  };
  output.filter(({ isEntry }) => isEntry).forEach(({ fileName }) => add(fileName));
  const sizes = [...first].map((name) => gzipSync(files.get(name)?.code ?? '', { level: 9 }).length);
  const sum = sizes.reduce((a, b) => a + b, 0) / 1024;
  expect(sum).toBeGreaterThan(8);
  expect(sum).toBeLessThanOrEqual(12);
});
