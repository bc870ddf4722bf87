import { createMockDOM } from '@btcp/testing';
import { describe, expect, it } from 'vitest';
import getPageContent from '../src/tools/get-page-content.ts';

const read = (html: string, input: Partial<Parameters<typeof getPageContent>[0]>) =>
  getPageContent({ format: 'text', ...input }, { dom: createMockDOM(html) });
const markdown = (html: string): string => read(`<main>${html}</main>`, { format: 'markdown' }).content;

describe('what it extracts', () => {
  it('the text of main, when nothing is said', () => {
    expect(read('<p>no</p><main>Two <b>words</b></main>', {})).toEqual({
      content: 'Two words',
      wordCount: 2,
    });
  });

  it('the text of what a selector finds first', () => {
    const html = '<div id="a:b">here</div><div>there</div>';
    expect(read(html, { selector: 'div' }).content).toBe('here');
    expect(read(html, { selector: '#a\\:b' }).content).toBe('here');
  });

  it('no scripts or styles, and the page stays as it is', () => {
    const dom = createMockDOM('<main>a<script>x()</script><style>b{}</style> c</main>');
    expect(getPageContent({ format: 'text' }, { dom }).content).toBe('a c');
    expect(dom.querySelectorAll('script, style').length).toBe(2);
  });

  it('HTML', () => {
    expect(read('<main><b>x</b> y</main>', { format: 'html' })).toEqual({
      content: '<b>x</b> y',
      wordCount: 2,
    });
  });

  it('nothing from an empty element', () => {
    expect(read('<main></main>', {})).toEqual({ content: '', wordCount: 0 });
  });
});

describe('Markdown', () => {
  it.each([
    ['<h2>A <i>b</i></h2><p>c</p>', '## A *b*\n\nc'],
    ['<p>a <strong>b</strong><br>c</p>', 'a **b**\nc'],
    ['<a href="/x (1)">see [it]</a>', '[see \\[it\\]](/x%20%281%29)'],
    ['<a>plain</a>', 'plain'],
    ['<img src="a.png" alt="A cat">', '![A cat](a.png)'],
    ['<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>', '- a\n- b\n  - c'],
    ['<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['<pre>let x;\n  y();\n</pre>', '```\nlet x;\n  y();\n```'],
    ['<p>Use <code>npm ci</code></p><hr>', 'Use `npm ci`\n\n---'],
    ['<script>x()</script><b></b>text', 'text'],
  ])('%s', (html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  it('of a page that nests without end is flat from some depth on', () => {
    const dom = createMockDOM('<main></main>');
    let place: Element | null = dom.querySelector('main');
    for (let depth = 0; depth < 2_000; depth++) place = place?.appendChild(dom.createElement('b')) ?? null;
    if (place) place.textContent = 'deep';
    expect(getPageContent({ format: 'markdown' }, { dom }).content).toMatch(/^\*+deep\*+$/);
  });
});

describe('what it refuses', () => {
  it.each([
    ['an element that is not there', '#nothing', 'ELEMENT_NOT_FOUND', 'No element matches #nothing.'],
    ['what is no selector', 'main >', 'INVALID_SELECTOR', '"main >" is not a CSS selector.'],
    ['an empty selector', '', 'INVALID_SELECTOR', '"" is not a CSS selector.'],
  ])('%s', (_, selector, code, message) => {
    expect(() => read('<main></main>', { selector })).toThrow(
      expect.objectContaining({ code, message, suggestion: expect.any(String) }),
    );
  });
});
