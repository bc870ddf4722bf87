import type { Step } from '../../lower/schema-rules.ts';
import { typesOf } from '../../lower/schema-kinds.ts';

/** Adds `items` that accept anything to an array without, for targets that require them. */
export const requireItems: Step = (schema, lowering) => {
  if (!typesOf(schema).includes('array') || Object.hasOwn(schema, 'items')) return schema;
  const detail = 'an array needs `items`; `{}` means the same as none';
  lowering.report({ code: 'keyword-rewritten', keyword: 'items', detail, effect: 'none' });
  if (Object.hasOwn(schema, 'unevaluatedItems')) {
    const lost = 'with `items` there are none left that it is about; still enforced by the BTCP runtime';
    lowering.report({
      code: 'keyword-unenforced',
      keyword: 'unevaluatedItems',
      detail: lost,
      effect: 'widens',
    });
  }
  return { ...schema, items: {} };
};
