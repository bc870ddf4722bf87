import type { JsonSchema, Validator, CapabilityRisk, Manifest, ManifestTool } from '@btcp/core';
import { shownJson } from '../check/text/quote.ts';
import { compileSchema } from '../compile/compile-schema.ts';
import { equal } from '../runtime/values.ts';
import { samplesOf } from '../relate/contains/find-witness.ts';
import { hasSlowPattern } from '../pattern/matching-cost.ts';
import { isObject, getOwn } from '../model/own-property.ts';
import { joinPointer } from '../model/pointer.ts';
import { walkSchema } from '../model/walk-schema.ts';
import type { FoundChange } from './rules.ts';
import type { Tokens } from './schema-change.ts';
import { RISKS } from '../meta/limits.ts';

/** A default that two schemas fill in otherwise, at a place in a value; absent where one of them fills in none. */
interface Filled {
  readonly tokens: Tokens;
  readonly from?: unknown;
  readonly to?: unknown;
}

/**
 * Finds an input for which two schemas fill in other defaults: which ones apply also depends on unions, so inputs are
 * tried. Properties that only one of them declares are left out.
 *
 * @param old - In normal form, like `now`.
 */
export function filledChanges(old: JsonSchema, now: JsonSchema): readonly FoundChange[] {
  const names = namesIn(now);
  const common = new Set([...namesIn(old)].filter((name) => names.has(name)));
  if (!(hasDefault(old) || hasDefault(now)) || hasSlowPattern(old) || hasSlowPattern(now)) return [];
  const validators = compileBoth(old, now);
  let added: FoundChange | undefined;
  for (const input of validators ? samplesOf(old, now) : []) {
    const [was, is] = (validators ?? []).map((validator) => validator(input));
    if (!was?.ok || !is?.ok || equal(was.value, is.value)) continue;
    const filled = findFilled(was.value, is.value, common);
    if (filled === undefined) continue;
    const change = changeOf(filled, input);
    if (change.id !== 'default-added') return [change];
    added ??= change;
  }
  return added ? [added] : [];
}

function compileBoth(old: JsonSchema, now: JsonSchema): readonly Validator[] | undefined {
  try {
    return [compileSchema(old), compileSchema(now)];
  } catch {
    return undefined;
  }
}

function changeOf(filled: Filled, witness: unknown): FoundChange {
  const { tokens } = filled;
  const [had, has] = ['from' in filled, 'to' in filled];
  const place = ` at ${joinPointer('', ...tokens)}`;
  return {
    id: had ? (has ? 'default-changed' : 'default-removed') : 'default-added',
    path: '',
    data: {
      ...(had && { from: shownJson(filled.from) + place }),
      ...(has && { to: shownJson(filled.to) + (had ? '' : place) }),
    },
    witness,
  };
}

/** Where two values that were filled in from one input differ, first what one of them lacks or has changed. */
function findFilled(
  was: unknown,
  is: unknown,
  names: ReadonlySet<string>,
  tokens: Tokens = [],
): Filled | undefined {
  if (Array.isArray(was) && Array.isArray(is)) {
    return firstOf(was.map((item: unknown, index) => findFilled(item, is[index], names, [...tokens, index])));
  }
  if (!isObject(was) || !isObject(is)) return equal(was, is) ? undefined : { tokens, from: was, to: is };
  return firstOf(
    [...new Set([...Object.keys(was), ...Object.keys(is)])].map((name): Filled | undefined => {
      const at = [...tokens, name];
      const [had, has] = [Object.hasOwn(was, name), Object.hasOwn(is, name)];
      if (had && has) return findFilled(was[name], is[name], names, at);
      if (!names.has(name)) return undefined;
      return had ? { tokens: at, from: was[name] } : { tokens: at, to: is[name] };
    }),
  );
}

function firstOf(found: readonly (Filled | undefined)[]): Filled | undefined {
  const all = found.filter((each) => each !== undefined);
  return all.find((each) => 'from' in each) ?? all[0];
}

function hasDefault(schema: JsonSchema): boolean {
  let found = false;
  walkSchema(schema, (node) => void (found ||= isObject(node) && Object.hasOwn(node, 'default')));
  return found;
}

/** The names of properties that a schema declares anywhere. */
function namesIn(schema: JsonSchema): ReadonlySet<string> {
  const names = new Set<string>();
  walkSchema(schema, (node) => {
    if (isObject(node) && isObject(node['properties']))
      for (const name of Object.keys(node['properties'])) names.add(name);
  });
  return names;
}

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
