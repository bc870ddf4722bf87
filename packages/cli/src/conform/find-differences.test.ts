import { BTCPClient } from '@btcp/client';
import type { JsonSchemaObject, ManifestTool } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { expect, it } from 'vitest';
import { findDifferences } from './find-differences.ts';
import { makeCases } from './compare-surfaces.ts';
import { differenceText, groupDifferences } from './run-conform.ts';
import { directSurface } from './surfaces.ts';

const schema = (maximum: number): JsonSchemaObject => ({
  type: 'object',
  properties: { text: { type: 'string' }, limit: { type: 'integer', minimum: 1, maximum } },
  required: ['limit'],
  additionalProperties: false,
});

const tool = (inputSchema: JsonSchemaObject): ManifestTool => ({
  name: 'search',
  description: 'Searches the orders of a shop.',
  inputSchema,
  outputSchema: { type: 'integer' },
  capabilities: ['dom:read'],
  examples: [{ input: { limit: 3 }, output: 4 }],
});

/** These tools always give 4, whatever a case says. */
const NOT_JUDGED = (): undefined => undefined;

const validators = { input: compileSchema(schema(50)), output: compileSchema({ type: 'integer' }) };
const cases = makeCases(tool(schema(50)), validators, 1);

async function clientOf(inputSchema: JsonSchemaObject): Promise<BTCPClient> {
  const client = new BTCPClient({ compile: compileSchema });
  const tools = [tool(inputSchema)];
  await client.registerManifest({
    manifest: { btcp: '1.0', name: 'orders', version: '1.0.0', tools, capabilities: ['dom:read'] },
    implementations: { search: () => 4 },
  });
  await client.grantCapabilities(['dom:read']);
  return client;
}

it('makes cases of every kind, the same for a seed', () => {
  expect([...new Set(cases.map(({ kind }) => kind))].sort()).toEqual([
    'boundary',
    'denied',
    'error',
    'example',
    'hostile',
    'invalid',
    'output',
    'valid',
  ]);
  const verdicts = (kind: string): readonly boolean[] =>
    cases.filter((each) => each.kind === kind).map(({ input }) => validators.input(input).ok);
  expect([verdicts('valid').every(Boolean), verdicts('invalid').some(Boolean)]).toEqual([true, false]);
  expect(new Set(verdicts('hostile'))).toEqual(new Set([true, false]));
  expect(makeCases(tool(schema(50)), validators, 1)).toEqual(cases);
  expect(makeCases(tool(schema(50)), validators, 2)).not.toEqual(cases);
});

it('finds nothing where surfaces agree, and skips what one cannot carry', async () => {
  const one = directSurface(await clientOf(schema(50)));
  const other = { ...one, name: 'objects', carries: (input: unknown) => Object(input) === input };
  const { differences, calls } = await findDifferences(
    [one, other],
    cases,
    async () => undefined,
    NOT_JUDGED,
  );
  expect(differences).toEqual([]);
  expect(calls['client']).toBe(cases.length);
  expect(calls['objects']).toBeLessThan(cases.length);
});

it('finds a limit that is off by one', async () => {
  const surfaces = [
    directSurface(await clientOf(schema(50))),
    { ...directSurface(await clientOf(schema(49))), name: 'planted' },
  ];
  const { differences } = await findDifferences(surfaces, cases, async () => undefined, NOT_JUDGED);
  const grouped = groupDifferences(differences).slice(0, 1);
  expect(grouped.map(({ call, outcomes }) => [call.input, outcomes])).toEqual([
    [
      { limit: 50 },
      {
        client: { ok: true, output: '4' },
        planted: { ok: false, code: 'INVALID_INPUT', paths: ['/limit'] },
      },
    ],
  ]);
  const text = grouped
    .map(differenceText)
    .join('')
    .replace(/\d+ more/, 'some more');
  expect(text).toBe(`search  (valid)
  input             {"limit":50}
  the tool returns  4
  client            gives 4
  planted           fails with INVALID_INPUT at /limit
  There are some more like it.

`);
});
