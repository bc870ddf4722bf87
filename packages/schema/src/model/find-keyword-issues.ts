import type { JsonSchema } from '@btcp/core';
import { isRegex } from '../runtime/formats/identifiers.ts';
import { adviseOnType, JSON_TYPES } from './json-types.ts';
import { isNameList, SHAPES, type ValueRule } from './keyword-shapes.ts';
import { isMap, KEYWORDS, SUBSCHEMA_KEYWORDS } from './keywords.ts';
import { isObject, type MutableObject } from './own-property.ts';
import { joinPointer, parsePointer, type SchemaIssue } from './pointer.ts';
import { walkSchema } from './walk-schema.ts';

const NONE: readonly SchemaIssue[] = [];

/** Help for a property that says of itself that it may be left out. */
export const NOT_REQUIRED: string =
  'Leave this out, and the property out of `required` of its object; in TypeBox, write `Type.Optional(…)` around the schema.';

export interface KeywordIssueOptions {
  /** Accept what only draft-07 and OpenAPI allow, such as an array in `items`. Default: false. */
  readonly olderDrafts?: boolean;
}

/**
 * Finds violations of the meta-schema of 2020-12: keywords with a value of the wrong type. Regular expressions must
 * also compile. References are not resolved.
 *
 * @param schema - JSON; anything else than an object, `true` or `false` is one issue.
 */
export function findKeywordIssues(schema: unknown, options: KeywordIssueOptions = {}): SchemaIssue[] {
  const older = options.olderDrafts ?? false;
  const issues: SchemaIssue[] = [];
  if (!SHAPES.schema.test(schema)) {
    const message = `A schema must be an object, true or false; got ${describeValue(schema)}.`;
    return [{ path: '', keyword: '', message, help: `For example: ${SHAPES.schema.example}` }];
  }
  // Only JSON is passed here, so an object is a schema.
  walkSchema(schema as JsonSchema, (current, pointer) => {
    if (!isObject(current)) return;
    for (const keyword of Object.keys(current)) {
      const found = checkKeyword(current, keyword, pointer, older);
      if (found.length > 0) issues.push(...found);
    }
  });
  return issues;
}

function checkKeyword(
  schema: MutableObject,
  keyword: string,
  pointer: string,
  older: boolean,
): readonly SchemaIssue[] {
  const value = schema[keyword];
  if (keyword === 'type') return checkType(value, pointer);
  const known = KEYWORDS.get(keyword);
  // `additionalItems` is not a keyword of 2020-12, so its meta-schema ignores it.
  if (known === undefined || (keyword === 'additionalItems' && !older)) return NONE;
  const rule = SHAPES[known.shape];
  if (!rule.test(value) && !(older && rule.olderTest?.(value) === true))
    return [valueIssue(pointer, keyword, rule, value)];
  return SUBSCHEMA_KEYWORDS.has(keyword) ? checkMembers(keyword, value, pointer) : NONE;
}

function checkMembers(keyword: string, value: unknown, pointer: string): readonly SchemaIssue[] {
  const shape = SUBSCHEMA_KEYWORDS.get(keyword);
  if (!isMap(shape) && !Array.isArray(value)) return NONE;
  const issues: SchemaIssue[] = [];
  for (const [name, member] of Object.entries(value ?? {})) {
    const at = joinPointer(pointer, keyword, name);
    if (keyword === 'patternProperties' && !isRegex(name)) issues.push(patternIssue(at, name));
    const names = shape === 'map-of-schemas-or-names' && isNameList(member);
    if (!names && !SHAPES.schema.test(member)) {
      const message = `\`${keyword}\` must hold ${SHAPES.schema.expected}; got ${describeValue(member)}.`;
      issues.push({ path: at, keyword, message, help: adviseOnMember(keyword, member) });
    }
  }
  return issues;
}

/** Alternatives are often written as the values themselves. */
function adviseOnMember(keyword: string, member: unknown): string {
  const isAlternative = keyword === 'anyOf' || keyword === 'oneOf';
  const isValue = typeof member === 'number' || (typeof member === 'string' && !JSON_TYPES.includes(member));
  if (!isAlternative || !isValue) return `For example: ${SHAPES.schema.example}`;
  const value = describeValue(member);
  return `Write the schema of the value: { "const": ${value} }; in TypeBox, \`Type.Literal(${value})\`.`;
}

function checkType(value: unknown, pointer: string): readonly SchemaIssue[] {
  if (typeof value === 'string' && adviseOnType(value) === undefined) return NONE;
  const path = joinPointer(pointer, 'type');
  const types: unknown[] = Array.isArray(value) ? value : [value];
  if (types.length === 0 || new Set(types).size < types.length) {
    const help = 'List each type once, or leave `type` out.';
    return [{ path, keyword: 'type', message: '`type` must name at least one type, each only once.', help }];
  }
  return types.flatMap((type, index) => {
    const advice = adviseOnType(type);
    const at = Array.isArray(value) ? joinPointer(path, index) : path;
    return advice === undefined ? [] : [{ path: at, keyword: 'type', ...advice }];
  });
}

function valueIssue(pointer: string, keyword: string, rule: ValueRule, value: unknown): SchemaIssue {
  const path = joinPointer(pointer, keyword);
  const message = `\`${keyword}\` must be ${rule.expected}; got ${describeValue(value)}.`;
  // Draft-03, and many by hand, say it in the property.
  const name = keyword === 'required' && value === true ? parsePointer(pointer)?.at(-1) : undefined;
  if (keyword === 'required' && value === false) return { path, keyword, message, help: NOT_REQUIRED };
  const help =
    name === undefined
      ? `For example: "${keyword}": ${rule.example}`
      : `List the property in \`required\` of the object that has it: "required": [${JSON.stringify(name)}]`;
  return { path, keyword, message, help };
}

function patternIssue(path: string, pattern: string): SchemaIssue {
  const message = `${JSON.stringify(pattern)} is not a regular expression that compiles with the u flag.`;
  const help = 'Correct the expression; with the u flag, only characters that need it may be escaped.';
  return { path, keyword: 'patternProperties', message, help };
}

/** A value in a sentence: short JSON as it is, long JSON by its type. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const json: unknown = typeof value === 'object' && value !== null ? undefined : JSON.stringify(value);
  if (typeof json === 'string') return json.length > 80 ? `${json.slice(0, 77)}…"` : json;
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
