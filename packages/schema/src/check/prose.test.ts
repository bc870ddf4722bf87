import { describe, expect, it } from 'vitest';
import { toolWith, withProperties } from '../../../../test/support/rule-examples.ts';
import { ToolFacts } from './facts/tool-facts.ts';
import { runToolRules } from './run-rules.ts';

/** The data that rules report of an optional string with a description. */
function dataOf(id: string, description: string): unknown {
  const patch = withProperties(
    {
      cell: { type: 'string', maxLength: 9, description: 'Address.' },
      sheet: { type: 'string', description },
    },
    { cell: 'B5', sheet: 'Sales' },
    { required: ['cell'] },
  );
  const diagnostic = runToolRules(new ToolFacts(toolWith(patch))).find((each) => each.id === id);
  return diagnostic?.data?.['value'] ?? diagnostic?.data?.['choices'];
}

describe('default-in-prose', () => {
  it.each([
    ["CSS selector for content area (default: 'main')", 'main'],
    ['Replace all occurrences (default: false, fails if not unique)', 'false'],
    ['How many rows. Defaults to 20.', '20'],
    ['Language, default: en', 'en'],
    ['Page (default 1)', '1'],
    ['The default value is "open".', 'open'],
    ['How many, 10 by default.', '10'],
    ['How many; 10 if not specified.', '10'],
    ['How many. If omitted, 10 are returned.', '10'],
    ['Selector; when not given, body is used.', 'body'],
    ['Language. Falls back to English.', 'English'],
  ])('reads %s', (text, value) => expect(dataOf('default-in-prose', text)).toBe(value));

  it.each([
    'By default only visible rows are read.',
    'Defaults to the current page.',
    'Defaults to today.',
    'If omitted, all rows are returned.',
    'When not given, it is computed.',
    'Falls back to the language of the page.',
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
    ['Allowed values are open, closed and all.', ['open', 'closed', 'all']],
    ['Order: asc | desc.', ['asc', 'desc']],
    ['Direction (up/down/left).', ['up', 'down', 'left']],
    ['Whether to do it: yes or no', ['yes', 'no']],
    ["Language ('en', 'de', 'fr')", ['en', 'de', 'fr']],
    ['Language:\n- en\n- de', ['en', 'de']],
  ])('reads %s', (text, choices) => expect(dataOf('choice-in-prose', text)).toEqual(choices));

  it.each([
    'For example "red" or "blue".',
    'See there for what "correct" or "wrong" mean.',
    'Field name, id, or label text',
    'Search pattern (glob or regex)',
    'Name of the sheet or of the range.',
    'Path, absolute or relative',
    'Date (DD/MM/YYYY) of the first and/or last day.',
    'Path such as (src/app/main).',
    'What to do:\n- remove old rows\n- add new ones',
    "Phrase ('in quotes', or not).",
    // Without an end after it, each way to read the spaces between the words would be tried.
    `One of a${' / b'.repeat(30)} in lower case`,
    `One of a${'  or  b'.repeat(30)} in lower case`,
  ])('finds none in %s', (text) => expect(dataOf('choice-in-prose', text)).toBeUndefined());
});

/** The rules that report a property added to the tool. */
function rulesOn(name: string, schema: object): readonly string[] {
  const patch = withProperties(
    { cell: { type: 'string', maxLength: 9, description: 'Address.' }, [name]: schema },
    { cell: 'B5' },
    { required: ['cell'] },
  );
  const noise = new Set(['default-missing', 'examples-missing']);
  return runToolRules(new ToolFacts(toolWith(patch)))
    .map(({ id }) => id)
    .filter((id) => !noise.has(id));
}
const number = (description: string, more: object = {}): object => ({
  type: 'number',
  minimum: 0,
  maximum: 100,
  description,
  ...more,
});

