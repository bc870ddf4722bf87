import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { readProducts } from '../dom/read-products.ts';
import { Product } from '../schemas/product.ts';

const Filters = Type.Object(
  {
    color: Type.Optional(Type.String({ description: 'Color, such as "red"' })),
    priceMin: Type.Optional(Type.Number({ minimum: 0, description: 'Lowest price in euros' })),
    priceMax: Type.Optional(Type.Number({ minimum: 0, description: 'Highest price in euros' })),
  },
  { additionalProperties: false, description: 'Conditions that every result meets' },
);

/** Search for products in the catalog */
export const searchProducts = defineTool({
  inputSchema: Type.Object(
    {
      query: Type.String({
        maxLength: 200,
        description: 'Words that all occur in the name, category or color; empty for every product',
      }),
      filters: Type.Optional(Filters),
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Most results to return' }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object(
    {
      results: Type.Array(Product, { description: 'In the order of the page' }),
      totalCount: Type.Integer({ minimum: 0, description: 'How many products match, also beyond the limit' }),
    },
    { additionalProperties: false },
  ),
  capabilities: ['dom:read'],
  examples: [
    {
      description: 'Search for red shoes',
      input: { query: 'shoes', filters: { color: 'red' } },
      // btcp-ignore example-output-differs: it is the protocol's own, of a catalog that is not shown there
      output: {
        results: [{ id: 'p-101', name: 'Trail running shoes', category: 'shoes', color: 'red', price: 89.9 }],
        totalCount: 42,
      },
    },
    {
      description: 'Search with price range',
      input: { query: 'laptop', filters: { priceMin: 500, priceMax: 1000 } },
    },
  ],
  execute({ query, filters = {}, limit }, { dom = document }) {
    const { color, priceMin = 0, priceMax = Infinity } = filters;
    if (priceMin > priceMax) {
      throw new BTCPError('INVALID_PRICE_RANGE', {
        message: `No price is at least ${priceMin} and at most ${priceMax}.`,
        suggestion: 'Make priceMin the lower of the two.',
      });
    }
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = readProducts(dom).filter(
      (product) =>
        containsAll(product, words) &&
        (color === undefined || product.color.toLowerCase() === color.trim().toLowerCase()) &&
        product.price >= priceMin &&
        product.price <= priceMax,
    );
    return { results: found.slice(0, limit), totalCount: found.length };
  },
});

function containsAll({ name, category, color }: Product, words: readonly string[]): boolean {
  const text = `${name} ${category} ${color}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Deletes one product from the catalog by its id, for good. Fails if there is no such product or if it is protected. */
export const deleteItem = defineTool({
  inputSchema: Type.Object(
    {
      /** Id of the product, as searchProducts gives it. */
      itemId: Type.String({ minLength: 1 }),
    },
    { additionalProperties: false },
  ),
  capabilities: ['dom:read', 'dom:write'],
  tags: ['products', 'write'],
  execute({ itemId }, { dom = document }) {
    const item = Array.from(dom.querySelectorAll<HTMLElement>('[data-id]')).find(
      ({ dataset }) => dataset['id'] === itemId,
    );
    if (!item) {
      throw new BTCPError('ITEM_NOT_FOUND', {
        message: `No item found with ID: ${itemId}`,
        suggestion: 'Use searchProducts to get valid item IDs',
      });
    }
    if (item.dataset['protected'] === 'true') {
      throw new BTCPError('PERMISSION_DENIED', {
        message: `Item ${itemId} is protected and cannot be deleted`,
        suggestion: 'Only unprotected items can be deleted',
      });
    }
    item.remove();
    return { success: true, deletedId: itemId };
  },
});
