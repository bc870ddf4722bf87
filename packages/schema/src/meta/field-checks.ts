import { describeValue } from '../model/find-keyword-issues.ts';
import { getOwn, isObject } from '../model/own-property.ts';
import { joinPointer, type SchemaIssue } from '../model/pointer.ts';
import { isEmail } from '../runtime/formats/email.ts';
import { isUri } from '../runtime/formats/uri.ts';
import type { NumberLimits, StringLimits } from './limits.ts';

/** An issue of a tool or manifest. `path` points into it; `keyword` is the rule, of JSON Schema or of a build. */
export interface ManifestIssue extends SchemaIssue {
  /** An error fails a build. */
  readonly severity: 'error' | 'warning';
}

/** The place of a value, and what to write there. */
export interface At {
  readonly path: string;
  /** How a sentence names the value. */
  readonly name: string;
  readonly help: string;
}

export type Check = (value: unknown, at: At) => ManifestIssue[];

/** A property of an object: what it must be, and what to write when it is not. */
export interface Field {
  readonly check: Check;
  readonly help: string;
  readonly isRequired?: boolean;
}

/** An error whose message is "`name` " and `what`. */
export function issueAt(
  at: At,
  keyword: string,
  what: string,
  severity: 'error' | 'warning' = 'error',
): ManifestIssue {
  return { path: at.path, keyword, message: `\`${at.name}\` ${what}`, help: at.help, severity };
}

const mustBe = (at: At, keyword: string, expected: string, value: unknown): ManifestIssue =>
  issueAt(at, keyword, `must be ${expected}; got ${describeValue(value)}.`);

const FORMATS = {
  uri: { test: isUri, expected: 'a URL with its scheme' },
  email: { test: isEmail, expected: 'an email address' },
} as const;

export function string(limits: StringLimits = {}): Check {
  return (value, at) => {
    if (typeof value !== 'string') return [mustBe(at, 'type', 'a string', value)];
    return [...checkLength(value, limits, at), ...checkForm(value, limits, at)];
  };
}

function checkLength(
  value: string,
  { minLength = 0, maxLength = Infinity }: StringLimits,
  at: At,
): ManifestIssue[] {
  // JSON Schema counts code points, not the halves of surrogate pairs.
  const length = Array.from(value).length;
  if (length >= minLength && length <= maxLength) return [];
  const range = minLength > 0 ? `${minLength} to ${maxLength}` : `at most ${maxLength}`;
  const what = `must have ${range} characters; got ${length}.`;
  return [issueAt(at, length < minLength ? 'minLength' : 'maxLength', what)];
}

function checkForm(value: string, { pattern, format }: StringLimits, at: At): ManifestIssue[] {
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) {
    return [issueAt(at, 'pattern', `must match ${pattern}; got ${describeValue(value)}.`)];
  }
  if (format === undefined || FORMATS[format].test(value)) return [];
  return [mustBe(at, 'format', FORMATS[format].expected, value)];
}

export function integer({ minimum, maximum }: NumberLimits): Check {
  return (value, at) => {
    const isWhole = typeof value === 'number' && Number.isInteger(value);
    const keyword = !isWhole ? 'type' : value < minimum ? 'minimum' : 'maximum';
    if (isWhole && value >= minimum && value <= maximum) return [];
    return [mustBe(at, keyword, `a whole number from ${minimum} to ${maximum}`, value)];
  };
}

/** One of some strings; the message lists those offered. */
export function choice(values: readonly string[], offered: readonly string[] = values): Check {
  return (value, at) =>
    values.some((known) => known === value)
      ? []
      : [mustBe(at, 'enum', `one of ${offered.join(', ')}`, value)];
}

export const boolean: Check = (value, at) =>
  typeof value === 'boolean' ? [] : [mustBe(at, 'type', 'true or false', value)];

export function orNull(check: Check): Check {
  return (value, at) => (value === null ? [] : check(value, at));
}

export const anything: Check = () => [];

export function array(item: Check, minItems = 0): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return [mustBe(at, 'type', 'an array', value)];
    if (value.length < minItems) return [issueAt(at, 'minItems', `must have at least ${minItems} element.`)];
    return value.flatMap((each, index) =>
      item(each, { ...at, path: joinPointer(at.path, index), name: `${at.name}[${index}]` }),
    );
  };
}

/** An object with known fields; others are accepted. */
export function object(fields: Readonly<Record<string, Field>>): Check {
  return (value, at) => {
    if (!isObject(value)) return [mustBe(at, 'type', 'an object', value)];
    return Object.entries(fields).flatMap(([name, { check, help, isRequired }]) => {
      const here = { path: joinPointer(at.path, name), name, help };
      if (Object.hasOwn(value, name)) return check(getOwn(value, name), here);
      return isRequired === true
        ? [{ ...issueAt(here, 'required', 'is missing.'), path: at.path, params: { missingProperty: name } }]
        : [];
    });
  };
}
