import { ts } from '../source/ts.ts';
import { unwrap } from '../source/unwrap.ts';
import type { Origin } from './call-origin.ts';

/** What calls something. */
export type Call = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression;

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** Methods of the language that change what they are called on. */
const CHANGING = words('push pop shift unshift splice sort reverse fill copyWithin', 'set add delete clear');

/** Methods of the language that only read; one of the author's own classes is looked into. */
const READING = words(
  'forEach map filter flatMap some every find findIndex findLast reduce join includes indexOf at',
  'slice concat flat toSorted keys values entries get has toString startsWith endsWith match test replace',
  'split trim then',
);

/** Functions of the language that return nothing of what they are given. */
const NO_PART = words(
  'keys stringify structuredClone String Number Boolean isArray is hasOwn parse',
  'includes indexOf some every findIndex join has startsWith endsWith toString test',
);

/** Functions of the language that change their first argument. */
const CHANGES_FIRST = words('assign defineProperty defineProperties setPrototypeOf set deleteProperty');

/** Functions of TypeBox's `Value` that do. */
const TYPEBOX_CHANGES_FIRST = words('Mutate Default Clean Convert Cast');

/** Those that fill its registries, or call back. */
const TYPEBOX_DOES_MORE = words('Set Clear Delete Patch Type Format Recursive');

export const isChanging = (method: string): boolean => CHANGING.has(method);
export const isAssigning = (method: string): boolean => CHANGES_FIRST.has(method);
export const isReading = (method: string): boolean => READING.has(method);

/** Whether a call of TypeBox only makes something, or reads. */
export function isMakingOnly({ expression }: ts.CallExpression): boolean {
  const callee = unwrap(expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  return !TYPEBOX_CHANGES_FIRST.has(name) && !TYPEBOX_DOES_MORE.has(name);
}

/** Whether a call is one of `Object.assign(value, …)`, also as `const { assign } = Object`. */
export function changesFirstArgument(callee: ts.Expression, origin: Origin): boolean {
  if (origin.kind !== 'built-in' && origin.kind !== 'typebox') return false;
  const method = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  if (origin.kind === 'typebox') return TYPEBOX_CHANGES_FIRST.has(method);
  if (origin.name !== 'Object' && origin.name !== 'Reflect') return false;
  // Under another name it may be any of them.
  return !ts.isPropertyAccessExpression(callee) || CHANGES_FIRST.has(method);
}

/** Whether a call gives something that has nothing of what it is made with. */
export function returnsNoPart(callee: ts.Expression, origin: Origin): boolean {
  const method = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  if (origin.kind === 'built-in') return NO_PART.has(method);
  // `keys()` of a set are its values.
  return (
    origin.kind === 'own' && ts.isPropertyAccessExpression(callee) && method !== 'keys' && NO_PART.has(method)
  );
}

/** What a call hands over. */
export function argumentsOf(call: Call): readonly ts.Expression[] {
  if (!ts.isTaggedTemplateExpression(call)) return call.arguments ?? [];
  const { template } = call;
  const spans = ts.isTemplateExpression(template) ? template.templateSpans : [];
  return [template, ...spans.map(({ expression }) => expression)];
}
