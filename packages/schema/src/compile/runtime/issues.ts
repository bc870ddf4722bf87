import type { Issue } from '@btcp/core';
import { inDocumentOrder } from './document-order.ts';
import { pointerSegment, type RawError } from './raw-error.ts';
import { isUnknownProperty, paramsOf, sentence } from './sentences.ts';
import { resolveUnions } from './unions.ts';

const MOST_ISSUES = 100;
// Beyond this many failures, sorting them all would cost more than it tells.
const MOST_SORTED = 10_000;

/** Words the failures of a value: in document order, none twice, at most 100 and then how many more there are. */
export function issuesOf(errors: readonly RawError[], root: unknown): Issue[] {
  const resolved = resolveUnions(errors);
  const [only] = resolved;
  if (only !== undefined && resolved.length === 1) return [toIssue(only, placed(only).path)];
  const sorted = inDocumentOrder(resolved.slice(0, MOST_SORTED).map(placed), root);
  const issues = new Map<string, Issue>();
  let handled = 0;
  for (const { error, path } of sorted) {
    if (issues.size === MOST_ISSUES) break;
    handled++;
    const issue = toIssue(error, path);
    const key = `${issue.path} ${issue.message}`;
    if (!issues.has(key)) issues.set(key, issue);
  }
  const more = resolved.length - handled;
  return more === 0 ? [...issues.values()] : [...issues.values(), rest(more)];
}

// An unknown property is itself the offending place; ajv points at its object.
function placed(error: RawError): { readonly error: RawError; readonly path: string } {
  const path = isUnknownProperty(error) ? `${error.path}/${pointerSegment(error.name ?? '')}` : error.path;
  return { error, path };
}

function toIssue(error: RawError, path: string): Issue {
  const params = paramsOf(error);
  return { path, keyword: error.keyword, message: sentence(error), ...(params && { params }) };
}

const rest = (more: number): Issue => ({
  path: '',
  keyword: 'truncated',
  message: `${more} more ${more === 1 ? 'problem is' : 'problems are'} not listed`,
  params: { more },
});
