import type { ast } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import { isFrom, symbolOf } from '../read/symbols.ts';
import { type Move, NOWHERE, Place } from './place.ts';

type Node = ast.Node;

/** A call of a function of the language: of an object if it is a method. */
export interface LibraryCall {
  readonly holder: Place;
  readonly args: readonly Place[];
  readonly result: Place;
}

/** What code throws, anywhere. */
export const THROWN: Place = new Place();
/** The field of an iterator for what `next` gives its generator. */
export const SENT = '(next';

type Rule = (call: LibraryCall, first: Place, second: Place) => readonly Move[];

const keeps: Rule = ({ holder, args, result }) => [
  ...args.map((each): Move => [holder.element, each]),
  [result, holder],
];
const takes: Rule = ({ holder, result }) => [[result, holder.element]];
const nothing: Rule = () => [];
const selects: Rule = ({ holder, args, result }, first) => [
  [result, holder],
  [first.parameter(0), holder.element],
  ...args.map((each): Move => [holder, each]),
];
const maps: Rule = ({ holder, result }, first) => [
  [first.parameter(0), holder.element],
  [result.element, first.result],
];
const reduces: Rule = ({ holder, result }, first, second) => [
  [first.parameter(1), holder.element],
  [first.parameter(0), result],
  [result, first.result],
  [result, second],
];
const settles: Rule = ({ holder, result }, first, second) => [
  [first.parameter(0), holder],
  [first.parameter(0), THROWN],
  [second.parameter(0), THROWN],
  [result, holder],
  [result, first.result],
  [result, second.result],
];
const passesThrough: Rule = ({ args, result }) => args.map((each) => [result, each]);

/** Where methods of lists, sets, maps, iterators, promises and functions move values. */
const METHODS: Readonly<Record<string, Rule>> = {
  ...ofAll('push unshift add fill splice', keeps),
  ...ofAll('get at pop shift', takes),
  ...ofAll('find findLast', (call, first, second) => [
    ...takes(call, first, second),
    [first.parameter(0), call.holder.element],
  ]),
  ...ofAll('clear delete has includes indexOf join keys lastIndexOf toString', nothing),
  ...ofAll('filter slice sort reverse values entries toReversed toSorted take drop toArray', selects),
  ...ofAll('forEach some every map', maps),
  ...ofAll('reduce reduceRight', reduces),
  ...ofAll('then catch finally', settles),
  concat: (call, first, second) => [...selects(call, first, second), ...keeps(call, first, second)],
  flat: ({ holder, result }) => [
    [holder, holder.element],
    [result, holder],
  ],
  flatMap: (call, first) => [
    [first.parameter(0), call.holder.element],
    [call.result, first.result],
    [call.result.element, first.result],
  ],
  next: ({ holder, result }, first) => [
    [result.field('value'), holder.element],
    [holder.field(SENT), first],
  ],
  set: ({ holder, result }, _, second) => [
    [holder.element, second],
    [result, holder],
  ],
};

/** Where functions of the language move values, by the text of the callee; of a class, where `new` does. */
const FUNCTIONS: Readonly<Record<string, Rule>> = {
  ...ofAll('Object.keys Object.hasOwn Object.is Object.isFrozen Array.isArray', nothing),
  ...ofAll('AggregateError Error EvalError RangeError ReferenceError SyntaxError TypeError', passesThrough),
  ...ofAll('Map WeakMap', ({ result }, first) => [[result.element, first.element.element]]),
  ...ofAll('Set WeakSet Array', ({ result }, first) => [[result.element, first.element]]),
  ...ofAll('Object.values Object.entries', ({ result }, first) => [[result.element, first.whole]]),
  ...ofAll('Object.assign Object.freeze Object.seal Object.create Proxy', passesThrough),
  ...ofAll('Promise.all Promise.allSettled Promise.any Promise.race Promise.resolve', passesThrough),
  'Object.fromEntries': ({ result }, first) => [[result.whole, first.element.element]],
  'Array.from': ({ result }, first, second) => [
    [second.parameter(0), first.element],
    [result.element, first.element],
    [result.element, second.result],
  ],
  'Array.of': ({ args, result }) => args.map((each) => [result.element, each]),
  'Reflect.get': ({ result }, first) => [[result, first.whole]],
  Promise: ({ result }, first) => [
    [first.parameter(0).parameter(0), result],
    [first.parameter(1).parameter(0), THROWN],
  ],
};

function ofAll(names: string, rule: Rule): Readonly<Record<string, Rule>> {
  return Object.fromEntries(names.split(' ').map((each) => [each, rule]));
}

// Of any other, the result may be or hold whatever it was given.
const mixes: Rule = ({ holder, args, result }) => [
  [result, holder],
  ...args.map((each): Move => [result, each]),
  [result, result.whole],
];

/** Where a call of the language moves values: by the text of its callee, or the name of the method. */
export function movesOfLibrary(
  callee: string,
  method: string | undefined,
  call: LibraryCall,
  isOfLanguage: boolean,
): readonly Move[] {
  const [first = NOWHERE, second = NOWHERE] = call.args;
  const rule = ruleOf(FUNCTIONS, callee) ?? ruleOf(METHODS, method) ?? (isOfLanguage ? mixes : nothing);
  return rule(call, first, second);
}

function ruleOf(rules: Readonly<Record<string, Rule>>, name: string | undefined): Rule | undefined {
  return name !== undefined && Object.hasOwn(rules, name) ? rules[name] : undefined;
}

/** What gives no functions: numbers, texts, dates. */
const DATA =
  /^(?:String|Number|BigInt|Boolean|Math|JSON|Date|RegExp|Symbol|Intl|Console|Atomics|parse\w+|is\w+|\w+code\w*)(?:Constructor)?$/;

/** Whether a call may give a function that it was given: not one of the page, or of numbers and texts. */
export function mayMove(code: Code, callee: Node): boolean {
  const symbol = symbolOf(code, callee);
  if (isFrom(symbol, 'platform', 'dependency', 'node', 'toolkit')) return false;
  return !DATA.test(symbol?.getParent()?.name ?? symbol?.name ?? '');
}
