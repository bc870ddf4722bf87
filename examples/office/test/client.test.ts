import { BTCPClient } from '@btcp/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTools } from '../generated/client.ts';
import { registration } from '../generated/registration.ts';
import { openOffice, type Office } from '../src/local/open-office.ts';

let office: Office;
let client: BTCPClient;
beforeAll(async () => {
  office = await openOffice();
  client = new BTCPClient({ context: office.services });
  await client.registerManifest(registration);
});
afterAll(() => office.close());

describe('a host that grants only what it wants to', () => {
  it('refuses what is not granted, and names it', async () => {
    const client = new BTCPClient({ context: office.services });
    await client.registerManifest(registration);
    const query = { query: 'SELECT 1 AS one' };
    await expect(client.callTool('queryDatabase', query)).rejects.toMatchObject({
      code: 'CAPABILITY_DENIED',
    });
    await client.grantCapabilities(['database:query']);
    expect(await createTools(client).queryDatabase(query)).toEqual({ rows: [{ one: 1 }], truncated: false });
    await expect(client.callTool('searchFiles', { directory: '.', pattern: '*' })).rejects.toMatchObject({
      code: 'CAPABILITY_DENIED',
      message: expect.stringContaining('files:read'),
    });
  });
});

describe('with everything granted', () => {
  beforeAll(async () => {
    await client.grantCapabilities(registration.manifest.capabilities);
  });

  it('calls every tool', async () => {
    const tools = createTools(client);
    expect(await tools.calculate({ operation: 'add', a: 1, b: 2 })).toEqual({ result: 3 });
    expect(await tools.searchFiles({ directory: 'reports', pattern: 'may*' })).toMatchObject({
      truncated: false,
    });
    const edit = { file_path: 'reports/may.txt', old_string: 'draft', new_string: 'final' };
    expect(await tools.file_edit(edit)).toEqual({ file_path: 'reports/may.txt', replacements: 1 });
    expect(await tools.sendApiRequest({ method: 'GET', url: `${office.origin}/orders` })).toMatchObject({
      status: 200,
    });
    await tools.sendEmail({ to: ['ada@office.example'], subject: 'Hi', body: 'Hello.' });
    expect(office.received.length).toBe(1);
  });

  it.each([
    ['calculate', { operation: 'power', a: 1, b: 2 }],
    ['sendEmail', { to: ['not an address'], subject: 'Hi', body: '' }],
    ['sendEmail', { to: [], subject: 'Hi', body: '' }],
    ['sendApiRequest', { method: 'GET', url: 'no url' }],
    ['queryDatabase', { query: 'SELECT ?', parameters: [null] }],
    ['queryDatabase', { query: 'SELECT 1', max_rows: 1_001 }],
  ])('%s refuses %j by its schema', async (name, input) => {
    await expect(client.callTool(name, input)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('a deadline stops a query that computes without end', async () => {
    const query = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n';
    await expect(client.callTool('queryDatabase', { query }, { timeout: 300 })).rejects.toMatchObject({
      code: 'EXECUTION_TIMEOUT',
    });
    expect(await client.callTool('queryDatabase', { query: 'SELECT 1 AS one' })).toMatchObject({
      rows: [{ one: 1 }],
    });
  });
});
