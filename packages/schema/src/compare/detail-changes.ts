import type { CapabilityRisk, Manifest, ManifestTool } from '@btcp/core';
import { getOwn, isObject } from '../model/own-property.ts';
import { RISKS } from '../meta/limits.ts';
import { shownJson } from '../check/text/quote.ts';
import type { FoundChange } from './rules.ts';

/** A tool, and what its manifest says of capabilities. */
export interface DetailedTool {
  readonly tool: ManifestTool;
  readonly details: Manifest['capabilityDetails'];
}

/** Compares what both releases say of the provider's own capabilities that a tool needs before and after. */
export function detailChanges(old: DetailedTool, now: DetailedTool): readonly FoundChange[] {
  return now.tool.capabilities.flatMap((name, index): readonly FoundChange[] => {
    if (!old.tool.capabilities.includes(name)) return [];
    const [a, b] = [saidOf(old.details, name), saidOf(now.details, name)];
    const change = (id: FoundChange['id'], from: string, to: string): FoundChange => ({
      id,
      path: `/capabilities/${index}`,
      data: { name: shownJson(name), from, to },
    });
    const rise = RISKS.indexOf(b.risk) - RISKS.indexOf(a.risk);
    const ofRisk = rise > 0 ? 'capability-risk-raised' : 'capability-risk-lowered';
    const ofWords = b.words === 'none' ? 'capability-undeclared' : 'capability-words-changed';
    return [
      ...(rise === 0 ? [] : [change(ofRisk, a.risk, b.risk)]),
      ...(a.words === b.words ? [] : [change(ofWords, a.words, b.words)]),
    ];
  });
}

/** @param details - JSON of a release, which was not checked. */
function saidOf(details: unknown, name: string): { readonly risk: CapabilityRisk; readonly words: string } {
  const found = isObject(details) ? getOwn(details, name) : undefined;
  // As users are asked for what nobody declares.
  if (!isObject(found)) return { risk: 'high', words: 'none' };
  const words = [getOwn(found, 'title'), getOwn(found, 'description')].filter((each) => each !== undefined);
  return {
    risk: RISKS.find((each) => each === getOwn(found, 'risk')) ?? 'high',
    words: words.map(shownJson).join(', '),
  };
}

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
