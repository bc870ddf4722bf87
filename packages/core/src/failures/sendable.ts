import type { BTCPErrorOptions } from './error-codes.ts';
import type { Issue, ValidationResult } from '../validator.ts';

/** Maximum characters of the message, and of the suggestion, of an error that a tool throws. */
const MAX_TEXT = 10_000;
/** Maximum characters of its code. */
const MAX_CODE = 64;

type Fields = Readonly<Record<string, unknown>>;

/**
 * What can be sent of anything thrown: see `BTCPError.from`.
 *
 * @param Sendable - Passed instead of imported, as `copyJson`: bundlers move modules that two chunks import into a third chunk.
 * @throws What a proxy or a getter throws.
 */
export function sendable<E extends Error>(
  thrown: unknown,
  Sendable: new (code: string, options: BTCPErrorOptions) => E,
  copyJson: CopyJson,
): E {
  // Reads every field once: a getter may return something else later.
  const { name, code, message, suggestion, data, issues, cause, stack } = Object(thrown) as Fields;
  // `String` says nothing of an object that is no error.
  const isError = thrown instanceof Error;
  const said: unknown = typeof thrown === 'object' && !isError ? JSON.stringify(thrown) : thrown;
  const text = shorten(String(message || said), MAX_TEXT);
  if (!isError || name !== 'BTCPError' || typeof code !== 'string')
    return new Sendable('EXECUTION_ERROR', { message: text, cause: thrown });
  const list = sendableIssues(issues, copyJson);
  const named = issuesToName(list ?? []);
  const error = new Sendable(shorten(code, MAX_CODE), {
    message:
      named[0] && !text.includes(named[0].message)
        ? `${text.replace(/\.$/, '')}: ${issuesText(named)}`
        : text,
    suggestion: typeof suggestion === 'string' ? shorten(suggestion, MAX_TEXT) : undefined,
    cause,
    data: sendableData(data, copyJson),
    issues: list,
  });
  // The tool's own.
  return typeof stack === 'string' ? Object.assign(error, { stack }) : error;
}

function sendableData(data: unknown, copyJson: CopyJson): Fields | undefined {
  if (data === undefined || data === null) return undefined;
  const copy = copyJson(data, true);
  const value = copy.ok ? copy.value : undefined;
  // A JSON object, not an array.
  if (typeof value === 'object' && value && !Array.isArray(value)) return value as Fields;
  return { omitted: copy.ok ? 'the value is not an object' : copy.issues[0]?.message };
}

export type CopyJson = (value: unknown, lenient: boolean, most?: number) => ValidationResult;

/** Maximum issues of an error; one more gives the number of the rest. The same as for validators. */
const MAX_ISSUES = 100;
/** Maximum characters of each string of an issue; params with longer JSON are left out. */
const MAX_LENGTH = 500;
/** Maximum characters of all issues in a message. */
const MAX_MESSAGE = 2000;

/**
 * The issues of an error that can be sent: valid ones, as JSON, of bounded size.
 *
 * @param issues - Any value, as a tool may set.
 */
function sendableIssues(issues: unknown, copyJson: CopyJson): readonly Issue[] | undefined {
  if (!Array.isArray(issues)) return undefined;
  // The one after the last may be a validator's own count of the rest.
  const sendable = issues.slice(0, MAX_ISSUES + 1).flatMap((issue) => sendableIssue(issue, copyJson));
  const more = issues.length - MAX_ISSUES;
  if (more > 1) sendable.splice(MAX_ISSUES, 1, notListed(more));
  return sendable;
}

/** The messages of sendable issues, in at most 2,000 characters, then the number of the rest. */
function issuesText(issues: readonly Issue[]): string {
  let length = 0;
  const end = issues.findIndex(({ message }) => (length += message.length + 2) > MAX_MESSAGE + 2);
  const listed = end < 0 ? issues : [...issues.slice(0, end), notListed(count(issues.slice(end)))];
  return listed.map(({ message }) => message).join('; ');
}

/** Those to name in a message: no pattern where the value breaks its format, which says it in words, as of Zod's dates. */
const issuesToName = (issues: readonly Issue[]): readonly Issue[] =>
  issues.filter(
    ({ path, keyword }) =>
      keyword !== 'pattern' || !issues.some((other) => other.keyword === 'format' && other.path === path),
  );

/** The issue as JSON; empty if it is none. */
function sendableIssue(issue: unknown, copyJson: CopyJson): readonly Issue[] {
  const { path, keyword, message, params } = Object(issue) as Readonly<Record<string, unknown>>;
  if (typeof path !== 'string' || typeof keyword !== 'string' || typeof message !== 'string') return [];
  const copy = copyJson(params, true, MAX_LENGTH);
  // An object, in an issue of a validator.
  const facts = copy.ok ? (copy.value as Issue['params'] | null) : null;
  return [
    {
      path: shorten(path),
      keyword: shorten(keyword),
      message: shorten(message),
      ...(facts && JSON.stringify(facts).length <= MAX_LENGTH && { params: facts }),
    },
  ];
}

/** Cuts a text that is too long. */
const shorten = (text: string, most: number = MAX_LENGTH): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

const notListed = (more: number): Issue => ({
  path: '',
  keyword: 'truncated',
  message: `${more} more ${more === 1 ? 'problem is' : 'problems are'} not listed`,
  params: { more },
});

/** The number of problems in issues: a validator's last one may count others. */
const count = (issues: readonly Issue[]): number =>
  issues.reduce(
    (sum, { keyword, params }) => sum + (Number(keyword === 'truncated' && params?.['more']) || 1),
    0,
  );
