import { LIMITS, type Limit, type Limits, limitsOf } from '../../keywords/limits.ts';
import { lengthLimits } from '../link/children.ts';
import type { LinkedNode } from '../link/linked-schema.ts';
import { fail, type Site, keyword, type Keyword, failIf } from './site.ts';

type Write = (site: Site) => void;

/** Keywords that may apply a pattern to the value itself, in another schema. */
const COMBINING: readonly (keyof LinkedNode)[] = ['ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'tagged'];
/** Keywords that may apply a pattern to property names. */
const NAMING: readonly (keyof LinkedNode)[] = ['patternProperties', 'dependentSchemas'];

const hasAny = (node: LinkedNode, names: readonly (keyof LinkedNode)[]): boolean =>
  names.some((name) => node[name] !== undefined);

/**
 * Writes a schema's checks of a value whose own length and whose names are within the limits. A value that is too long
 * reports only that: no pattern is tried on it, which might be slow.
 */
export function withinLimits(site: Site, write: Write): void {
  if (!hasAny(site.node, COMBINING)) write(site);
  else withinText(site, 'typeof ' + site.data + '=="string"&&', (inner) => withinNames(inner, write));
}

/** Writes a schema's own checks of a string. */
export function withinLength(site: Site, write: Write): void {
  withinText(site, '', (inner) => withinLeast(inner, write));
}

/** Writes a schema's own checks of an object. */
export function withinNames(site: Site, write: Write): void {
  const { name: limit } = lengthLimits(site.program, site.node);
  if (limit >= site.longest.name || !hasAny(site.node, [...COMBINING, ...NAMING])) return write(site);
  const { code, data, emitter } = site;
  const name = code.name('long');
  code.statement(`const ${name}=${emitter.import('longName')}(${data},${limit});`);
  code.unless(
    `${name}!==undefined`,
    () => fail({ ...site, data: name, property: name }, { keyword: 'maxLength', params: String(limit) }),
    () => write({ ...site, longest: { ...site.longest, name: limit } }),
  );
}

function withinText(site: Site, isText: string, write: Write): void {
  const { code, data } = site;
  const { text: limit } = lengthLimits(site.program, site.node);
  if (limit >= site.longest.text) return write(site);
  code.unless(
    isText + LIMITS.string.maxLength.emit(data, limit, useIn(site)),
    () => fail(site, { keyword: 'maxLength', params: String(limit) }),
    () => write({ ...site, longest: { ...site.longest, text: limit } }),
  );
}

function withinLeast(site: Site, write: Write): void {
  const { code, data, node } = site;
  const { minLength: limit } = node;
  if (limit === undefined) return write(site);
  code.unless(
    LIMITS.string.minLength.emit(data, limit, useIn(site)),
    () => fail(site, { keyword: 'minLength', params: String(limit) }),
    () => write(site),
  );
}

/** The limits of values of one type, as keywords that write their check. */
export const limitsAbout = (type: keyof Limits): readonly Keyword[] =>
  limitsOf(type).map(([name, { emit }]) =>
    // LinkedNode has every limit.
    keyword(name as keyof LinkedNode, (site, limit) =>
      failIf(site, emit(site.data, Number(limit), useIn(site)), { keyword: name, params: String(limit) }),
    ),
  );

/** Imports what an emitted check needs. */
const useIn =
  ({ emitter }: Site): Parameters<Limit<never>['emit']>[2] =>
  (helper) =>
    emitter.import(helper);
