import type { JsonSchemaObject } from '@btcp/core';
import { expect, it } from 'vitest';
import { explainExport } from './explain-export.ts';
import type { ExportOptions } from '../export/export-tools.ts';

const toolOf = (name: string, properties: JsonSchemaObject, more: JsonSchemaObject = {}) => ({
  name,
  description: 'Does something with what it is given.',
  inputSchema: { type: 'object', properties, ...more },
  capabilities: [],
});

/** Explains the export of a tool with one property, `a`. */
function explain(
  options: ExportOptions,
  a: JsonSchemaObject | boolean,
  more?: JsonSchemaObject,
): readonly string[] {
  const tool = toolOf('tryThis', { a }, more);
  return explainExport([tool], options).changes.map(({ keyword, widened, unproven, counterexample }) => {
    const proof = counterexample === undefined ? 'no proof' : JSON.stringify(counterexample);
    return `${keyword ?? ''}: ${widened ? 'widened' : 'same'}, ${proof}${unproven ? ', unproven' : ''}`;
  });
}

it('proves the combined effect of several lost keywords', () => {
  const tuple = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false };
  expect(explain({ target: 'gemini-openapi' }, tuple)).toEqual([
    'items: widened, {"a":[null]}',
    'prefixItems: widened, {"a":[null]}',
    ': widened, {"a":[{}]}',
  ]);
});

it('proves a keyword of a referenced schema', () => {
  const $defs = { S: { type: 'string', maxLength: 9 } };
  const reference = { $ref: '#/$defs/S', minLength: 3 };
  expect(explain({ target: 'openai-chat', strict: true }, reference, { $defs }).slice(0, 3)).toEqual([
    'minLength: widened, {"a":"x"}',
    'maxLength: widened, {"a":"äxxxxxxxxx"}',
    'maxLength: widened, {"a":"äxxxxxxxxx"}',
  ]);
});

it('proves changes of schemas that nothing fits, and of constants', () => {
  expect(explain({ target: 'gemini-openapi' }, false)).toEqual([': widened, {"a":[false,1]}']);
  expect(explain({ target: 'gemini-openapi' }, { const: { x: 1 } })).toEqual([
    'const: same, no proof',
    'enum: widened, {"a":{}}',
    'type: same, no proof',
  ]);
});

it('ends for a recursive schema with large limits', () => {
  const Node = {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1 },
      children: { type: 'array', items: { $ref: '#/$defs/Node' } },
    },
    required: ['name'],
  };
  const strict: ExportOptions = { target: 'openai-chat', strict: true };
  const list = { type: 'array', items: { $ref: '#/$defs/Node' }, maxItems: 50 };
  expect(explain(strict, list, { $defs: { Node } })).toContain('minLength: widened, {"a":[{"name":""}]}');
});

it('reports where there is no proof, and where nothing is widened', () => {
  const strict: ExportOptions = { target: 'openai-chat', strict: true };
  const closed = { additionalProperties: false, unevaluatedProperties: false };
  expect(explain(strict, { type: 'string' }, closed)).toContain(
    'unevaluatedProperties: widened, no proof, unproven',
  );
  expect(explain(strict, { type: 'string', contentMediaType: 'text/html' })).toContain(
    'contentMediaType: same, no proof',
  );
  expect(explain({ target: 'toolfoundation' }, { type: 'array', contains: { type: 'string' } })).toEqual([
    'contains: same, no proof',
  ]);
});

it('goes on after a tool whose schema can not be compiled', () => {
  const $defs = { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node', default: {} } } } };
  const endless = toolOf(
    'endless',
    { a: { type: 'string', minLength: 2 }, b: { $ref: '#/$defs/Node' } },
    { $defs },
  );
  const known = toolOf('known', { a: { type: 'string', minLength: 2 } });
  const { changes, unchecked, narrowed } = explainExport([endless, known], { target: 'gemini' });
  expect(changes.filter(({ counterexample }) => counterexample !== undefined)).toMatchObject([
    { tool: 'known', counterexample: { a: '' } },
  ]);
  expect(unchecked).toEqual([
    {
      tool: 'endless',
      reason: expect.stringContaining('A default leaves a gap that a default fills') as unknown,
    },
  ]);
  expect(narrowed).toEqual([]);
});

it('tries tools with formats that are not known, and knows samples of the others', () => {
  const tool = toolOf(
    'saveNote',
    {
      note: { type: 'string', format: 'json', minLength: 2 },
      id: { type: 'string', format: 'ulid' },
    },
    { required: ['note', 'id'] },
  );
  const { changes, unchecked } = explainExport([tool], { target: 'gemini' });
  expect(unchecked).toEqual([]);
  expect(changes.map(({ keyword, counterexample }) => [keyword, counterexample])).toEqual([
    ['minLength', { note: 'x', id: expect.stringMatching(/^[0-7][0-9A-Za-z]{25}$/) as unknown }],
  ]);
});
