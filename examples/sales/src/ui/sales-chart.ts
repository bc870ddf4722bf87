import { openApp } from '@btcp/client/app';
import { BTCPError } from '@btcp/core';
import type { Tools } from '../../generated/client.ts';

const HEIGHT = 140;
const STEP = 80;

const app = await openApp<Tools, 'listSales'>();
const { year, months } = app.result;
const highest = Math.max(...months.map(({ euros }) => euros), 1);

find('title').textContent = `Sales of ${year}`;
const chart = find('chart');
chart.setAttribute('viewBox', `0 0 ${Math.max(months.length, 1) * STEP} ${HEIGHT + 40}`);
months.forEach(({ month, euros }, index) => {
  const height = (euros / highest) * HEIGHT;
  const bar = draw('rect', {
    x: index * STEP + 10,
    y: HEIGHT - height + 18,
    width: STEP - 20,
    height,
    tabindex: 0,
    role: 'button',
    'aria-label': `${month}: ${euros} euros`,
  });
  bar.addEventListener('click', () => void showOrders(month));
  bar.addEventListener('keydown', ({ key }) => void (key === 'Enter' && showOrders(month)));
  draw('text', { x: index * STEP + STEP / 2, y: HEIGHT - height + 12 }, `${euros} €`);
  draw('text', { x: index * STEP + STEP / 2, y: HEIGHT + 34 }, month);
});

async function showOrders(month: string): Promise<void> {
  try {
    const orders = await app.call('listOrders', { month });
    find('orders').textContent =
      `${month}: ${orders.map(({ id, euros }) => `${id} for ${euros} €`).join(', ')}`;
  } catch (error) {
    find('orders').textContent = BTCPError.from(error).message;
  }
}

function draw(
  name: 'rect' | 'text',
  attributes: Readonly<Record<string, string | number>>,
  text = '',
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  chart.append(element);
  return element;
}

function find(id: string): Element {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}
