import { createMockDOM } from '@btcp/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteItem, searchProducts } from '../src/tools/products.ts';
import { openShopPage } from './shop-page.ts';

let dom: Document;
beforeEach(() => {
  dom = openShopPage();
});

type Input = Parameters<typeof searchProducts>[0];

const search = (input: Omit<Input, 'limit'> & Partial<Input>) => {
  const { results, totalCount } = searchProducts({ limit: 20, ...input }, { dom });
  return [totalCount, ...results.map(({ id }) => id)];
};

describe('searchProducts', () => {
  it('gives products as the page shows them', () => {
    expect(searchProducts({ query: 'trail', limit: 20 }, { dom })).toEqual({
      results: [{ id: 'p-101', name: 'Trail running shoes', category: 'shoes', color: 'red', price: 89.9 }],
      totalCount: 1,
    });
  });

  it.each([
    [{ query: 'shoes', filters: { color: 'red' } }, [2, 'p-101', 'p-102']],
    [{ query: 'shoes', filters: { color: ' Red ' } }, [2, 'p-101', 'p-102']],
    [{ query: 'laptop', filters: { priceMin: 500, priceMax: 1000 } }, [2, 'p-201', 'p-202']],
    [{ query: 'laptop', filters: { priceMax: 549 } }, [1, 'p-201']],
    [{ query: 'BLACK  laptop' }, [2, 'p-202', 'p-203']],
    [{ query: 'umbrella' }, [0]],
    [{ query: '', limit: 2 }, [8, 'p-101', 'p-102']],
    [{ query: '"]' }, [0]],
  ])('%j', (input, expected) => {
    expect(search(input)).toEqual(expected);
  });

  it('gives at most as many as it is asked for', () => {
    const card = '<i class="product" data-id="a" data-price="1"><b class="name">x</b></i>';
    dom = createMockDOM(card.repeat(30));
    expect(searchProducts({ query: 'x', limit: 20 }, { dom })).toMatchObject({
      results: { length: 20 },
      totalCount: 30,
    });
    expect(searchProducts({ query: 'x', limit: 100 }, { dom })).toMatchObject({ results: { length: 30 } });
  });

  it('refuses a price range without prices', () => {
    expect(() => search({ query: '', filters: { priceMin: 2, priceMax: 1 } })).toThrow(
      expect.objectContaining({
        code: 'INVALID_PRICE_RANGE',
        message: 'No price is at least 2 and at most 1.',
        suggestion: 'Make priceMin the lower of the two.',
      }),
    );
  });
});

describe('deleteItem', () => {
  it('deletes one product', () => {
    expect(deleteItem({ itemId: 'p-102' }, { dom })).toEqual({ success: true, deletedId: 'p-102' });
    expect(search({ query: 'shoes' })).toEqual([2, 'p-101', 'p-103']);
  });

  it.each(['p-999', 'p-101"], [data-id="p-102', '"', '\\', ''])('refuses the unknown %j', (itemId) => {
    expect(() => deleteItem({ itemId }, { dom })).toThrow(
      expect.objectContaining({
        code: 'ITEM_NOT_FOUND',
        message: `No item found with ID: ${itemId}`,
        suggestion: 'Use searchProducts to get valid item IDs',
      }),
    );
    expect(search({ query: '' })[0]).toBe(8);
  });

  it('finds an id with quotes in it', () => {
    dom = createMockDOM('<p data-id=\'a"]\'></p><p data-id="b"></p>');
    expect(deleteItem({ itemId: 'a"]' }, { dom })).toEqual({ success: true, deletedId: 'a"]' });
    expect(dom.querySelectorAll('[data-id]').length).toBe(1);
  });

  it('refuses a protected product', () => {
    expect(() => deleteItem({ itemId: 'p-301' }, { dom })).toThrow(
      expect.objectContaining({
        code: 'PERMISSION_DENIED',
        message: 'Item p-301 is protected and cannot be deleted',
      }),
    );
    expect(search({ query: 'gift' })).toEqual([1, 'p-301']);
  });
});
