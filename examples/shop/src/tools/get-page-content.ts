import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { findElement } from '../dom/find-element.ts';
import { readableText } from '../dom/readable-text.ts';
import { toMarkdown } from '../dom/to-markdown.ts';

const FORMATS = {
  text: readableText,
  html: (element: Element) => element.innerHTML,
  markdown: toMarkdown,
};

export default defineTool({
  name: 'getPageContent',
  description: 'Extracts the main content from the current page',
  inputSchema: Type.Object({
    selector: Type.Optional(Type.String({ description: "CSS selector for content area (default: 'main')" })),
    format: Type.Union([Type.Literal('text'), Type.Literal('html'), Type.Literal('markdown')], {
      default: 'text',
    }),
  }),
  // btcp-ignore output-properties-open: it is the protocol's own, which leaves it open
  outputSchema: Type.Object({
    content: Type.String(),
    wordCount: Type.Optional(Type.Integer()),
  }),
  capabilities: ['dom:read'],
  execute({ selector = 'main', format }, { dom = document }) {
    const content = FORMATS[format](findElement(dom, selector));
    return { content, wordCount: content.split(/\s+/).filter(Boolean).length };
  },
});
