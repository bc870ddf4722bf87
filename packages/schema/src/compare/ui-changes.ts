import { shownJson } from '../check/text/quote.ts';
import { getOwn, isObject } from '../model/own-property.ts';
import type { FoundChange } from './finding.ts';

/**
 * Compares the documents that show results of a tool.
 *
 * @param old - JSON of a release, which was not checked, like `now`.
 */
export function uiChanges(old: unknown, now: unknown): readonly FoundChange[] {
  const changes: FoundChange[] = [];
  const [from, to] = [digestOf(old), digestOf(now)];
  if (from !== to) changes.push({ id: 'ui-changed', path: '/ui', data: { from, to } });
  const [had, has] = [domainsOf(old), domainsOf(now)];
  if (has.some((each) => !had.includes(each)))
    changes.push({ id: 'ui-domains-widened', path: '/ui', data: { from: listed(had), to: listed(has) } });
  return changes;
}

const digestOf = (ui: unknown): string => (isObject(ui) ? shownJson(getOwn(ui, 'sha256')) : 'none');

const domainsOf = (ui: unknown): readonly string[] =>
  ['connectDomains', 'resourceDomains'].flatMap((kind) => {
    const domains = isObject(ui) ? getOwn(ui, kind) : undefined;
    return Array.isArray(domains) ? domains.map((each) => `${shownJson(each)} (${kind})`) : [];
  });

const listed = (domains: readonly string[]): string => domains.join(', ') || 'nothing outside';
