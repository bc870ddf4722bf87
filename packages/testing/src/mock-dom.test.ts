import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createMockDOM } from './mock-dom.ts';

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
    const input = dom.querySelector<HTMLInputElement>('input[name=email]')!;
    const heard: string[] = [];
    input.addEventListener('change', () => heard.push(input.value));
    input.value = 'new';
    input.dispatchEvent(new dom.defaultView!.Event('change', { bubbles: true }));
    dom.querySelector('#B5')!.textContent = '43';
    expect([dom.title, dom.querySelector('td')!.textContent, input.labels![0]!.textContent]).toEqual([
      'Sheet',
      '43',
      'Email',
    ]);
    expect(heard).toEqual(['new']);
    expect(dom.defaultView!.getComputedStyle(dom.querySelector('td')!).color).toBe('red');
    expect(dom.location.href).toBe('http://localhost/');
    expect(createMockDOM('', { url: 'https://shop.test/a' }).location.pathname).toBe('/a');
  });

  it('shares nothing with another document, and sets no global', () => {
    const [one, two] = [createMockDOM('<p>1</p>'), createMockDOM('<p>2</p>')];
    one.querySelector('p')!.remove();
    expect(two.querySelector('p')!.textContent).toBe('2');
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
      dom.querySelector('main')!.click();
      dom.querySelector('a')!.click();
      dom.querySelector<HTMLElement>('#out')!.click();
      dom.querySelector('button')!.click();
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
