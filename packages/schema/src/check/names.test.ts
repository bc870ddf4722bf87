import { expect, it } from 'vitest';
import { FAULTLESS_MANIFEST, toolWith } from './base-fixture.ts';
import { runRules } from './run-rules.ts';

const idsOf = (...patches: readonly object[]): readonly string[] =>
  runRules({
    ...FAULTLESS_MANIFEST,
    tools: patches.map((patch) => toolWith({ ...patch })),
  }).map(({ id }) => id);

it.each(['tool1', 'myTool', 'newTask', 'theCell', 'temperature'])('requires a verb in %s', (name) =>
  expect(idsOf({ name })).toEqual(['name-without-verb']),
);

it.each(['getAll', 'performAction', 'handleRequest', 'test', 'a'])(
  'requires a more specific name than %s',
  (name) => expect(idsOf({ name })).toEqual(['name-too-general']),
);

it.each(['createTask', 'getItemPrice', 'readHTML', 'ocrPage', 'h1Text', 'upsertContact'])(
  'takes %s',
  (name) => expect(idsOf({ name })).toEqual([]),
);

it.each([
  'Interacts with the calendar of the page.',
  'Manipulates cells in many ways.',
  'Gets data from the page.',
  'Gets values, formulas, etc. of the sheet.',
])('calls %s vague', (description) => expect(idsOf({ description })).toEqual(['description-vague']));

it.each([
  ['getCellValue', 'Returns the cell value.'],
  ['createInvoice', 'Creates a new invoice.'],
])('sees that %s is repeated by "%s"', (name, description) =>
  expect(idsOf({ name, description })).toEqual(['description-repeats-name']),
);

it('ignores filler words in two descriptions', () => {
  const same = idsOf(
    { name: 'getUserInfo', description: 'Gets information about a user account.' },
    { name: 'getUserDetails', description: 'Gets details about a user account.' },
  );
  expect(same).toEqual(['descriptions-alike']);
});

it.each([
  ['Deprecated.', ['deprecated-without-message']],
  ['This tool is obsolete', ['deprecated-without-message']],
  ['Use JavaScript in the page instead.', []],
  ['Use the GraphQL API of the shop instead.', []],
  ['Use readCells instead.', ['successor-unknown']],
])('reads the advice "%s"', (deprecationMessage, ids) =>
  expect(idsOf({ deprecated: true, deprecationMessage })).toEqual(ids),
);

it('reports a lone longitude, too', () => {
  const lng = { type: 'number', minimum: -180, maximum: 180, description: 'Longitude in degrees.' };
  const inputSchema = {
    type: 'object',
    properties: { lng },
    required: ['lng'],
    additionalProperties: false,
  };
  expect(idsOf({ inputSchema, examples: [{ input: { lng: 1 } }] })).toEqual(['coordinates-apart']);
});
