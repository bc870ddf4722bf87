import { expect, it } from 'vitest';
import { check } from '@btcp/codegen';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const PERSON = `import { Type } from '@sinclair/typebox';
export const Person = Type.Object({
  name: Type.String({ description: 'As on the card.', maxLength: 99, pattern: '[a-z]+' }),
});
export const Named = { person: Type.Optional(Person) };
`;

const tool = (name: string, properties: string): string => `
/** Retrieves the cards of a person, newest first. */
export const ${name} = defineTool({
  inputSchema: Type.Object({ ${properties} }, { additionalProperties: false }),
  outputSchema: Type.Null({ description: 'Nothing.' }),
  capabilities: [],
  examples: [{ input: {}, output: null }],
  execute: ({ person }) => (console.log(person?.name), null),
});
`;

async function found(files: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const cwd = await writeProject({
    'btcp.config.ts': `export default { tools: ['src/*.tool.ts'] };`,
    ...files,
  });
  const { diagnostics } = await check({ cwd });
  const told = diagnostics.filter(({ id }) =>
    ['additional-properties-open', 'pattern-unanchored'].includes(id),
  );
  return told.map(({ id, file, line, column, tool: name, data }) => [
    id,
    `${file}:${line}:${column}`,
    name,
    data?.['otherTools'] ?? [],
  ]);
}

it('finds a mistake in a shared schema once, where the schema is, and names the tools', async () => {
  expect(
    await found({
      'lib/person.ts': PERSON,
      'src/a.tool.ts': `${IMPORTS}import { Person } from '../lib/person.ts';${tool('listCards', 'person: Type.Optional(Person)')}`,
      'src/b.tool.ts': `${IMPORTS}import * as shared from '../lib/person.ts';${tool('readCards', 'person: Type.Optional(shared.Person)')}`,
      'src/c.tool.ts': `${IMPORTS}import { Named } from '../lib/person.ts';${tool('findCards', '...Named')}`,
    }),
  ).toEqual([
    ['additional-properties-open', 'lib/person.ts:2:14', 'findCards', ['listCards', 'readCards']],
    ['pattern-unanchored', 'lib/person.ts:3:70', 'findCards', ['listCards', 'readCards']],
  ]);
});

it('takes a reason to ignore it from beside the shared schema', async () => {
  const comment = '// btcp-ignore additional-properties-open: the directory adds fields of its own\n';
  expect(
    await found({
      'lib/person.ts': PERSON.replace('export const Person', `${comment}export const Person`).replace(
        '[a-z',
        '^[a-z]+$',
      ),
      'src/a.tool.ts': `${IMPORTS}import { Person } from '../lib/person.ts';${tool('listCards', 'person: Type.Optional(Person)')}`,
    }),
  ).toEqual([]);
});

it('names the other properties and tools in one sentence', async () => {
  const person = `import { Type } from '@sinclair/typebox';
export const Person = Type.Object({ name: Type.String(), city: Type.String() }, { description: 'Whoever it is.', additionalProperties: false });
`;
  const importing = `${IMPORTS}import { Person } from '../lib/person.ts';`;
  const cwd = await writeProject({
    'btcp.config.ts': `export default { tools: ['src/*.tool.ts'] };`,
    'lib/person.ts': person,
    'src/a.tool.ts': `${importing}${tool('listCards', 'person: Type.Optional(Person)')}`,
    'src/b.tool.ts': `${importing}${tool('readCards', 'person: Type.Optional(Person)')}`,
  });
  const { diagnostics } = await check({ cwd });
  expect(
    diagnostics.filter(({ id }) => id === 'property-without-description').map(({ message }) => message),
  ).toEqual([
    'The property "person.name" of tool "listCards" has no description. The same goes for "person.city", and in "readCards".',
  ]);
});
