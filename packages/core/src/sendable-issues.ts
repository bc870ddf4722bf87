import { copyJson } from './copy-json.ts';
import type { Issue } from './validator.ts';

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
export function sendableIssues(issues: unknown): readonly Issue[] | undefined {
  if (!Array.isArray(issues)) return undefined;
  const sendable: Issue[] = [];
  const { length } = issues;
  // The one after the last may be a validator's own count of the rest.
  for (let index = 0; index < length && index <= MAX_ISSUES; index++) addIssue(sendable, issues[index]);
  if (length > MAX_ISSUES + 1) sendable.splice(MAX_ISSUES, 1, notListed(length - MAX_ISSUES));
  return sendable;
}

/** The messages of issues, in at most 2,000 characters (but the first in any case), then the number of the rest. */
export function issuesText(issues: readonly Issue[]): string {
  let text = '';
  for (const [index, { message }] of issues.entries()) {
    const longer = index === 0 ? message : `${text}; ${message}`;
    if (index > 0 && longer.length > MAX_MESSAGE)
      return `${text}; ${notListed(count(issues.slice(index))).message}`;
    text = longer;
  }
  return text;
}

function addIssue(sendable: Issue[], issue: unknown): void {
  const { path, keyword, message, params } = Object(issue) as Readonly<Record<string, unknown>>;
  if (typeof path !== 'string' || typeof keyword !== 'string' || typeof message !== 'string') return;
  const copy = copyJson(params, true, false, MAX_LENGTH);
  // An object, in an issue of a validator.
  const facts = copy.ok ? (copy.value as Issue['params'] | null) : null;
  sendable.push({
    path: shorten(path),
    keyword: shorten(keyword),
    message: shorten(message),
    ...(facts && JSON.stringify(facts).length <= MAX_LENGTH && { params: facts }),
  });
}

const shorten = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);

const notListed = (more: number): Issue => ({
  path: '',
  keyword: 'truncated',
  message: `${more} more ${more === 1 ? 'problem is' : 'problems are'} not listed`,
  params: { more },
});

/** The number of problems in issues: the last one may count others. */
function count(issues: readonly Issue[]): number {
  const { keyword, params } = issues[issues.length - 1] as Issue;
  return issues.length - 1 + (keyword === 'truncated' ? Number(params?.['more']) || 1 : 1);
}
