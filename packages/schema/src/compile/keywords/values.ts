import { literal, regexLiteral } from '../emit/code-writer.ts';
import { type FormatCheck, FORMATS } from '../formats.ts';
import { keyword, type Keyword, failIf, refuseIf, reportValue, type Site, fail, isOfNoType } from './site.ts';
import { LIMITS, type Limit, type Limits, limitsOf } from '../../model/limits.ts';
import { type LinkedNode, longestText } from '../link/linked-schema.ts';

/** With more values, a lookup is faster than comparing each. */
const MAX_COMPARED = 16;

const types = keyword('types', (site, allowed) =>
  failIf(site, isOfNoType(allowed, site.data), { keyword: 'type', params: literal(allowed) }),
);

const constant = keyword('const', (site, value) => {
  const isValue = oneOf(site.data, [value], () => site.emitter.import('equal'));
  failIf(site, `!(${isValue})`, { keyword: 'const', params: literal(value) });
});

const enumeration = keyword('enum', (site, values) => {
  const { data, emitter } = site;
  const list = literal(values);
  const long = values.length > MAX_COMPARED;
  // An array that is a constant anyway is not written twice.
  const params = long ? emitter.constant(list) : list;
  const primitive = values.every((value) => typeof value !== 'object' || value === null);
  const isOne =
    long && primitive
      ? `${emitter.constant(`new Set(${params})`)}.has(${data})`
      : oneOf(data, values, () => emitter.import('equal'));
  failIf(site, `!(${isOne})`, { keyword: 'enum', params });
});

const pattern = keyword('pattern', (site, source) => {
  const regex = site.emitter.constant(regexLiteral(source));
  failIf(site, `!${regex}.test(${site.data})`, { keyword: 'pattern', params: literal(source) });
});

const format = (type: 'string' | 'number'): Keyword =>
  keyword('format', (site, name) => {
    const check = FORMATS.get(name);
    if (check?.type === type)
      failIf(site, `!(${hasFormat(check, site)})`, {
        keyword: 'format',
        params: literal([name, check.example].filter((each) => each !== undefined)),
      });
  });

// The condition that a value has a format; only enforced formats are linked.
function hasFormat({ function: decide, pattern, integers }: FormatCheck, { data, emitter }: Site): string {
  if (decide !== undefined) return `${emitter.import(decide)}(${data})`;
  if (pattern !== undefined) return `${emitter.constant(regexLiteral(pattern))}.test(${data})`;
  const [least, greatest] = (integers ?? []).map(literal);
  return `Number.isInteger(${data})&&${data}>=${least}&&${data}<=${greatest}`;
}

const uniqueItems = keyword('uniqueItems', (site) => {
  const { code, data, emitter } = site;
  const call = `${emitter.import('repeatedItems')}(${data})`;
  const repeated = code.name('repeated');
  code.statement({
    check: () => refuseIf(`${data}.length>1&&${call}!==null`),
    collect: () =>
      `const ${repeated}=${call};if(${repeated}!==null)${reportValue(site, 'uniqueItems', repeated)}`,
  });
});

// The condition that a value is one of some JSON values.
function oneOf(value: string, allowed: readonly unknown[], equal: () => string): string {
  const tests = allowed.map((each) =>
    typeof each === 'object' && each !== null
      ? `${equal()}(${value},${literal(each)})`
      : `${value}===${literal(each)}`,
  );
  return tests.length === 0 ? 'false' : tests.join('||');
}

export const VALUES: readonly Keyword[] = [types, constant, enumeration];

export const NUMBERS: readonly Keyword[] = [format('number')];

// `withinLength` writes their checks around the others.
const lengths: readonly Keyword[] = [keyword('minLength', () => {}), keyword('maxLength', () => {})];

export const STRINGS: readonly Keyword[] = [...lengths, pattern, format('string')];

export const WHOLE_ARRAYS: readonly Keyword[] = [uniqueItems];

type Write = (site: Site) => void;

/** Keywords that may apply a pattern to the value itself, in another schema. */
const COMBINING: readonly (keyof LinkedNode)[] = ['ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'tagged'];

/**
 * Writes a schema's checks of a value whose own length is within the limits. A value that is too long reports only that:
 * no pattern is tried on it, which might be slow.
 */
export function withinLimits(site: Site, write: Write): void {
  if (COMBINING.every((name) => site.node[name] === undefined)) write(site);
  else withinText(site, 'typeof ' + site.data + '=="string"&&', write);
}

/** Writes a schema's own checks of a string. */
export function withinLength(site: Site, write: Write): void {
  withinText(site, '', (inner) => withinLeast(inner, write));
}

function withinText(site: Site, isText: string, write: Write): void {
  const { code, data } = site;
  const limit = longestText(site.program, site.node);
  if (limit >= site.longest) return write(site);
  code.unless(
    isText + LIMITS.string.maxLength.emit(data, limit, useIn(site)),
    () => fail(site, { keyword: 'maxLength', params: String(limit) }),
    () => write({ ...site, longest: limit }),
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
