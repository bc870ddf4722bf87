import { expect, it } from 'vitest';
import { FAULTLESS_MANIFEST, toolWith } from '../../../../test/support/rule-examples.ts';
import { ToolFacts } from './facts/tool-facts.ts';
import { runRules, runToolRules } from './run-rules.ts';

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

it.each([
  [{ type: 'string', 'x-mcp-header': 'Region' }, []],
  [{ type: 'object', properties: { b: { type: 'boolean', 'x-mcp-header': 'Flag' } } }, []],
  [{ type: 'string', 'x-mcp-header': '' }, ['it must be a token of HTTP, without spaces and delimiters']],
  [{ type: 'string', 'x-mcp-header': 'a:b' }, ['it must be a token of HTTP, without spaces and delimiters']],
  [{ type: 'number', 'x-mcp-header': 'Limit' }, ['its property must be a string, an integer or a boolean']],
  [{ type: 'string', 'x-mcp-header': 'cell' }, ['another parameter has the same, whatever its case']],
  [
    { type: 'array', items: { type: 'string', 'x-mcp-header': 'Item' } },
    ['only a property that `properties` lead to can have one'],
  ],
  [
    { anyOf: [{ type: 'string', 'x-mcp-header': 'Item' }] },
    ['only a property that `properties` lead to can have one'],
  ],
])('judges the header of %j', (schema, expected) => {
  const properties = { cell: { type: 'string', 'x-mcp-header': 'Cell' }, a: schema };
  const tool = toolWith({ inputSchema: { type: 'object', properties }, examples: [] });
  const found = runRules({ ...FAULTLESS_MANIFEST, tools: [tool] });
  const headers = found.filter(({ id }) => id === 'mcp-header-invalid');
  expect(headers.map(({ message }) => message.replace(/^.*not allowed: (.*)\.$/, '$1'))).toEqual(expected);
});

it.each([
  ['clipboard', '"clipboard" is not a valid capability.', 'Write "clipboard:read" or "clipboard:write".'],
  [
    'localStorage',
    '"localStorage" is not a valid capability.',
    'Write "storage:local:read" or "storage:local:write".',
  ],
  [
    'camera',
    '"camera" is not a valid capability; did you mean "media:camera"?',
    'Write category:action in lower-case letters, for example "dom:read" or "network:fetch:same-origin".',
  ],
  [
    'printer',
    '"printer" is not a valid capability.',
    'Write category:action in lower-case letters, for example "dom:read" or "network:fetch:same-origin".',
  ],
  [
    'read:dom',
    '"read:dom" is neither a capability of the protocol nor declared; did you mean "dom:read"?',
    'Write "dom:read". If it is a capability of your own, declare it in ',
  ],
  [
    'network:fetch',
    '"network:fetch" is neither a capability of the protocol nor declared.',
    'Write "network:fetch:same-origin" or "network:fetch:cross-origin". If it is a capability of your own, give it a category ',
  ],
  [
    'dom:interact',
    '"dom:interact" is neither a capability of the protocol nor declared.',
    'If it is a capability of your own, give it a category that the protocol does not have.',
  ],
  [
    'invoices:read',
    '"invoices:read" is neither a capability of the protocol nor declared.',
    'Declare it in ',
  ],
])('says which capability is meant by "%s"', (capability, message, help) => {
  const [diagnostic] = runToolRules(new ToolFacts(toolWith({ capabilities: [capability] })));
  expect(diagnostic?.message).toBe(message);
  expect(diagnostic?.help?.startsWith(help)).toBe(true);
});
