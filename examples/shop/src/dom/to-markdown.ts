import { readableText, UNREADABLE } from './readable-text.ts';

/** Deeper elements become plain text: no author nests so deep, and a hostile page could exhaust the stack. */
const MAX_DEPTH = 100;

type Render = (element: Element, depth: number) => string;

const heading: Render = (element, depth) =>
  block(`${'#'.repeat(Number(element.localName[1]))} ${inline(element, depth)}`);
const emphasis =
  (mark: string): Render =>
  (element, depth) =>
    wrap(mark, inline(element, depth));

const RENDERERS: ReadonlyMap<string, Render> = new Map<string, Render>([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, Render] => [name, heading]),
  ['strong', emphasis('**')],
  ['b', emphasis('**')],
  ['em', emphasis('*')],
  ['i', emphasis('*')],
  ['code', (element) => wrap('`', text(element.textContent).trim())],
  ['pre', (element) => block(`\`\`\`\n${element.textContent?.replace(/\n$/, '')}\n\`\`\``)],
  ['br', () => '\n'],
  ['hr', () => block('---')],
  ['a', (element, depth) => link(inline(element, depth), element.getAttribute('href'))],
  ['img', (element) => `!${link(text(element.getAttribute('alt')), element.getAttribute('src'))}`],
  ['blockquote', (element, depth) => block(prefixLines('> ', tidy(children(element, depth))))],
  ['ul', (element, depth) => block(list(element, depth, () => '- '))],
  ['ol', (element, depth) => block(list(element, depth, (index) => `${index + 1}. `))],
]);

const BLOCKS: ReadonlySet<string> = new Set(
  'p div section article header footer main nav aside form fieldset table tr figure dl dt dd li'.split(' '),
);

/** Writes an element's content as Markdown. */
export function toMarkdown(element: Element): string {
  return tidy(children(element, 0));
}

// Line by line: a regular expression for trailing spaces takes quadratic time on a long row of them.
function tidy(markdown: string): string {
  const lines = markdown.split('\n').map((line) => line.trimEnd());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function children(element: Element, depth: number): string {
  if (depth >= MAX_DEPTH) return text(readableText(element));
  return Array.from(element.childNodes, (node) => render(node, depth + 1)).join('');
}

function render(node: Node, depth: number): string {
  if (node.nodeType === 3) return text(node.nodeValue);
  if (node.nodeType !== 1) return '';
  const element = node as Element; // node type 1 is an element
  if (UNREADABLE.has(element.localName)) return '';
  const renderer = RENDERERS.get(element.localName);
  if (renderer) return renderer(element, depth);
  const content = children(element, depth);
  return BLOCKS.has(element.localName) ? block(content.trim()) : content;
}

function list(element: Element, depth: number, marker: (index: number) => string): string {
  return Array.from(element.children, (item, index) => {
    const [first = '', ...rest] = tidy(children(item, depth)).split('\n');
    const indent = ' '.repeat(marker(index).length);
    return [marker(index) + first, ...rest.filter((line) => line.trim()).map((line) => indent + line)].join(
      '\n',
    );
  }).join('\n');
}

const inline = (element: Element, depth: number): string =>
  children(element, depth).replace(/\s+/g, ' ').trim();
const text = (value: string | null): string => (value ?? '').replace(/\s+/g, ' ');
const block = (content: string): string => (content === '' ? '' : `\n\n${content}\n\n`);
const wrap = (mark: string, content: string): string => (content === '' ? '' : mark + content + mark);
const prefixLines = (prefix: string, content: string): string =>
  content
    .split('\n')
    .map((line) => (prefix + line).trimEnd())
    .join('\n');

// encodeURIComponent leaves parentheses as they are.
const percentEncode = (character: string): string =>
  encodeURIComponent(character).replace('(', '%28').replace(')', '%29');

function link(label: string, target: string | null): string {
  if (target === null) return label;
  return `[${label.replace(/[[\]]/g, '\\$&')}](${target.replace(/[\s()<>]/g, percentEncode)})`;
}
