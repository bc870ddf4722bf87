import type {
  Kind,
  OptionalKind,
  TArray,
  TInteger,
  TObject,
  TOptional,
  TSchema,
  TString,
} from '@sinclair/typebox';

// TypeBox's own marks, so that pages need not load TypeBox for them.
const KIND = Symbol.for('TypeBox.Kind') as typeof Kind;
const OPTIONAL = Symbol.for('TypeBox.Optional') as typeof OptionalKind;

/** The parts of schemas of a tool that gives a long list page by page. */
export interface Page<Item extends TSchema> {
  /** Properties of the input: `Type.Object({ …, ...page.input })`. */
  readonly input: { readonly cursor: TOptional<TString>; readonly limit: TInteger };
  /** The output. */
  readonly output: TObject<{ items: TArray<Item>; nextCursor: TOptional<TString> }>;
}

/** How long a page is. */
export interface PageOptions {
  /** How many items at most. Default: 100. */
  readonly maxItems?: number;
  /** How many where a caller does not say. Default: `maxItems`, or 20 if that is less. */
  readonly defaultItems?: number;
  /** What the items are. */
  readonly description?: string;
}

/**
 * Schemas of a list that a caller gets page by page: a `limit` and a `cursor` to ask with, and `items` with the
 * `nextCursor` of the rest, which the last page lacks. A result with too many items fails, and says how to ask for less.
 *
 * @param items - The schema of one item.
 * @example
 * const orders = page(Order, { maxItems: 50 });
 * defineTool({ inputSchema: Type.Object({ state: State, ...orders.input }), outputSchema: orders.output, … })
 */
export function page<Item extends TSchema>(
  items: Item,
  { maxItems = 100, defaultItems = Math.min(maxItems, 20), description }: PageOptions = {},
): Page<Item> {
  const cursor = (says: string): TOptional<TString> =>
    make('String', { type: 'string', maxLength: 1000, description: says, [OPTIONAL]: 'Optional' });
  return {
    input: {
      cursor: cursor('The `nextCursor` of the page before; none for the first page.'),
      limit: make('Integer', {
        type: 'integer',
        minimum: 1,
        maximum: maxItems,
        default: defaultItems,
        description: 'How many items at most.',
      }),
    },
    output: make('Object', {
      type: 'object',
      properties: {
        items: make('Array', {
          type: 'array',
          items,
          maxItems,
          description: description ?? 'The items of this page.',
        }),
        nextCursor: cursor('Pass it as `cursor` for the next page; absent on the last one.'),
      },
      required: ['items'],
      additionalProperties: false,
    }),
  };
}

// The keywords are those of the schema's type.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each use names its type
const make = <T extends TSchema>(kind: string, keywords: object): T =>
  ({ [KIND]: kind, ...keywords }) as object as T;
