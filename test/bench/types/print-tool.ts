import type { ObjectShape, Shape, ToolShape } from './shapes.ts';

/** The text of one tool's file; `index` makes its name its own. */
export type ToolPrinter = (tool: ToolShape, index: number) => string;

/** How tools are written, by library. */
export const TOOL_PRINTERS = {
  defineTool: (tool, index) => `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** ${tool.description} */
export const ${tool.name}${index} = defineTool({
  inputSchema: ${typebox(tool.input)},
  outputSchema: ${typebox(tool.output)},
  capabilities: ['dom:read'],
  execute(${tool.takes}) {
${body(tool)}
  },
});
`,
  zod: (tool, index) => `import { z } from 'zod';

export const ${tool.name}${index}Input = ${zod(tool.input)};
export const ${tool.name}${index}Output = ${zod(tool.output)};

/** ${tool.description} */
export function ${tool.name}${index}(${tool.takes}: z.infer<typeof ${tool.name}${index}Input>): z.infer<typeof ${tool.name}${index}Output> {
${body(tool)}
}
`,
  'AI SDK': (tool, index) => `import { tool } from 'ai';
import { z } from 'zod';

export const ${tool.name}${index} = tool({
  description: '${tool.description}',
  inputSchema: ${zod(tool.input)},
  outputSchema: ${zod(tool.output)},
  execute(${tool.takes}) {
${body(tool)}
  },
});
`,
} as const satisfies Readonly<Record<string, ToolPrinter>>;

/** The name of a library. */
export type LibraryName = keyof typeof TOOL_PRINTERS;

/** A file of each library that only imports it: what the imports alone cost. */
export const IMPORTS_ALONE: Readonly<Record<LibraryName, string>> = {
  defineTool:
    "import { Type } from '@sinclair/typebox';\nimport { defineTool } from '@btcp/core';\nexport { Type, defineTool };\n",
  zod: "import { z } from 'zod';\nexport { z };\n",
  'AI SDK': "import { tool } from 'ai';\nimport { z } from 'zod';\nexport { tool, z };\n",
};

const body = (tool: ToolShape): string => tool.body.map((line) => `    ${line}`).join('\n');
const list = (texts: readonly string[]): string => `[${texts.join(', ')}]`;

function fieldsText(shape: ObjectShape, print: (shape: Shape) => string): string {
  return `{ ${Object.entries(shape.fields)
    .map(([name, field]) => `${name}: ${print(field)}`)
    .join(', ')} }`;
}

function typebox(shape: Shape): string {
  const text = typeboxCall(shape);
  return shape.optional ? `Type.Optional(${text})` : text;
}

function typeboxCall(shape: Shape): string {
  const { description } = shape;
  const call = (name: string, args: readonly string[], extra: object = {}): string => {
    const options = { ...extra, ...(description !== undefined && { description }) };
    const rest = Object.keys(options).length > 0 ? [JSON.stringify(options)] : [];
    return `Type.${name}(${[...args, ...rest].join(', ')})`;
  };
  if ('fields' in shape) {
    return call('Object', [fieldsText(shape, typebox)], shape.closed ? { additionalProperties: false } : {});
  }
  if ('items' in shape) return call('Array', [typebox(shape.items)]);
  if ('values' in shape) return call('Record', ['Type.String()', typebox(shape.values)]);
  if ('union' in shape) return call('Union', [list(shape.union.map(typebox))]);
  const options = { ...shape.limits, ...(shape.default !== undefined && { default: shape.default }) };
  if (shape.oneOf)
    return call('Union', [list(shape.oneOf.map((each) => `Type.Literal('${each}')`))], options);
  return call(shape.type.charAt(0).toUpperCase() + shape.type.slice(1), [], options);
}

function zod(shape: Shape): string {
  const described = `${zodCall(shape)}${shape.description === undefined ? '' : `.describe(${JSON.stringify(shape.description)})`}`;
  if ('default' in shape) return `${described}.default(${JSON.stringify(shape.default)})`;
  return shape.optional ? `${described}.optional()` : described;
}

function zodCall(shape: Shape): string {
  if ('fields' in shape) return `z.${shape.closed ? 'strictObject' : 'object'}(${fieldsText(shape, zod)})`;
  if ('items' in shape) return `z.array(${zod(shape.items)})`;
  if ('values' in shape) return `z.record(z.string(), ${zod(shape.values)})`;
  if ('union' in shape) return `z.union(${list(shape.union.map(zod))})`;
  if (shape.oneOf) return `z.enum(${list(shape.oneOf.map((each) => `'${each}'`))})`;
  const { format, ...limits } = shape.limits ?? {};
  const formats: Readonly<Record<string, string>> = { email: 'z.email()', uri: 'z.url()' };
  const types = {
    string: 'z.string()',
    number: 'z.number()',
    integer: 'z.int()',
    boolean: 'z.boolean()',
    null: 'z.null()',
  };
  return `${formats[String(format)] ?? types[shape.type]}${Object.entries(limits).map(zodLimit).join('')}`;
}

function zodLimit([keyword, value]: [string, string | number]): string {
  if (keyword === 'pattern') return `.regex(/${value}/)`;
  return `.${keyword.startsWith('min') ? 'min' : 'max'}(${value})`;
}
