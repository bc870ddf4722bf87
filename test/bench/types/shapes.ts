/** A schema as all libraries can say it. */
export type Shape = Leaf | ListShape | ObjectShape | UnionShape | RecordShape;

interface Common {
  readonly optional?: true;
  readonly description?: string;
}

interface Leaf extends Common {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'null';
  readonly limits?: Readonly<Record<string, string | number>>;
  readonly default?: string | number | boolean;
  /** A union of literals; of strings. */
  readonly oneOf?: readonly string[];
}

interface ListShape extends Common {
  readonly items: Shape;
}

/** Fields by name. */
export interface ObjectShape extends Common {
  readonly fields: Readonly<Record<string, Shape>>;
  readonly closed?: true;
}

interface UnionShape extends Common {
  readonly union: readonly Shape[];
}

interface RecordShape extends Common {
  readonly values: Shape;
}

/** A tool as its author writes it, apart from the library. */
export interface ToolShape {
  readonly name: string;
  readonly description: string;
  readonly input: ObjectShape;
  readonly output: ObjectShape;
  /** What it takes apart of its input, and what it does. */
  readonly takes: string;
  readonly body: readonly string[];
}

const text = (description: string, limits?: Leaf['limits']): Leaf => ({
  type: 'string',
  description,
  ...(limits && { limits }),
});
const optional = <T extends Shape>(shape: T): T & { optional: true } => ({ ...shape, optional: true });
const oneOf = (...values: string[]): Leaf => ({ type: 'string', oneOf: values });

const STRING: Leaf = { type: 'string' };
const NUMBER: Leaf = { type: 'number' };
const BOOLEAN: Leaf = { type: 'boolean' };
const NULL: Leaf = { type: 'null' };
const SCALAR: UnionShape = { union: [STRING, NUMBER, BOOLEAN, NULL] };

