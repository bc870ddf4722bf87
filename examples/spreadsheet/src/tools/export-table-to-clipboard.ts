import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { readTable } from '../table/read-table.ts';
import { writeTable } from '../table/write-table.ts';

export const exportTableToClipboard = defineTool({
  description:
    'Exports a table element to the clipboard in the specified format. The table is identified by a CSS selector. Supports CSV, TSV, and JSON formats.',
  inputSchema: Type.Object(
    {
      selector: Type.String({ description: 'CSS selector for the table element' }),
      format: Type.Union([Type.Literal('csv'), Type.Literal('tsv'), Type.Literal('json')], {
        default: 'csv',
        description: 'Export format',
      }),
      includeHeaders: Type.Boolean({ default: true, description: 'Whether to include table headers' }),
    },
    { additionalProperties: false },
  ),
  // btcp-ignore output-properties-open: it is the protocol's own, which leaves it open
  outputSchema: Type.Object({
    success: Type.Boolean(),
    rowCount: Type.Integer(),
    columnCount: Type.Integer(),
    byteSize: Type.Optional(Type.Integer()),
  }),
  capabilities: ['dom:read', 'clipboard:write'],
  timeout: 10_000,
  examples: [
    // btcp-ignore example-fails: it is the protocol's own, of a table that is not shown there
    {
      description: 'Export main data table as CSV',
      input: { selector: '#data-table', format: 'csv' },
      output: { success: true, rowCount: 50, columnCount: 5, byteSize: 2048 },
    },
  ],
  tags: ['export', 'clipboard', 'tables'],
  async execute({ selector, format, includeHeaders }, { dom = document, signal }) {
    const { headers, rows, columnCount } = readTable(findTable(dom, selector));
    const text = writeTable({ headers: includeHeaders ? headers : [], rows, columnCount }, format);
    signal?.throwIfAborted();
    await copy(dom, text);
    const byteSize = new TextEncoder().encode(text).length;
    return { success: true, rowCount: rows.length, columnCount, byteSize };
  },
});

function findTable(dom: Document, selector: string): Element {
  const element = query(dom, selector);
  if (element?.localName === 'table') return element;
  throw new BTCPError('TABLE_NOT_FOUND', {
    message: element
      ? `${selector} is a ${element.localName}, not a table.`
      : `No element matches ${selector}.`,
    suggestion: 'Use the selector of a table element, such as "table" or "#data-table".',
  });
}

function query(dom: Document, selector: string): Element | null {
  try {
    return dom.querySelector(selector);
  } catch (cause) {
    throw new BTCPError('INVALID_SELECTOR', {
      message: `${JSON.stringify(selector)} is not a CSS selector.`,
      suggestion: 'Use a selector such as "table" or "#data-table".',
      cause,
    });
  }
}

async function copy(dom: Document, text: string): Promise<void> {
  // Missing in pages that are not served over HTTPS, whatever its type says.
  const clipboard = dom.defaultView?.navigator.clipboard;
  if (!clipboard) {
    throw new BTCPError('CLIPBOARD_UNAVAILABLE', {
      message: 'This page has no access to a clipboard.',
      suggestion: 'Open the page over HTTPS.',
    });
  }
  try {
    await clipboard.writeText(text);
  } catch (cause) {
    throw new BTCPError('CLIPBOARD_DENIED', {
      message: 'The browser did not let the page write to the clipboard.',
      suggestion: 'Ask the user to click into the page and to allow clipboard access, then call again.',
      cause,
    });
  }
}
