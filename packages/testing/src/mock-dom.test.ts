import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createMockDOM } from './mock-dom.ts';

function find<E extends HTMLElement>(dom: Document, selector: string): E {
  const element = dom.querySelector<E>(selector);
  if (!element) throw new Error(`Nothing matches ${selector}.`);
  return element;
}

function viewOf(dom: Document): Window & typeof globalThis {
  if (!dom.defaultView) throw new Error('The document has no window.');
  return dom.defaultView;
}

describe('createMockDOM', () => {
  it.each([
    ['<main>Hello World</main>', '<html><head></head><body><main>Hello World</main></body></html>'],
    ['', '<html><head></head><body></body></html>'],
    [
      '<!doctype html><html lang="en"><head><title>A</title></head><body class="x"><p>1</p></body></html>',
      '<html lang="en"><head><title>A</title></head><body class="x"><p>1</p></body></html>',
    ],
  ])('parses %j', (html, parsed) => {
    expect(createMockDOM(html).documentElement.outerHTML).toBe(parsed);
  });

  it('makes a document that can be read and changed', () => {
    const dom = createMockDOM(`
      <title>Sheet</title><style>td { color: red }</style>
      <table><tbody><tr><td id="B5">42</td></tr></tbody></table>
      <form><label for="e">Email</label><input id="e" name="email" value="old"></form>`);
    const input = find<HTMLInputElement>(dom, 'input[name=email]');
    const heard: string[] = [];
    input.addEventListener('change', () => heard.push(input.value));
    input.value = 'new';
    input.dispatchEvent(new (viewOf(dom).Event)('change', { bubbles: true }));
    find(dom, '#B5').textContent = '43';
    const texts = [dom.title, find(dom, 'td').textContent, input.labels?.[0]?.textContent];
    expect(texts).toEqual(['Sheet', '43', 'Email']);
    expect(heard).toEqual(['new']);
    expect(viewOf(dom).getComputedStyle(find(dom, 'td')).color).toBe('red');
    expect(dom.location.href).toBe('http://localhost/');
    expect(createMockDOM('', { url: 'https://shop.test/a' }).location.pathname).toBe('/a');
  });

  it("dispatches Node's own events", () => {
    const dom = createMockDOM('<form><input></form>');
    const input = find<HTMLInputElement>(dom, 'input');
    const heard: unknown[] = [];
    find(dom, 'form').addEventListener('input', (event) => {
      const { type, target, detail } = event as unknown as CustomEvent<number>;
      heard.push([type, target === input, detail]);
      event.preventDefault();
    });
    const change = new CustomEvent('input', { bubbles: true, cancelable: true, detail: 3 });
    expect(input.dispatchEvent(change)).toBe(false);
    expect(change.defaultPrevented).toBe(true);
    expect(input.dispatchEvent(new Event('input'))).toBe(true);
    expect(dom.dispatchEvent(new Event('input'))).toBe(true);
    expect(viewOf(dom).dispatchEvent(new Event('input'))).toBe(true);
    expect(() => input.dispatchEvent({ type: 'input' } as Event)).toThrow("not of type 'Event'");
    expect(heard).toEqual([['input', true, 3]]);
  });

  it('shares nothing with another document, and sets no global', () => {
    const [one, two] = [createMockDOM('<p>1</p>'), createMockDOM('<p>2</p>')];
    find(one, 'p').remove();
    expect(find(two, 'p').textContent).toBe('2');
    expect(['document', 'window'].filter((name) => name in globalThis)).toEqual([]);
  });

  it('runs nothing and fetches nothing', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('globalThis.ran = 1');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const dom = createMockDOM(
        `<link rel="stylesheet" href="${base}/a.css"><link rel="preload" as="script" href="${base}/p.js">
         <script>globalThis.ran = 1; document.title = 'changed'</script>
         <script src="${base}/a.js"></script><script type="module" src="${base}/b.js"></script>
         <script type="module">globalThis.ran = 1</script>
         <img src="${base}/a.png" onerror="globalThis.ran = 1"><iframe src="${base}/frame"></iframe>
         <iframe srcdoc="<script>globalThis.ran = 1</script>"></iframe>
         <main onclick="globalThis.ran = 1"></main><a href="javascript:globalThis.ran = 1">x</a><a id="out" href="${base}/out">x</a>
         <form action="${base}/form"><button></button></form>`,
        { url: `${base}/` },
      );
      find(dom, 'main').click();
      find(dom, 'a').click();
      find(dom, '#out').click();
      find(dom, 'button').click();
      const late = dom.createElement('script');
      late.textContent = 'globalThis.ran = 1';
      dom.body.append(late);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(asked).toEqual([]);
      expect('ran' in globalThis).toBe(false);
      expect(dom.defaultView).not.toHaveProperty('ran');
      expect([dom.title, dom.location.pathname]).toEqual(['', '/']);
    } finally {
      server.close();
    }
  });
});
