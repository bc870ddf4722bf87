import type { Step } from '../schema-rules.ts';
import { typesOf } from '../schema-kinds.ts';

/** Says of an array without `items` that they may be anything, where a target refuses the silence. */
export const requireItems: Step = (schema, lowering) => {
  if (!typesOf(schema).includes('array') || Object.hasOwn(schema, 'items')) return schema;
  // What `items` describes is evaluated, so that this keyword has nothing more to say.
  const widens = Object.hasOwn(schema, 'unevaluatedItems');
  const detail = widens
    ? 'an array needs `items`, and with `{}` nothing is left that `unevaluatedItems` is about'
    : 'an array needs `items`; `{}` means the same as none';
  lowering.report({
    code: 'keyword-rewritten',
    keyword: 'items',
    detail,
    effect: widens ? 'widens' : 'none',
  });
  return { ...schema, items: {} };
};
