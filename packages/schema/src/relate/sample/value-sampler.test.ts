import { expect, it } from 'vitest';
import { Random, ValueSampler } from './value-sampler.ts';

it('ends where a union refers to nothing but itself', () => {
  const schema = {
    $ref: '#/$defs/U',
    $defs: { U: { anyOf: [{ $ref: '#/$defs/U' }], description: 'Itself.' } },
  };
  const sampler = new ValueSampler(schema, [], new Random(1));
  expect(JSON.stringify(sampler.sample())).toBeTypeOf('string');
});