/** The tools that the protocol's documents describe. */
export const TOOL_SHAPES: readonly ToolShape[] = [
  {
    name: 'getCellValue',
    description: 'Retrieves the value and formula of a spreadsheet cell by its A1-notation address.',
    input: {
      closed: true,
      fields: {
        cell: text('Cell address in A1 notation', { pattern: '^[A-Z]+[0-9]+$' }),
        includeFormatting: optional({
          type: 'boolean',
          default: false,
          description: 'Whether to include cell formatting information',
        }),
      },
    },
    output: {
      fields: {
        value: { ...SCALAR, description: "The cell's raw value" },
        formula: optional({ union: [STRING, NULL], description: "The cell's formula, or null" }),
        displayValue: optional(text('The formatted display value')),
      },
    },
    takes: '{ cell, includeFormatting }',
    body: [
      'const value = cell.length;',
      'return { value, formula: null, displayValue: includeFormatting ? `$${value}` : cell };',
    ],
  },
  {
    name: 'exportTableToClipboard',
    description: 'Exports a table element to the clipboard in the specified format.',
    input: {
      closed: true,
      fields: {
        selector: text('CSS selector for the table element'),
        format: optional({ ...oneOf('csv', 'tsv', 'json'), default: 'csv', description: 'Export format' }),
        includeHeaders: optional({
          type: 'boolean',
          default: true,
          description: 'Whether to include table headers',
        }),
      },
    },
    output: {
      fields: {
        success: BOOLEAN,
        rowCount: { type: 'integer' },
        columnCount: { type: 'integer' },
        byteSize: optional({ type: 'integer' }),
      },
    },
    takes: '{ selector, format, includeHeaders }',
    body: [
      'const rowCount = selector.length + (includeHeaders ? 1 : 0);',
      "return { success: rowCount > 0, rowCount, columnCount: format === 'csv' ? 1 : 2, byteSize: 2048 };",
    ],
  },
  {
    name: 'fillFormField',
    description: 'Fills a form field, found by its name, id or label.',
    input: {
      closed: true,
      fields: {
        identifier: text('Field name, id, or label text'),
        value: text('Value to fill'),
        identifierType: optional({
          ...oneOf('name', 'id', 'label', 'auto'),
          default: 'auto',
          description: 'How to interpret the identifier',
        }),
      },
    },
    output: {
      fields: {
        success: BOOLEAN,
        fieldType: optional(oneOf('input', 'textarea', 'select')),
        previousValue: optional(STRING),
      },
    },
    takes: '{ identifier, value, identifierType }',
    body: [
      "const isInput = identifierType === 'name';",
      "return { success: value !== '', fieldType: isInput ? 'input' : 'select', previousValue: identifier };",
    ],
  },
  {
    name: 'sendEmail',
    description: 'Sends an email with a subject and a body to one or more recipients.',
    input: {
      fields: {
        to: { items: text('Address', { format: 'email' }), description: 'Recipient email addresses' },
        subject: text('Email subject', { minLength: 1, maxLength: 200 }),
        body: text('Email body (plain text or HTML)'),
        cc: optional({ items: text('Address', { format: 'email' }), description: 'CC recipients' }),
        attachments: optional({ items: STRING, description: 'File paths to attach' }),
      },
    },
    output: { fields: { messageId: STRING, accepted: { items: STRING }, rejected: { items: STRING } } },
    takes: '{ to, subject, body, cc, attachments }',
    body: [
      "const messageId = `${subject.length}-${body.length}-${attachments?.join(',') ?? ''}`;",
      'return { messageId, accepted: [...to, ...(cc ?? [])], rejected: [] };',
    ],
  },
  {
    name: 'searchProducts',
    description: 'Searches the products of the catalog by words and filters.',
    input: {
      closed: true,
      fields: {
        query: text('Words that all occur in the name', { maxLength: 200 }),
        filters: optional({
          closed: true,
          fields: {
            category: optional(STRING),
            minPrice: optional({ type: 'number', limits: { minimum: 0 } }),
            maxPrice: optional({ type: 'number', limits: { minimum: 0 } }),
            inStock: optional(BOOLEAN),
          },
        }),
        limit: optional({
          type: 'integer',
          limits: { minimum: 1, maximum: 100 },
          default: 20,
          description: 'Most results to return',
        }),
      },
    },
    output: {
      fields: {
        results: {
          items: { fields: { id: STRING, name: STRING, category: STRING, price: NUMBER } },
          description: 'In the order of the page',
        },
        totalCount: { type: 'integer', limits: { minimum: 0 } },
      },
    },
    takes: '{ query, filters, limit }',
    body: [
      "const product = { id: 'p1', name: query, category: filters?.category ?? '', price: filters?.minPrice ?? 0 };",
      'return { results: [product], totalCount: limit ?? 20 };',
    ],
  },
  {
    name: 'calculate',
    description: 'Calculates with two numbers.',
    input: {
      fields: {
        operation: {
          ...oneOf('add', 'subtract', 'multiply', 'divide'),
          description: 'Mathematical operation',
        },
        a: { type: 'number', description: 'First operand' },
        b: { type: 'number', description: 'Second operand' },
      },
    },
    output: { fields: { result: NUMBER } },
    takes: '{ operation, a, b }',
    body: ["const result = operation === 'add' ? a + b : a - b;", 'return { result };'],
  },
  {
    name: 'updateSpreadsheetCell',
    description: 'Updates the value of a single cell in the currently active spreadsheet.',
    input: {
      closed: true,
      fields: {
        cell: text('Cell address in A1 notation', { pattern: '^[A-Z]+[0-9]+$' }),
        value: { union: [STRING, NUMBER], description: 'Text, a number, or a formula' },
      },
    },
    output: {
      fields: {
        cell: STRING,
        value: SCALAR,
        previousValue: SCALAR,
        recalculatedCells: { items: STRING, description: 'The other cells whose value changed' },
      },
    },
    takes: '{ cell, value }',
    body: [
      'const previousValue = null;',
      'return { cell, value, previousValue, recalculatedCells: [cell] };',
    ],
  },
  {
    name: 'sendApiRequest',
    description: 'Sends a request to an HTTP API.',
    input: {
      fields: {
        method: { ...oneOf('GET', 'POST', 'PUT', 'DELETE', 'PATCH'), description: 'HTTP method' },
        url: text('Request URL', { format: 'uri' }),
        headers: optional({ values: STRING, description: 'HTTP headers' }),
        body: optional(text('Request body')),
        timeout: optional({ type: 'integer', limits: { minimum: 1, maximum: 300 }, default: 30 }),
      },
    },
    output: { fields: { status: { type: 'integer' }, headers: { values: STRING }, body: STRING } },
    takes: '{ method, url, headers, body, timeout }',
    body: [
      "const status = method === 'GET' && url.length > (timeout ?? 30) ? 200 : 404;",
      "return { status, headers: headers ?? {}, body: body ?? '' };",
    ],
  },
  {
    name: 'queryDatabase',
    description: 'Runs a query on the database and returns its rows.',
    input: {
      fields: {
        query: text('SQL query to execute'),
        parameters: optional({ items: SCALAR, description: 'Query parameters' }),
        maxRows: optional({ type: 'integer', limits: { minimum: 1, maximum: 1000 }, default: 100 }),
      },
    },
    output: {
      fields: {
        rows: { items: { values: { union: [STRING, NUMBER, NULL] } } },
        truncated: { type: 'boolean', description: 'Whether there were more rows' },
      },
    },
    takes: '{ query, parameters, maxRows }',
    body: [
      'const rows = (parameters ?? []).map((each) => ({ [query]: String(each) }));',
      'return { rows, truncated: rows.length === maxRows };',
    ],
  },
];
