import { isObject, mapValues, omitKeys, type MutableObject } from '../../model/own-property.ts';
import type { Random } from './random.ts';
import type { ValueSampler } from './value-sampler.ts';

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
