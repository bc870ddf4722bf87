import { isObject, mapValues, omitKeys, type MutableObject } from '../../model/own-property.ts';
import { joinPointer } from '../../model/pointer.ts';
import type { Random, ValueSampler } from './value-sampler.ts';
import type { JsonSchema } from '@btcp/core';
import { walkSchema } from '../../model/walk-schema.ts';

/**
 * Copies of a JSON value in which one place, itself included, is replaced.
 *
 * @param replacementsOf - The values to try in the place of one. Places are pointers in which all items of an array are `*`.
 */
export function* varyValue(
  value: unknown,
  replacementsOf: (value: unknown, place: string) => Iterable<unknown>,
  place: string = '',
): Iterable<unknown> {
  yield* replacementsOf(value, place);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const varied of varyValue(item, replacementsOf, `${place}/*`))
        yield value.with(index, varied) as unknown;
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value))
      for (const varied of varyValue(member, replacementsOf, joinPointer(place, name)))
        yield mapValues(value, (other, key) => (key === name ? varied : other));
  }
}

/** Longer strings and arrays are not tried. */
const MAX_LENGTH = 5000;
const MAX_ITEMS = 1000;

/** Values in the place of one that lie at limits: the numbers themselves, and strings and arrays of such lengths. */
export function boundaryValues(value: unknown, limits: readonly number[]): readonly unknown[] {
  if (typeof value === 'number') return limits;
  const lengths = limits.filter((limit) => Number.isInteger(limit) && limit >= 0);
  if (typeof value === 'string')
    return lengths
      .filter((length) => length <= MAX_LENGTH)
      .map((length) => value.slice(0, length).padEnd(length, value.at(-1) ?? 'x'));
  if (Array.isArray(value) && value.length > 0)
    return lengths
      .filter((length) => length <= MAX_ITEMS)
      .map((length) => Array.from({ length }, (_, index) => value[index % value.length] as unknown));
  return [];
}

/** A value with one place of it changed: replaced, left out, doubled or added. */
export function mutateValue(value: unknown, sampler: ValueSampler, random: Random): unknown {
  if (Array.isArray(value)) return mutateList(value, sampler, random);
  if (isObject(value)) return mutateObject(value, sampler, random);
  if (typeof value === 'number' && random.isLucky(0.5)) return value + (random.pick([-1, 1, 0.5, 1000]) ?? 1);
  if (typeof value === 'string' && random.isLucky(0.5))
    return random.isLucky(0.5) ? `${value}!` : value.slice(1);
  return sampler.sampleAnything(4);
}

function mutateList(list: readonly unknown[], sampler: ValueSampler, random: Random): unknown[] {
  if (list.length === 0 || random.isLucky(0.2)) return [...list, sampler.sampleAnything(4)];
  if (random.isLucky(0.2)) return [...list, list[0]];
  if (random.isLucky(0.2)) return list.slice(1);
  const index = random.below(list.length);
  return list.with(index, mutateValue(list[index], sampler, random));
}

function mutateObject(object: MutableObject, sampler: ValueSampler, random: Random): MutableObject {
  const name = random.pick(Object.keys(object));
  if (name === undefined || random.isLucky(0.2)) return { ...object, extra: sampler.sampleAnything(4) };
  if (random.isLucky(0.2)) return omitKeys(object, [name]);
  return mapValues(object, (value, key) => (key === name ? mutateValue(value, sampler, random) : value));
}

/** Maximum numbers to try. */
const MAX_NUMBERS = 40;

/** The numbers in a schema's limits, and their neighbours: where verdicts change. */
export function findLimits(schema: JsonSchema): readonly number[] {
  const limits = new Set<number>();
  walkSchema(schema, (node) => {
    for (const value of isObject(node) ? Object.values(node) : []) {
      if (typeof value === 'number' && limits.size < MAX_NUMBERS) {
        for (const near of [value - 1, value, value + 1]) limits.add(near);
      }
    }
  });
  return [...limits];
}
