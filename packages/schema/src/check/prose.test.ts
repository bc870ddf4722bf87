import { describe, expect, it } from 'vitest';
import { toolWith, withProperties } from './base-fixture.ts';
import { ToolFacts } from './facts/tool-facts.ts';
import { runToolRules } from './run-rules.ts';

/** What rules say of an optional text with a description. */
function dataOf(id: string, description: string): unknown {
  const patch = withProperties(
    {
      cell: { type: 'string', maxLength: 9, description: 'Address.' },
      sheet: { type: 'string', description },
    },
    { cell: 'B5', sheet: 'Sales' },
    { required: ['cell'] },
  );
  const finding = runToolRules(new ToolFacts(toolWith(patch))).find((each) => each.id === id);
  return finding?.data['value'] ?? finding?.data['choices'];
}

describe('default-in-prose', () => {
  it.each([
    ["CSS selector for content area (default: 'main')", 'main'],
    ['Replace all occurrences (default: false, fails if not unique)', 'false'],
    ['How many rows. Defaults to 20.', '20'],
    ['Language, default: en', 'en'],
    ['Page (default 1)', '1'],
    ['The default value is "open".', 'open'],
  ])('reads %s', (text, value) => expect(dataOf('default-in-prose', text)).toBe(value));

  it.each([
    'By default only visible rows are read.',
    'Defaults to the current page.',
    'Defaults to today.',
    'Sorted by name by default.',
    'Whether to use the default style.',
    'Resets the default',
  ])('finds no value in %s', (text) => expect(dataOf('default-in-prose', text)).toBeUndefined());
});

describe('choice-in-prose', () => {
  it.each([
    ['Must be low, medium, or high', ['low', 'medium', 'high']],
    ['One of: asc | desc', ['asc', 'desc']],
    ['"asc" or "desc"', ['asc', 'desc']],
    ["Sort order: 'up', 'down' or 'none'.", ['up', 'down', 'none']],
    ['Either fast or safe', ['fast', 'safe']],
  ])('reads %s', (text, choices) => expect(dataOf('choice-in-prose', text)).toEqual(choices));

  it.each([
    'For example "red" or "blue".',
    'See there for what "correct" or "wrong" mean.',
    'Field name, id, or label text',
    'Search pattern (glob or regex)',
    'Name of the sheet or of the range.',
    'Path, absolute or relative',
  ])('finds none in %s', (text) => expect(dataOf('choice-in-prose', text)).toBeUndefined());
});
