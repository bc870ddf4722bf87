import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { TOOL_RULES } from '../rules/index.ts';
import { toolCode } from './tool-code.ts';

// TypeBox writes choices as a union of literals.
function withEnums(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withEnums);
  const { anyOf, ...others } = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withEnums(each)]),
  ) as { anyOf?: unknown };
  if (!Array.isArray(anyOf)) return others;
  const choices = (anyOf as { const?: unknown }[]).map((each) => each.const);
  return choices.includes(undefined) ? { ...others, anyOf } : { ...others, type: 'string', enum: choices };
}

function evaluate(code: string): unknown {
  const body = code.replace(/^.*export const \w+ = defineTool/s, 'return ');
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- what the printed code says is what is tested
  const fields: unknown = new Function('Type', body)(Type);
  return JSON.parse(JSON.stringify(withEnums(fields)));
}

const EXAMPLES = TOOL_RULES.flatMap(({ id, bad, good }) => [
  [`${id}, wrong`, bad] as const,
  [`${id}, right`, good] as const,
]).filter(([, patch]) => toolCode(patch) !== undefined);

it('prints most of the examples', () => {
  expect(EXAMPLES.length).toBeGreaterThan(TOOL_RULES.length * 1.5);
});

describe.each(EXAMPLES)('%s', (_, patch) => {
  it('is equivalent as code and as JSON', () => {
    const fields = JSON.parse(JSON.stringify({ ...patch, name: undefined, description: undefined })) as {
      inputSchema?: { required?: unknown[] };
    };
    // TypeBox leaves an empty array out.
    if (fields.inputSchema?.required?.length === 0) delete fields.inputSchema.required;
    expect(evaluate(toolCode(patch) ?? '')).toEqual(fields);
  });
});

it('names removed fields, and escapes invisible characters', () => {
  expect(toolCode({ description: 'Reads a cell.', examples: undefined, tags: ["it's", 'a\u200B'] })).toBe(
    `/** Reads a cell. */
export const getCellValue = defineTool({
  tags: ["it's", 'a\\u{200B}'],
  // …, without examples
});`,
  );
});
