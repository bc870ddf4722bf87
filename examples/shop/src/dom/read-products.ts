import type { Product } from '../schemas/product.ts';

/** The products that the page shows, in its order. */
export function readProducts(dom: Document): Product[] {
  return Array.from(dom.querySelectorAll<HTMLElement>('.product[data-id]'), readProduct);
}

function readProduct(card: HTMLElement): Product {
  const { id = '', category = '', color = '', price } = card.dataset;
  return {
    id,
    name: card.querySelector('.name')?.textContent?.trim() ?? '',
    category,
    color,
    price: Number(price) || 0,
  };
}
