import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HELPER_FILES, mixedHandler, type Handler, type HandlerSubject } from './mixed-handler.ts';

/** What to generate. */
export interface ProjectOptions {
  /** Absolute path; what is there is removed. */
  readonly folder: string;
  readonly tools: number;
  /** How many of ten tools declare no output schema. */
  readonly inferredOfTen: number;
  /** Whether handlers read one list of the page, or are of several kinds that share helpers. Default: `plain`. */
  readonly handlers?: 'plain' | 'mixed';
}

/** Writes a project of realistic tools, one per file, no two alike, with a module of shared schemas. */
export async function generateProject(options: ProjectOptions): Promise<void> {
  const { folder, tools, inferredOfTen } = options;
  const isMixed = options.handlers === 'mixed';
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'src/tools'), { recursive: true });
  const files = Array.from({ length: tools }, (_, index) => [
    `src/tools/${toolName(index)}.ts`,
    toolText(
      index,
      index % 10 < inferredOfTen,
      isMixed ? mixedHandler(toolSubject(index)) : plainHandler(index),
    ),
  ]);
  const fixed = { ...FIXED_FILES, ...(isMixed && HELPER_FILES) };
  await Promise.all(
    [...Object.entries(fixed), ...files].map(([path = '', text = '']) => writeFile(join(folder, path), text)),
  );
}

/** The name of one of the tools, also of its file. */
export function toolName(index: number): string {
  return `${pick(VERBS, index)}${capital(pick(NOUNS, index))}${index}`;
}

/** An input that fits one of the tools. */
export function toolInput(index: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(propertiesOf(index).map(({ name, example }) => [name, example(index)]));
}

const VERBS = ['find', 'list', 'read', 'count', 'summarise'] as const;
const NOUNS = ['invoice', 'order', 'customer', 'product', 'ticket', 'shipment', 'payment'] as const;

const pick = <T>(list: readonly T[], index: number): T => list.at(index % list.length) as T;
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

interface Property {
  readonly name: string;
  readonly comment: string;
  readonly schema: (index: number) => string;
  readonly example: (index: number) => unknown;
}

const PROPERTIES: readonly Property[] = [
  {
    name: 'reference',
    comment: 'Reference as printed on the document.',
    schema: (index) => `Type.String({ pattern: '^[A-Z]{2}${index}-[0-9]+$' })`,
    example: (index) => `AB${index}-7`,
  },
  {
    name: 'limit',
    comment: 'How many at most.',
    schema: (index) => `Type.Integer({ minimum: 1, maximum: ${index + 50}, default: 20 })`,
    example: () => 10,
  },
  {
    name: 'state',
    comment: 'Only those in this state.',
    schema: () => 'State',
    example: () => 'open',
  },
  {
    name: 'since',
    comment: 'Only those from this day on.',
    schema: () => `Type.Optional(Type.String({ format: 'date' }))`,
    example: () => '2025-03-01',
  },
  {
    name: 'tags',
    comment: 'All of these.',
    schema: (index) => `Type.Array(Type.String({ minLength: 1 }), { maxItems: ${(index % 9) + 3} })`,
    example: (index) => [`tag${index}`],
  },
  {
    name: 'owner',
    comment: 'Who is responsible.',
    schema: () => 'Type.Optional(Person)',
    example: () => ({ name: 'Ada', email: 'ada@example.com' }),
  },
  {
    name: 'minimum',
    comment: 'Only amounts from this on.',
    schema: () => 'Type.Optional(Type.Number({ minimum: 0 }))',
    example: (index) => index + 0.5,
  },
  {
    name: 'archived',
    comment: 'Whether to include those in the archive.',
    schema: () => 'Type.Boolean({ default: false })',
    example: () => true,
  },
];

function propertiesOf(index: number): readonly Property[] {
  // The first is in every tool, for its handler.
  const others = PROPERTIES.slice(1);
  const rest = Array.from({ length: 3 + (index % 3) }, (_, position) => pick(others, index + position));
  return [...PROPERTIES.slice(0, 1), ...rest];
}

function toolSubject(index: number): HandlerSubject {
  return { index, noun: pick(NOUNS, index), inputs: propertiesOf(index).map(({ name }) => name) };
}

function plainHandler(index: number): Handler {
  const noun = pick(NOUNS, index);
  return {
    imports: '',
    capabilities: ['dom:read'],
    text: `execute({ reference }, { dom }) {
    const list = dom.querySelector('#${noun}-${index}');
    if (!list) throw new BTCPError('LIST_NOT_FOUND', 'This page has no list of ${noun}s.');
    const items = [...list.querySelectorAll('li')].filter((item) => item.textContent.includes(reference));
    const rows = items.map((item) => ({ id: item.id, amount: Number(item.dataset['amount'] ?? ${index}), label: item.textContent }));
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },`,
  };
}

function toolText(index: number, isInferred: boolean, handler: Handler): string {
  const noun = pick(NOUNS, index);
  const properties = propertiesOf(index).map(
    ({ name, comment, schema }) => `      /** ${comment} */\n      ${name}: ${schema(index)},`,
  );
  const schemas = ['Person', 'State'].filter((name) => properties.some((text) => text.includes(name)));
  const output = isInferred
    ? ''
    : `  outputSchema: Type.Object({ rows: Type.Array(Row), total: Type.Integer(), first: Type.Optional(Row) }),\n`;
  const shared = isInferred ? schemas : [...schemas, 'Row'];
  const imports = shared.length === 0 ? '' : `import { ${shared.join(', ')} } from '../schemas.ts';\n`;
  return `import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
${imports}${handler.imports}
/** ${capital(pick(VERBS, index))}s each ${noun} in list ${index} of the page, newest first, with its amount. */
export const ${toolName(index)} = defineTool({
  inputSchema: Type.Object(
    {
${properties.join('\n')}
    },
    { additionalProperties: false },
  ),
${output}  capabilities: [${handler.capabilities.map((each) => `'${each}'`).join(', ')}],
  examples: [{ description: 'Those that match', input: ${JSON.stringify(toolInput(index))} }],
  tags: ['${noun}', 'list-${index % 25}'],
  ${handler.text}
});
`;
}

const FIXED_FILES: Readonly<Record<string, string>> = {
  'src/schemas.ts': `import { Type } from '@sinclair/typebox';

/** Whoever is responsible. */
export const Person = Type.Object({ name: Type.String(), email: Type.String({ format: 'email' }) });

/** Where something stands. */
export const State = Type.Union([Type.Literal('open'), Type.Literal('paid'), Type.Literal('cancelled')]);

/** What every list has of one thing. */
export const Row = Type.Object({ id: Type.String(), amount: Type.Number(), label: Type.String() });
`,
  'btcp.config.ts': `import { defineConfig } from '@btcp/core';

export default defineConfig({ tools: ['src/tools/*.ts'] });
`,
  'package.json': JSON.stringify({
    name: 'generated-tools',
    version: '1.0.0',
    description: 'Tools for lists of a page.',
    type: 'module',
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: [],
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    },
    include: ['src'],
  }),
};
