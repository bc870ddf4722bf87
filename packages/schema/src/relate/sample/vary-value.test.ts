import { expect, it } from 'vitest';
import { boundaryValues, varyValue } from './vary-value.ts';

it('replaces one place at a time, itself included', () => {
  const value = JSON.parse('{"a":[1,2],"__proto__":{"b":3}}') as object;
  const varied = [...varyValue(value, (at) => (typeof at === 'number' ? [0] : []))];
  expect(varied.map((each) => JSON.stringify(each))).toEqual([
    '{"a":[0,2],"__proto__":{"b":3}}',
    '{"a":[1,0],"__proto__":{"b":3}}',
    '{"a":[1,2],"__proto__":{"b":0}}',
  ]);
  expect([...varyValue('x', () => ['y', 'z'])]).toEqual(['y', 'z']);
});

it('places values at limits', () => {
  const limits = [-1, 0, 2, 2.5, 6000];
  expect(boundaryValues(7, limits)).toEqual(limits);
  expect(boundaryValues('abc', limits)).toEqual(['', 'ab']);
  expect(boundaryValues('a', [3])).toEqual(['aaa']);
  expect(boundaryValues(['a', 'b', 'c'], [0, 4])).toEqual([[], ['a', 'b', 'c', 'a']]);
  expect([[], {}, null, true].flatMap((value) => boundaryValues(value, limits))).toEqual([]);
});

it('names the place of what it replaces', () => {
  const places: string[] = [];
  const visit = (_: unknown, place: string) => (places.push(place), []);
  expect([...varyValue({ a: [1, { 'b/c': 2 }] }, visit)]).toEqual([]);
  expect(places).toEqual(['', '/a', '/a/*', '/a/*', '/a/*/b~1c']);
});
