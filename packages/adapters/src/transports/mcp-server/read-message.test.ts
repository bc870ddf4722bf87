import { expect, it } from 'vitest';
import { type Line, LineSplitter, readMessage, type Refusal } from './read-message.ts';

const refusalOf = (text: string, isWhole = true): Refusal => {
  const read = readMessage({ text, isWhole });
  if (read.ok) throw new Error('It is a message.');
  return read.refusal;
};
const call = (args: string): string =>
  `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","arguments":${args}}}`;

it('reads a message', () => {
  expect(readMessage({ text: '{"jsonrpc":"2.0","id":1,"method":"ping"}\r', isWhole: true })).toEqual({
    ok: true,
    message: { jsonrpc: '2.0', id: 1, method: 'ping' },
  });
});

it.each<[string, string, Refusal['id'], number]>([
  ['no JSON', 'not json', null, -32_700],
  ['a piece of JSON', '{"jsonrpc":"2.0","id":1', null, -32_700],
  ['a batch', '[]', null, -32_600],
  ['null', 'null', null, -32_600],
  ['another version', '{"jsonrpc":"1.0","id":4,"method":"ping"}', 4, -32_600],
  ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32_600],
  ['an answer that is none', '{"jsonrpc":"1.0","id":4,"error":{}}', undefined, -32_600],
  ['a notification that is none', '{"jsonrpc":"1.0","method":"x"}', undefined, -32_600],
  ['__proto__ in the arguments', call('{"__proto__":{"admin":true}}'), 7, -32_602],
  ['__proto__ below them', call('{"a":[{"b":{"__proto__":1}}]}'), 7, -32_602],
  ['__proto__ in other letters', call(String.raw`{"\u005f_proto__":1}`), 7, -32_602],
  ['a number that would be rounded', call('{"ids":[9007199254740993]}'), 7, -32_602],
  ['__proto__ beside the params', '{"jsonrpc":"2.0","id":"x","method":"ping","__proto__":{}}', 'x', -32_602],
])('refuses %s', (_, text, id, code) => expect(refusalOf(text)).toMatchObject({ id, code }));

it('names the place of a number that would be rounded', () => {
  expect(refusalOf(call('{"ids":[9007199254740993]}')).reason).toBe(
    'The message has a number that JavaScript cannot hold at /params/arguments/ids/0: 9007199254740993. Send the number as a string. Where the schema takes none, this tool cannot be called with it.',
  );
});

it('takes __proto__ as a value', () => {
  expect(readMessage({ text: call('{"a":"__proto__"}'), isWhole: true }).ok).toBe(true);
});

it('refuses JSON that no tool takes, however deep it is', () => {
  expect(refusalOf(call(`{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`))).toEqual({
    id: 7,
    code: -32_602,
    reason: 'The message is nested deeper than 500 levels. Send values with fewer levels.',
  });
});

it.each<[string, string | number | null]>([
  ['{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"arguments":{"a":"xxx', 12],
  ['{"method":"tools/call","jsonrpc":"2.0","id":"a-1","params":{"id":5,"a":"xxx', 'a-1'],
  ['{"method":"tools/call","params":{"id":5,"a":"xxx"}},"jsonrpc":"2.0","id":3}', 3],
  ['xxx"}},"id":0,"jsonrpc":"2.0"}\r', 0],
  ['{"method":"tools/call","params":{"arguments":{"id":5}}}', null],
  ['xxx', null],
])('finds the id at an end of a message that is too long: %s', (text, id) => {
  expect(refusalOf(text, false)).toMatchObject({ id, code: -32_600 });
});

it('finds the id quickly at the ends of any message', () => {
  const started = process.cpuUsage();
  for (const text of ['"jsonrpc":"', ' ', '"id" ', '"id":1,', '{"method":"', '"jsonrpc":"2.0",'])
    refusalOf(text.repeat(2000 / text.length), false);
  // Microseconds of this process, whatever runs beside it.
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
});

it('splits chunks into lines, wherever they are cut', () => {
  const bytes = Buffer.from('eins\nzwölf\n\nlang und länger\ndrei\nrest');
  for (let size = 1; size < 12; size++) {
    const splitter = new LineSplitter(10);
    const lines: Line[] = [];
    for (let from = 0; from < bytes.length; from += size)
      lines.push(...splitter.split(bytes.subarray(from, from + size)));
    expect(lines.map(({ isWhole }) => isWhole)).toEqual([true, true, true, false, true]);
    expect(lines.filter(({ isWhole }) => isWhole).map(({ text }) => text)).toEqual([
      'eins',
      'zwölf',
      '',
      'drei',
    ]);
  }
});

it('keeps only the ends of a line that is too long', () => {
  const splitter = new LineSplitter(10);
  const lines: Line[] = [];
  lines.push(...splitter.split(Buffer.from('start')));
  for (let n = 0; n < 1000; n++) lines.push(...splitter.split(Buffer.alloc(10_000, 'x')));
  lines.push(...splitter.split(Buffer.from('end\n')));
  expect(lines).toEqual([{ text: `start${'x'.repeat(995)}${'x'.repeat(997)}end`, isWhole: false }]);
});
