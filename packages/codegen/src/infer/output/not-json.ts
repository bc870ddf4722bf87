import type { NotJson } from './conversion.ts';

const LEAVE_OUT = 'Leave it out of the result.';
const DECLARE = 'Give it a more exact type, or declare `outputSchema`.';

type NotJsonName =
  | 'any'
  | 'element'
  | 'unknown'
  | 'unresolved'
  | 'function'
  | 'symbol'
  | 'bigint'
  | 'undefinedElement'
  | 'undefinedResult'
  | 'tooDeep'
  | 'tooLarge';

/** Why a type may have no JSON form, apart from the platform's own types. */
export const NOT_JSON: Readonly<Record<NotJsonName, NotJson>> = {
  any: {
    says: 'is `any`, so nothing is known of its JSON',
    help: 'Give it a more exact type, or declare `outputSchema`; types that a package generates, such as those of Prisma, have to be generated first.',
  },
  element: {
    says: 'is an element that JSX makes, which JSON cannot carry',
    help: 'Return the data that the element shows, as strings, numbers or plain objects, and leave rendering to the page.',
  },
  unknown: { says: 'is `unknown`, so nothing is known of its JSON', help: DECLARE },
  unresolved: {
    says: 'has a type parameter that nothing fixes, so nothing is known of its JSON',
    help: DECLARE,
  },
  function: { says: 'is a function, which JSON leaves out', help: LEAVE_OUT },
  symbol: { says: 'is a symbol, which JSON leaves out', help: LEAVE_OUT },
  bigint: {
    says: 'is a bigint, which JSON cannot write',
    help: 'Return a string (`String(value)`), or a number where it is small enough (`Number(value)`).',
  },
  undefinedElement: {
    says: 'may be undefined, which JSON writes as null inside an array',
    help: 'Filter it out, or write null where null is meant.',
  },
  undefinedResult: {
    says: 'is sometimes undefined, which JSON cannot write',
    help: 'Return a value on every path (null where there is none), or on no path.',
  },
  tooDeep: {
    says: 'nests too deeply to be described',
    help: 'Return a flatter object with the data you need, or declare `outputSchema`.',
  },
  tooLarge: {
    says: 'has too many properties to be described',
    help: 'Return a smaller object with the data you need, or declare `outputSchema`.',
  },
};
