import { expect, it } from 'vitest';
import { check } from '@btcp/codegen';
import type { Diagnostic } from '@btcp/core';
import { writeProject } from '../support/write-project.ts';
import { ERRORS, PROMISES, SIGNALS } from './fixtures/effect-cases.ts';
import { type HandlerCase, LIBRARY } from './fixtures/handler-case.ts';
import { DEFAULTS, INPUTS, UNDECLARED } from './fixtures/input-cases.ts';
import { RETURNS } from './fixtures/return-cases.ts';

const CASES: readonly HandlerCase[] = [
  INPUTS,
  UNDECLARED,
  DEFAULTS,
  RETURNS,
  ERRORS,
  PROMISES,
  SIGNALS,
].flat();

/** The text of a case's module; it takes `cell`, `format` with the default "raw", `rows` without one, and `range`. */
const textOf = (
  { before = '', input = INPUT, others = 'false', output, execute }: HandlerCase,
  index: number,
): string =>
  `import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import * as library from './library.ts';
import { readAll, readCell, type Row } from './library.ts';
${before}
export const tool${index} = defineTool({
  description: 'Reads the value of a cell.',
  inputSchema: Type.Object({ ${input} }, { additionalProperties: ${others} }),
  ${output === undefined ? '' : `outputSchema: ${output},`}
  capabilities: [],
  ${execute},
});
void [BTCPError, library, readAll, readCell];
export type Unused = Row;
`;

const INPUT = `cell: Type.String(), format: Type.String({ default: 'raw' }), rows: Type.Optional(Type.Integer()), range: Type.Optional(Type.Object({ start: Type.String(), end: Type.Optional(Type.String()) }))`;

const file = (index: number): string => `src/case${index}.ts`;

/** What is found in each case: the rule, and the text it points at. */
async function findAll(cases: readonly HandlerCase[]): Promise<readonly (readonly string[])[]> {
  const texts = cases.map(textOf);
  const cwd = await writeProject({
    'btcp.config.ts': `export default { tools: ['src/case*.ts'] };`,
    'src/library.ts': LIBRARY,
    ...Object.fromEntries(texts.map((text, index) => [file(index), text])),
  });
  const { diagnostics } = await check({ cwd });
  const handler = diagnostics.filter(({ id }) => FAMILY.test(id));
  return texts.map((text, index) =>
    handler
      .filter(({ tool }) => tool === `tool${index}`)
      .flatMap((each) => {
        if (each.id === 'input-unread') return unreadIn(each).map((name) => `${each.id} ${name}`);
        return `${each.id} ${textAt(each.file === file(index) ? text : LIBRARY, each)}`;
      }),
  );
}

function unreadIn({ data }: Diagnostic): readonly string[] {
  const others = (data?.['others'] ?? []) as readonly { readonly name: string }[];
  return [String(data?.['properties']), ...others.map(({ name }) => name)];
}

function textAt(source: string, { line, column, length = 0 }: Diagnostic): string {
  return source.split('\n')[line - 1]?.slice(column - 1, column - 1 + length) ?? '';
}

const FAMILY = /^(?:default-differs|default-hidden|input-|return-|error-|thrown-|promise-|signal-)/;

it('reports mistakes of handlers, however they are written, and nothing uncertain', async () => {
  const found = await findAll(CASES);
  const named = CASES.map(({ name }, index) => [name, found[index]]);
  expect(named).toEqual(CASES.map(({ name, finds = [] }) => [name, finds]));
});
