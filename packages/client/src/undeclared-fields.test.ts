import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import { describe, expect, it } from 'vitest';
import { anyTool, clientWith, failureOf, manifestOf } from '../test/clients.ts';
import { BTCPClient, type ClientOptions } from './index.ts';

const ROW = {
  type: 'object',
  properties: { id: { type: 'number' }, due: { type: 'string' } },
  required: ['id', 'due'],
  additionalProperties: false,
};
const outputSchema = { type: 'object', properties: { rows: { type: 'array', items: ROW } } };
const stored = [
  { id: 1, due: 'May', iban: 'DE02' },
  { id: 2, due: 'June', iban: 'DE03', pin: 1 },
];
const WARNINGS = [
  'BTCP: "run" returned `rows[].iban`, which its output schema does not declare: it was left out.',
  'BTCP: "run" returned `rows[].pin`, which its output schema does not declare: it was left out.',
];

const listRows = (options: ClientOptions = {}): Promise<BTCPClient> =>
  clientWith(() => ({ rows: stored, note: 'open' }), { ...options, tool: { outputSchema } });

/** The console warnings while a tool is called twice. */
async function warningsOf(client: BTCPClient): Promise<unknown[]> {
  const warnings: unknown[] = [];
  const { warn } = console;
  // oxlint-disable-next-line no-console -- where the client warns
  console.warn = (...args: unknown[]) => warnings.push(...args);
  try {
    await client.callTool('run');
    await client.callTool('run');
  } finally {
    // oxlint-disable-next-line no-console -- as it was
    console.warn = warn;
  }
  return warnings;
}

describe('a field that the output schema does not declare', () => {
  it('never leaves a closed object, and stays in an open one', async () => {
    const client = await listRows();
    expect(await client.callTool('run')).toEqual({
      rows: [
        { id: 1, due: 'May' },
        { id: 2, due: 'June' },
      ],
      note: 'open',
    });
  });

  it('stays in what the tool returned, which is its own', async () => {
    const client = await listRows();
    await client.callTool('run');
    expect(stored[0]).toEqual({ id: 1, due: 'May', iban: 'DE02' });
  });

  it('is not an issue of a result that is invalid for another reason', async () => {
    const client = await clientWith(() => ({ id: '1', due: 'May', iban: 'DE02' }), {
      tool: { outputSchema: ROW },
    });
    const error = await failureOf(client.callTool('run'));
    expect(error).toMatchObject({ code: 'INVALID_OUTPUT', issues: [{ path: '/id', keyword: 'type' }] });
    expect(JSON.stringify(error)).not.toContain('iban');
  });

  it('is refused in an input as before', async () => {
    const client = await clientWith(() => null, { tool: { inputSchema: ROW } });
    expect(await failureOf(client.callTool('run', stored[0]))).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: '/iban', keyword: 'additionalProperties' }],
    });
  });

  it('is refused by a validator without a projection', async () => {
    const client = new BTCPClient();
    const refuse = (): { ok: false; issues: [] } => ({ ok: false, issues: [] });
    const accept = (value: unknown): { ok: true; value: unknown } => ({ ok: true, value });
    const tool = anyTool('run', { outputSchema: ROW });
    await client.registerManifest({
      manifest: manifestOf([tool]),
      implementations: { run: () => stored[0] },
      validators: {
        run: {
          input: Object.assign(accept, { schema: schemaFingerprint(tool.inputSchema) }),
          output: Object.assign(refuse, { schema: schemaFingerprint(ROW) }),
        },
      },
    });
    expect(await failureOf(client.callTool('run'))).toMatchObject({ code: 'INVALID_OUTPUT' });
  });

  it('is logged in development, once for each tool and place', async () => {
    expect(await warningsOf(await listRows({ development: true }))).toEqual(WARNINGS);
  });

  it('is not logged otherwise', async () => {
    expect(await warningsOf(await listRows())).toEqual([]);
  });
});
