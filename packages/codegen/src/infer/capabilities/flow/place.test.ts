import { expect, it } from 'vitest';
import type { ast } from '../../../source/types/typescript.ts';
import { Flow, type Move, Place } from './place.ts';

const [save, load] = ['save', 'load'].map((name) => ({ name }) as unknown as ast.Node); // only its identity counts
const table = new Place();
const shared: { moves: readonly Move[] } = { moves: [[table.field('save'), new Place(save)]] };
const own: { moves: readonly Move[] } = { moves: [[table.field('load'), new Place(load)]] };
const picked = new Place();
const computed: { moves: readonly Move[] } = { moves: [[picked, table.whole]] };

it('tells by moves which functions may be in a place', () => {
  const flow = new Flow();
  flow.load([shared, own]);
  expect([...flow.functionsAt(table.field('save'))]).toEqual([save]);
  expect(flow.functionsAt(picked).size).toBe(0);
  expect(new Set(flow.functionsWithin(table))).toEqual(new Set([save, load]));
});

it('takes all members of what is read by a computed name', () => {
  const flow = new Flow();
  flow.load([computed, shared, own]);
  expect(new Set(flow.functionsAt(picked))).toEqual(new Set([save, load]));
});

it('forgets the moves of modules that another tool does not load', () => {
  const flow = new Flow();
  flow.load([shared, own, computed]);
  flow.load([shared]);
  expect([...flow.functionsWithin(table)]).toEqual([save]);
  flow.load([shared, own]);
  expect([...flow.functionsAt(table.field('load'))]).toEqual([load]);
  flow.load([own, computed]);
  expect([...flow.functionsAt(picked)]).toEqual([load]);
});