describe('unit-missing', () => {
  it.each([
    ['price', 'Highest price.'],
    ['maxPrice', 'Only items cheaper than this.'],
    ['radius', 'Search radius around the point.'],
    ['waitFor', 'How long to wait before clicking.'],
    ['maxAge', 'Oldest entry to take.'],
    ['angle', 'Angle to rotate by.'],
    ['createdAfter', 'Only entries after this time.'],
    ['price', 'Maximum price of items.'],
    ['volume', 'Volume of the container.'],
  ])('asks for the unit of %s, "%s"', (name, text) =>
    expect(rulesOn(name, number(text, { type: 'integer' }))).toEqual(['unit-missing']),
  );

  it.each([
    ['price', 'Highest price in euros.'],
    ['price', 'Highest price, in the currency of the shop.'],
    ['volume', 'Volume of the player, from 0 (silent) to 100 (loudest).'],
    ['width', 'Width in columns.'],
    ['distance', 'How far. In document units.'],
    ['amount', 'Amount of items to take out of the stock.'],
    ['maxSize', 'Maximum entries of the cache.'],
    ['length', 'Length of the summary (words).'],
    ['width', 'Width as a share of the page.'],
    ['length', 'Number of characters of the password.'],
    ['amountCents', 'How much to pay.'],
    ['weight', 'How much this counts, from 0 to 1.'],
  ])('takes %s, "%s"', (name, text) => expect(rulesOn(name, number(text, { type: 'integer' }))).toEqual([]));

  it('accepts a unit in an adjacent property', () => {
    const properties = {
      amount: { type: 'integer', minimum: 0, maximum: 100, description: 'How much.' },
      currency: { type: 'string', maxLength: 3, description: 'Its currency.' },
    };
    const money = { type: 'object', properties, additionalProperties: false, description: 'What to pay.' };
    expect(rulesOn('money', money)).toEqual([]);
  });
});

describe('count-as-number', () => {
  it.each([
    ['maxResults', 'Most of them.'],
    ['guests', 'Who comes.'],
    ['n', 'How many rows to return.'],
    ['size', 'Number of copies.'],
  ])('wants a whole number for %s, "%s"', (name, text) =>
    expect(rulesOn(name, number(text))).toEqual(['count-as-number']),
  );

  it.each([
    ['quantity', 'Quantity in kilograms.'],
    ['work', 'Number of hours, such as 7.5.'],
    ['share', 'How many percent.'],
  ])('leaves %s, "%s" alone', (name, text) => expect(rulesOn(name, number(text))).toEqual([]));
});

describe('limit-in-prose', () => {
  const text = { type: 'string' };
  const list = { type: 'array', items: { type: 'string', maxLength: 9 } };
  it.each([
    [{ type: 'integer', description: 'Page, >= 1.' }],
    [{ type: 'integer', description: 'Must not exceed 50.' }],
    [{ type: 'number', description: 'A share in the range 0 to 1.' }],
    [{ type: 'number', minimum: 0, description: 'How far, at most 9 km.' }],
    [{ type: 'number', description: 'Must be positive.' }],
    [{ ...text, description: 'Words, at most 100 characters.' }],
    [{ ...text, maxLength: 99, description: 'Password, minimum 8 characters.' }],
    [{ ...list, description: 'Up to 5 tags.' }],
  ])('finds the limit in %j', (schema) => expect(rulesOn('x', schema)).toEqual(['limit-in-prose']));

  it.each([
    [{ type: 'number', minimum: 0, maximum: 1, description: 'A share in the range 0 to 1.' }],
    [{ type: 'number', minimum: 0, description: 'How far; 3 is at least a start.' }],
    [{ ...text, pattern: '^\\w+$', description: 'Name, at most 9 characters.' }],
    [{ ...text, maxLength: 99, description: 'At least one of the 3 words.' }],
    [{ ...list, maxItems: 5, description: 'Up to 5 tags.' }],
  ])('finds none in %j', (schema) => expect(rulesOn('x', schema)).toEqual([]));
});

it('compares the default in the description with the one in the schema', () => {
  expect(rulesOn('reach', number('How far, in cm. Defaults to 10.', { default: 20 }))).toEqual([
    'default-in-prose',
  ]);
  expect(rulesOn('reach', number('How far, in cm. Defaults to 10.', { default: 10 }))).toEqual([]);
});

it('treats a placeholder as no description', () => {
  for (const text of ['TODO', '-', 'n/a', '...', 'tbd'])
    expect(rulesOn('x', number(text))).toEqual(['property-without-description']);
});
