import { BTCPError, type JsonSchemaObject } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { makeNames } from '../../names/exported-names.ts';
import { decodeCall } from '../../calls/decode-call.ts';

const SCHEMA: JsonSchemaObject = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    ratio: { type: 'number' },
    all: { type: 'boolean' },
    to: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'number' } },
    at: { type: 'object', properties: { x: { type: 'number' }, deep: { type: 'boolean' } } },
    either: { type: ['string', 'number'] },
    maybe: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    lists: { $ref: '#/$defs/Lists' },
    lines: { type: 'array', items: { $ref: '#/$defs/Line' } },
    delivery: {
      anyOf: [
        {
          type: 'object',
          properties: { kind: { const: 'ship' }, zip: { type: 'string' }, on: { $ref: '#/$defs/Day' } },
          required: ['kind', 'zip'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'pickup' }, shop: { type: 'integer' }, on: { $ref: '#/$defs/Day' } },
          required: ['kind', 'shop'],
        },
      ],
    },
    range: {
      oneOf: [
        { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] },
        { type: 'object', properties: { y: { type: 'integer' } }, required: ['y'] },
      ],
    },
  },
  $defs: {
    Line: { type: 'object', properties: { sku: { type: 'string' }, count: { type: 'integer' } } },
    Lists: { type: 'array', items: { $ref: '#/$defs/Lists' } },
    Day: { type: 'object', properties: { day: { type: 'integer' } } },
  },
};

function read(text: string): unknown {
  const tool = { name: 'doIt', description: 'Does something.', inputSchema: SCHEMA, capabilities: [] };
  const names = makeNames([{ exportedName: 'do_it', tool, strict: false }]);
  return decodeCall(text, { target: 'forge', names }).input;
}

const call = (given: string): string =>
  `<tool><tool_name>do_it</tool_name><arguments>${given}</arguments></tool>`;

function failure(text: string): readonly [string, string] {
  try {
    read(text);
  } catch (error) {
    if (BTCPError.is(error)) return [error.code, error.message];
    throw error;
  }
  throw new Error('It did not fail.');
}

