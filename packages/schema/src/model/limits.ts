import { isMultiple, codePoints } from '../runtime/values.ts';

/** Imports a helper of the runtime into emitted code, and returns its name there. */
type Use = (helper: 'codePoints' | 'isMultiple') => string;

/** What is known of the numbers that fit some schemas: an interval with open or closed ends, and factors of all of them. */
export interface NumberFacts {
  low: number;
  isLowOut: boolean;
  high: number;
  isHighOut: boolean;
  factors: readonly number[];
}

/** A keyword that limits values of one type by a number: all that is known of it, but its sentence, and how targets treat it. */
export interface Limit<Value> {
  /** What its own value must be: any number, one that older drafts write as a boolean, a positive or a natural one. */
  readonly shape: 'number' | 'limit' | 'factor' | 'count';
  readonly holds: (value: Value, limit: number) => boolean;
  /** An expression that is true if the value of a variable is not within a limit. */
  readonly emit: (data: string, limit: number, use: Use) => string;
  /** The limit that says what two say; undefined where there is none. */
  readonly merge: (a: number, b: number) => number | undefined;
  /** Whether all numbers of which some facts are known are within a limit. */
  readonly isProven?: (facts: NumberFacts, limit: number) => boolean;
  /** What is known of numbers when the limit is known, too. */
  readonly narrow?: (facts: NumberFacts, limit: number) => Partial<NumberFacts>;
  /** The least value from a value on that is within a limit. */
  readonly next?: (value: Value, limit: number) => number;
  /** Whether libraries judge values by a limit in their own ways, as fractions are rounded. */
  readonly isDisputed?: (limit: number) => boolean;
  /** The attribute of a field in HTML that means the same. */
  readonly attribute?: string;
}

type NumberLimit = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf';

/** The limits by the type of values that they apply to, in the order in which they are checked. */
export interface Limits {
  readonly number: Readonly<
    Record<NumberLimit, Limit<number> & Required<Pick<Limit<number>, 'isProven' | 'narrow'>>>
  >;
  readonly string: Readonly<Record<'minLength' | 'maxLength', Limit<string>>>;
  readonly array: Readonly<Record<'minItems' | 'maxItems', Limit<readonly unknown[]>>>;
  readonly object: Readonly<Record<'minProperties' | 'maxProperties', Limit<object>>>;
}

const sizeOf = (value: object): number => Object.keys(value).length;

/** The larger of two factors, where it is a multiple of the other. */
function mergeFactors(a: number, b: number): number | undefined {
  const [small, large] = a < b ? [a, b] : [b, a];
  return Number.isInteger(small) && Number.isInteger(large) && large % small === 0 ? large : undefined;
}

export const LIMITS: Limits = {
  number: {
    minimum: {
      shape: 'number',
      holds: (value, limit) => value >= limit,
      emit: (data, limit) => `${data}<${limit}`,
      merge: Math.max,
      isProven: ({ low }, limit) => low >= limit,
      narrow: ({ low }, limit) => (limit > low ? { low: limit, isLowOut: false } : {}),
      attribute: 'min',
    },
    maximum: {
      shape: 'number',
      holds: (value, limit) => value <= limit,
      emit: (data, limit) => `${data}>${limit}`,
      merge: Math.min,
      isProven: ({ high }, limit) => high <= limit,
      narrow: ({ high }, limit) => (limit < high ? { high: limit, isHighOut: false } : {}),
      attribute: 'max',
    },
    exclusiveMinimum: {
      shape: 'limit',
      holds: (value, limit) => value > limit,
      emit: (data, limit) => `${data}<=${limit}`,
      merge: Math.max,
      isProven: ({ low, isLowOut }, limit) => low > limit || (low === limit && isLowOut),
      narrow: ({ low }, limit) => (limit >= low ? { low: limit, isLowOut: true } : {}),
    },
    exclusiveMaximum: {
      shape: 'limit',
      holds: (value, limit) => value < limit,
      emit: (data, limit) => `${data}>=${limit}`,
      merge: Math.min,
      isProven: ({ high, isHighOut }, limit) => high < limit || (high === limit && isHighOut),
      narrow: ({ high }, limit) => (limit <= high ? { high: limit, isHighOut: true } : {}),
    },
    multipleOf: {
      shape: 'factor',
      holds: isMultiple,
      emit: (data, limit, use) => `!${use('isMultiple')}(${data},${limit})`,
      merge: mergeFactors,
      isProven: ({ factors }, limit) => factors.some((factor) => isMultiple(factor, limit)),
      narrow: ({ factors }, limit) => ({ factors: [...factors, limit] }),
      next: (value, limit) => Math.ceil(value / limit) * limit,
      isDisputed: (limit) => !Number.isInteger(limit),
      attribute: 'step',
    },
  },
  // A code point is one or two UTF-16 units, so that most strings need no counting.
  string: {
    minLength: {
      shape: 'count',
      holds: (value, limit) => codePoints(value) >= limit,
      emit(data, limit, use) {
        const isShort = `${data}.length<${limit}`;
        if (limit < 2) return isShort;
        return `${isShort}||${data}.length<${2 * limit}&&${use('codePoints')}(${data})<${limit}`;
      },
      merge: Math.max,
    },
    maxLength: {
      shape: 'count',
      holds: (value, limit) => codePoints(value) <= limit,
      emit: (data, limit, use) => `${data}.length>${limit}&&${use('codePoints')}(${data})>${limit}`,
      merge: Math.min,
    },
  },
  array: {
    minItems: {
      shape: 'count',
      holds: (value, limit) => value.length >= limit,
      emit: (data, limit) => `${data}.length<${limit}`,
      merge: Math.max,
    },
    maxItems: {
      shape: 'count',
      holds: (value, limit) => value.length <= limit,
      emit: (data, limit) => `${data}.length>${limit}`,
      merge: Math.min,
    },
  },
  object: {
    minProperties: {
      shape: 'count',
      holds: (value, limit) => sizeOf(value) >= limit,
      emit: (data, limit) => `Object.keys(${data}).length<${limit}`,
      merge: Math.max,
    },
    maxProperties: {
      shape: 'count',
      holds: (value, limit) => sizeOf(value) <= limit,
      emit: (data, limit) => `Object.keys(${data}).length>${limit}`,
      merge: Math.min,
    },
  },
};

export const limitsOf = (type: keyof Limits): readonly (readonly [name: string, limit: Limit<never>])[] =>
  Object.entries<Limit<never>>(LIMITS[type]);

export const LIMITED_TYPES: readonly (keyof Limits)[] = ['number', 'string', 'array', 'object'];
