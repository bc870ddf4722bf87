import { BTCPError } from '@btcp/core';

const MAX_LENGTH = 20_000;
const READING = new Set(['SELECT', 'VALUES', 'WITH']);

// One token of SQL as SQLite reads it; text in quotes and comments may lack its end, which SQLite then reports.
const TOKEN =
  /(?<space>\s+|--[^\n]*|\/\*[^]*?(?:\*\/|$))|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`[^`]*`?|\[[^\]]*\]?|(?<word>[a-z_]\w*)|(?<numbered>\?\d+|[:@$]\w+)|(?<question>\?)|(?<end>;)|[^]/giy;

/** What a statement needs beside its text. */
export interface SelectStatement {
  /** How many `?` it has. */
  readonly placeholders: number;
}

/**
 * Checks that a text is one statement that reads.
 *
 * @throws BTCPError `NOT_A_SELECT`, `MULTIPLE_STATEMENTS`, `NAMED_PARAMETER`, `QUERY_TOO_LONG`.
 */
export function checkSelect(sql: string): SelectStatement {
  if (sql.length > MAX_LENGTH) throw tooLong();
  let first: string | undefined;
  let placeholders = 0;
  let ended = false;
  for (const { groups = {}, 0: token } of sql.matchAll(TOKEN)) {
    if (groups['space'] !== undefined) continue;
    if (ended) throw severalStatements();
    first ??= token.toUpperCase();
    if (groups['question']) placeholders++;
    if (groups['numbered']) throw namedParameter(token);
    ended = groups['end'] !== undefined;
  }
  if (first === undefined || !READING.has(first)) throw notSelect();
  return { placeholders };
}

const tooLong = (): BTCPError =>
  new BTCPError('QUERY_TOO_LONG', {
    message: `The query has more than ${MAX_LENGTH} characters.`,
    suggestion: 'Pass long values in `parameters`, or ask in several calls.',
  });

const severalStatements = (): BTCPError =>
  new BTCPError('MULTIPLE_STATEMENTS', {
    message: 'The query has more than one statement.',
    suggestion: 'Send one statement per call.',
  });

const namedParameter = (token: string): BTCPError =>
  new BTCPError('NAMED_PARAMETER', {
    message: `The query has the parameter "${token}"; only a bare ? is supported.`,
    suggestion: 'Write ? for each value and give the values in order in `parameters`.',
  });

const notSelect = (): BTCPError =>
  new BTCPError('NOT_A_SELECT', {
    message: 'Only queries that read are allowed.',
    suggestion: 'Start the query with SELECT, WITH or VALUES.',
  });
