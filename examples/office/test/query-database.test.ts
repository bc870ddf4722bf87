import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOffice, type Office } from '../src/local/open-office.ts';
import { queryDatabase } from '../src/tools/query-database.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

type Input = Parameters<typeof queryDatabase>[0];
const ask = (query: string, rest: Partial<Input> = {}) =>
  queryDatabase({ query, max_rows: 100, ...rest }, office.services);

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT';

describe('what it answers', () => {
  it('rows as objects', async () => {
    expect(await ask('SELECT id, customer FROM orders WHERE total > ?', { parameters: [100] })).toEqual({
      rows: [{ id: 2, customer: 'Bergamot & Co' }],
      truncated: false,
    });
  });

  it('a boolean parameter is 1 or 0', async () => {
    const { rows } = await ask('SELECT count(*) AS paid FROM orders WHERE paid = ?;', { parameters: [true] });
    expect(rows).toEqual([{ paid: 2 }]);
  });

  it('a parameter is only ever a value', async () => {
    const parameters = ["x' OR '1'='1"];
    expect(await ask('SELECT * FROM orders WHERE customer = ?', { parameters })).toEqual({
      rows: [],
      truncated: false,
    });
  });

  it('values that JSON does not have', async () => {
    const { rows } = await ask("SELECT NULL AS n, 9007199254740993 AS i, 1e999 AS f, x'00ff' AS b");
    expect(rows).toEqual([{ n: null, i: '9007199254740993', f: 'Infinity', b: 'AP8=' }]);
  });

  it('at most as many rows as asked for, by default 100', async () => {
    const { rows, truncated } = await ask('SELECT id FROM orders ORDER BY id', { max_rows: 2 });
    expect([rows, truncated]).toEqual([[{ id: 1 }, { id: 2 }], true]);
    const endless = await ask(`${ENDLESS} x FROM n`);
    expect([endless.rows.length, endless.truncated]).toEqual([100, true]);
  });

  it('at most a million characters', async () => {
    const { rows, truncated } = await ask(`${ENDLESS} hex(zeroblob(100000)) AS zeros FROM n`);
    expect([rows.length, truncated]).toEqual([4, true]);
  });

  it('text that looks like syntax stays text', async () => {
    const { rows } = await ask(`SELECT ';?--' AS "a;?", /* ; ? */ 'it''s' AS [b?;] -- ;?\n;`);
    expect(rows).toEqual([{ 'a;?': ';?--', 'b?;': "it's" }]);
  });
});

describe('what it refuses', () => {
  it.each([
    ['DELETE FROM orders', 'NOT_A_SELECT'],
    ['/* SELECT */ DROP TABLE orders', 'NOT_A_SELECT'],
    ['PRAGMA writable_schema = 1', 'NOT_A_SELECT'],
    ["ATTACH '/etc/passwd' AS p", 'NOT_A_SELECT'],
    ['', 'NOT_A_SELECT'],
    ['SELECT 1; DROP TABLE orders', 'MULTIPLE_STATEMENTS'],
    ['SELECT :a', 'NAMED_PARAMETER'],
    ['SELECT ?1', 'NAMED_PARAMETER'],
    ['SELECT ?', 'PARAMETER_MISMATCH'],
    ['WITH o AS (SELECT 1) DELETE FROM orders', 'QUERY_FAILED'],
    ["SELECT load_extension('x')", 'QUERY_FAILED'],
    ['SELECT * FROM invoices', 'QUERY_FAILED'],
    ["SELECT 'no end", 'QUERY_FAILED'],
  ])('%s', async (query, code) => {
    await expect(ask(query)).rejects.toMatchObject({ code, suggestion: expect.any(String) });
    expect((await ask('SELECT count(*) AS n FROM orders')).rows).toEqual([{ n: 3 }]);
  });

  it('a query of more than 20,000 characters', async () => {
    await expect(ask(`SELECT ${'1+'.repeat(20_000)}1`)).rejects.toMatchObject({ code: 'QUERY_TOO_LONG' });
  });

  it('more parameters than the query takes', async () => {
    await expect(ask('SELECT 1', { parameters: [1] })).rejects.toMatchObject({
      code: 'PARAMETER_MISMATCH',
      message: 'The query has 0 ? but 1 parameters were given.',
    });
  });

  it('to compute on after it was cancelled', async () => {
    const signal = AbortSignal.timeout(500);
    const query = `${ENDLESS} count(*) FROM n, orders`;
    await expect(
      queryDatabase({ query, max_rows: 100 }, { ...office.services, signal }),
    ).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    expect(existsSync(`${office.database}.lock`)).toBe(false);
    expect((await ask('SELECT count(*) AS n FROM orders')).rows).toEqual([{ n: 3 }]);
  });

  it('a host without a database', async () => {
    await expect(queryDatabase({ query: 'SELECT 1', max_rows: 100 })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});