describe('a forge call', () => {
  it('has its strings converted to the types of the schema', () => {
    expect(
      read(
        call(
          '<text>12</text><count> 3 </count><ratio>-0.5e1</ratio><all>true</all><either>7</either><maybe>null</maybe>',
        ),
      ),
    ).toEqual({ text: '12', count: 3, ratio: -5, all: true, either: '7', maybe: null });
  });

  it('leaves a string that cannot be read for the validator', () => {
    expect(read(call('<count>9007199254740993</count><ratio>1e999</ratio><all>yes</all><at>{</at>'))).toEqual(
      {
        count: '9007199254740993',
        ratio: '1e999',
        all: 'yes',
        at: '{',
      },
    );
  });

  it('may write arrays and objects as JSON or as elements', () => {
    expect(read(call('<to>["a","b"]</to><at>{"x":1}</at>'))).toEqual({ to: ['a', 'b'], at: { x: 1 } });
    expect(read(call('<to>a</to><to>b</to><at><x>1</x><deep>false</deep></at>'))).toEqual({
      to: ['a', 'b'],
      at: { x: 1, deep: false },
    });
    expect(read(call('<to><item>a</item><item>b</item></to><sizes><n>1</n></sizes>'))).toEqual({
      to: ['a', 'b'],
      sizes: [1],
    });
    expect(read(call('<to>a</to><sizes>4</sizes>'))).toEqual({ to: ['a'], sizes: [4] });
  });

  it('is read by the branch that its literals and names select', () => {
    expect(read(call('<delivery><kind>pickup</kind><shop>3</shop><on><day>4</day></on></delivery>'))).toEqual(
      {
        delivery: { kind: 'pickup', shop: 3, on: { day: 4 } },
      },
    );
    expect(read(call('<delivery><kind>ship</kind><zip>01234</zip></delivery>'))).toEqual({
      delivery: { kind: 'ship', zip: '01234' },
    });
    expect(read(call('<range><y>2</y></range>'))).toEqual({ range: { y: 2 } });
    expect(read(call('<delivery><kind>post</kind><shop>3</shop></delivery>'))).toEqual({
      delivery: { kind: 'post', shop: '3' },
    });
  });

  it('may write one object where an array of objects is expected', () => {
    expect(read(call('<lines><sku>A</sku></lines>'))).toEqual({ lines: [{ sku: 'A' }] });
    expect(read(call('<lines><sku>A</sku><count>2</count></lines>'))).toEqual({
      lines: [{ sku: 'A', count: 2 }],
    });
    expect(read(call('<lines><line><sku>A</sku></line><line><count>2</count></line></lines>'))).toEqual({
      lines: [{ sku: 'A' }, { count: 2 }],
    });
  });

  it('ends for a schema of endlessly nested arrays', () => {
    expect(JSON.stringify(read(call('<lists>a</lists>')))).toMatch(/^\{"lists":\[+"a"\]+\}$/);
  });

  it('may hold the end of a call in CDATA, and characters as entities', () => {
    expect(read(call('<text><![CDATA[</tool> & <b>]]></text>'))).toEqual({ text: '</tool> & <b>' });
    expect(read(call('<text>a &lt; b &amp;&amp; c &#x1F600; &unknown; a < b & c</text>'))).toEqual({
      text: 'a < b && c 😀 &unknown; a < b & c',
    });
  });

  it('is the first one in a text', () => {
    const second = call('<text>second</text>');
    expect(read(`Thinking… ${call('<text>first</text>')} and ${second}`)).toEqual({ text: 'first' });
  });

  it('may be JSON, as older versions write it', () => {
    const json = { server_name: 'local', tool_name: 'do_it', arguments: { text: '</tool> }', count: 3 } };
    expect(read(`<tool>\n${JSON.stringify(json, null, 2)}\n</tool>`)).toEqual({
      text: '</tool> }',
      count: 3,
    });
  });

  it('may name arguments in any script', () => {
    expect(read(call('<größe>3</größe><文>x</文>'))).toEqual({ größe: '3', 文: 'x' });
  });

  it('fails where arguments stand outside of <arguments>, which would be lost', () => {
    expect(failure('<tool><tool_name>do_it</tool_name><count>3</count></tool>')).toEqual([
      'INVALID_INPUT',
      'The tool call has <count> where only <arguments> may hold arguments.',
    ]);
  });

  it('fails with a reason', () => {
    expect(failure('Nothing to do.')).toEqual([
      'INVALID_ARGUMENT',
      'There is no tool call: the text has no <tool> in it.',
    ]);
    expect(failure('<tool><arguments/></tool>')).toEqual([
      'INVALID_INPUT',
      'The tool call has no tool_name.',
    ]);
    expect(failure('<tool><tool_name>do_it</tool_name>')).toEqual([
      'INVALID_INPUT',
      'The tool call does not end: </tool> is missing.',
    ]);
    expect(failure('<tool><tool_name>do_it</tool></tool_name>')).toEqual([
      'INVALID_INPUT',
      'The tool call ends <tool_name> with </tool>.',
    ]);
    expect(failure('<tool>{"tool_name": "do_it"')).toEqual([
      'INVALID_INPUT',
      'The tool call is not a complete JSON object.',
    ]);
    expect(failure('<tool><server_name>files</server_name><tool_name>do_it</tool_name></tool>')[0]).toBe(
      'TOOL_NOT_FOUND',
    );
    expect(failure(call('<a>'.repeat(5000)))).toEqual([
      'INVALID_INPUT',
      'The tool call nests more than 64 levels deep.',
    ]);
  });

  it('has no lone surrogates', () => {
    expect(read(call('<text>&#xD83D; &#128512;</text>'))).toEqual({ text: '&#xD83D; 😀' });
  });

  it('is read in time, whatever it holds', () => {
    const started = process.cpuUsage();
    expect(read(call(`<text>${'<'.repeat(200_000)}</text>`))).toEqual({ text: '<'.repeat(200_000) });
    failure(`<tool><tool_name ${'a="" '.repeat(20_000)}`);
    failure(call('<![CDATA['.repeat(20_000)));
    expect(read(call('<text>a</text>'.repeat(30_000)))).toMatchObject({ text: { length: 30_000 } });
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});
