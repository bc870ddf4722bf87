import { copyJson } from './copy-json.ts';
import type { Issue } from './validator.ts';

/** Issues that an error carries; then one more says how many there are. As many as validators list. */
const MOST = 100;
/** Characters of each string of an issue; params whose JSON is longer are left out. */
const LONGEST = 500;
/** Characters of all issues in a message. */
const LONGEST_MESSAGE = 2000;

/**
 * What of an error's issues can be sent: those that are issues, as JSON, of bounded size.
 *
 * @param issues - Anything: a tool writes what it likes.
 */
export function sendableIssues(issues: unknown): readonly Issue[] | undefined {
  if (!Array.isArray(issues)) return undefined;
  const sendable: Issue[] = [];
  const { length } = issues;
  // The one after the last may be the validators' own count of the rest.
  for (let index = 0; index < length && index <= MOST; index++) addIssue(sendable, issues[index]);
  if (length > MOST + 1) sendable.splice(MOST, 1, notListed(length - MOST));
  return sendable;
}

/** What issues say, in at most 2,000 characters (but the first in any case), then how many more there are. */
export function issuesText(issues: readonly Issue[]): string {
  let text = '';
  for (const [index, { message }] of issues.entries()) {
    const longer = index === 0 ? message : `${text}; ${message}`;
    if (index > 0 && longer.length > LONGEST_MESSAGE)
      return `${text}; ${notListed(count(issues.slice(index))).message}`;
    text = longer;
  }
  return text;
}

function addIssue(sendable: Issue[], issue: unknown): void {
  const { path, keyword, message, params } = Object(issue) as Readonly<Record<string, unknown>>;
  if (typeof path !== 'string' || typeof keyword !== 'string' || typeof message !== 'string') return;
  const copy = copyJson(params, true, false, LONGEST);
  // An object, if the issue is one of a validator.
  const facts = copy.ok ? (copy.value as Issue['params'] | null) : null;
  sendable.push({
    path: shorten(path),
    keyword: shorten(keyword),
    message: shorten(message),
    ...(facts && JSON.stringify(facts).length <= LONGEST && { params: facts }),
  });
}

const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const notListed = (more: number): Issue => ({
  path: '',
  keyword: 'truncated',
  message: `${more} more ${more === 1 ? 'problem is' : 'problems are'} not listed`,
  params: { more },
});

/** How many problems issues stand for: the last may count others. */
function count(issues: readonly Issue[]): number {
  const { keyword, params } = issues[issues.length - 1] as Issue;
  return issues.length - 1 + (keyword === 'truncated' ? Number(params?.['more']) || 1 : 1);
}
