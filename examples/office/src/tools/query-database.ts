import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { oneOf } from '../one-of.ts';
import { notProvided } from '../services/not-provided.ts';
import { checkSelect } from '../services/select-statement.ts';
import '../services/tool-context.ts';

const Value = oneOf([Type.String(), Type.Number(), Type.Boolean()]);

export const queryDatabase = defineTool({
  description:
    'Runs one reading SQL query (SELECT, WITH or VALUES) against the SQLite database and returns its rows as objects. Write ? for each value and pass the values in order as parameters. Give columns distinct names with AS.',
  inputSchema: Type.Object({
    query: Type.String({ description: 'SQL query to execute' }),
    parameters: Type.Optional(
      Type.Array(Value, { description: 'Query parameters (prevents SQL injection)' }),
    ),
    max_rows: Type.Integer({
      description: 'Maximum rows to return',
      minimum: 1,
      maximum: 1000,
      default: 100,
    }),
  }),
  outputSchema: Type.Object(
    {
      rows: Type.Array(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])), {
        description: 'Bytes come as base64, integers beyond 2^53 as text',
      }),
      truncated: Type.Boolean({ description: 'Whether there were more rows' }),
    },
    { additionalProperties: false },
  ),
  capabilities: ['database:query'],
  examples: [
    {
      description: 'Orders above an amount',
      input: { query: 'SELECT id, customer FROM orders WHERE total > ?', parameters: [100], max_rows: 10 },
      output: { rows: [{ id: 2, customer: 'Bergamot & Co' }], truncated: false },
      fixture: '../local/office.fixture.ts',
    },
  ],
  tags: ['database', 'sql'],
  async execute({ query, parameters = [], max_rows }, { db = notProvided('db'), signal }) {
    const { placeholders } = checkSelect(query);
    if (placeholders !== parameters.length) throw wrongParameters(placeholders, parameters.length);
    try {
      return await db.query({
        sql: query,
        // SQLite has no booleans of its own: it stores 1 and 0.
        parameters: parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
        maxRows: max_rows,
        ...(signal && { signal }),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new BTCPError('QUERY_FAILED', {
        message: `SQLite refused the query: ${cause instanceof Error ? cause.message : String(cause)}.`,
        suggestion: "Correct the query; SELECT name, sql FROM sqlite_schema shows the database's tables.",
        cause,
      });
    }
  },
});

const wrongParameters = (expected: number, given: number): BTCPError =>
  new BTCPError('PARAMETER_MISMATCH', {
    message: `The query has ${expected} ? but ${given} parameters were given.`,
    suggestion: 'Give exactly one parameter for each ?, in order.',
  });
