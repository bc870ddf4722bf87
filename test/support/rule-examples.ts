import { readFileSync } from 'node:fs';
import { Type } from '@sinclair/typebox';

/** Where the pages of the rules are. */
export const RULE_PAGES: URL = new URL('../../docs/rules/', import.meta.url);

/** Fields that replace those of a valid tool or manifest; `undefined` removes a field. */
export type Patch = Readonly<Record<string, unknown>>;

/** A tool without diagnostics; the examples of each rule replace some of its fields. */
const FAULTLESS_TOOL: Patch = {
  name: 'getCellValue',
  description: 'Retrieves the value of a spreadsheet cell by its address in A1 notation.',
  inputSchema: {
    type: 'object',
    properties: {
      cell: {
        type: 'string',
        pattern: '^[A-Z]+[0-9]+$',
        description: 'Address of the cell in A1 notation, for example "B5".',
      },
    },
    required: ['cell'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { value: { type: 'number', description: 'What the cell shows.' } },
    required: ['value'],
    additionalProperties: false,
  },
  capabilities: ['dom:read'],
  examples: [{ description: 'A number', input: { cell: 'B5' }, output: { value: 42 } }],
};

/** A manifest without diagnostics. */
export const FAULTLESS_MANIFEST: Patch = {
  btcp: '1.0',
  name: 'sheet-tools',
  version: '1.0.0',
  description: 'Tools for the spreadsheet on the page.',
  tools: [FAULTLESS_TOOL],
  capabilities: ['dom:read'],
};

/** A tool without diagnostics, with some fields replaced. */
export function toolWith(patch: Patch): Patch {
  return patched(FAULTLESS_TOOL, patch);
}

/**
 * The fields of a tool that takes one required property.
 *
 * @param schema - The property's schema.
 * @param value - A valid value, for the tool's example.
 */
export function withProperty(property: string, schema: unknown, value: unknown): Patch {
  return withProperties({ [property]: schema }, { [property]: value });
}

/** The fields of a tool that takes some required properties; `input` is its example. */
export function withProperties(properties: Patch, input: Patch, extra: Patch = {}): Patch {
  return {
    inputSchema: {
      type: 'object',
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
      ...extra,
    },
    examples: [{ description: 'A call', input, output: { value: 42 } }],
  };
}

/** What the page of a rule says and shows. */
export interface RulePage {
  readonly text: string;
  /** The line below the title: id, severity and family. */
  readonly heading: string;
  /** What is said of the first example that is wrong: the message, and what to do. */
  readonly said: readonly string[];
  /** Code or JSON that breaks the rule, and no other. */
  readonly wrong: readonly string[];
  /** The same without the mistake. */
  readonly right: readonly string[];
}

/** Reads docs/rules/<id>.md. */
export function readRulePage(id: string): RulePage {
  const text = readFileSync(new URL(`${id}.md`, RULE_PAGES), 'utf8');
  const [top = '', wrong = '', right = ''] = text.split(/^## (?:Wrong|Right|Settings)$/m);
  return {
    text,
    heading: /^`.*$/m.exec(top)?.[0] ?? '',
    said: [...top.matchAll(/^> (.+)$/gm)].map(([, line = '']) => line),
    wrong: blocksOf(wrong),
    right: blocksOf(right),
  };
}

const blocksOf = (text: string): readonly string[] =>
  [...text.matchAll(/^```(?:ts|json)\n(.*?)^```(?:\n+Without (.*)\.$)?/gms)].map(
    ([, code = '', without = '']) => (without === '' ? code : `${code}// …, without ${without}\n`),
  );

/** The manifest in which an example of a rule stands: a valid one, with the tool or fields that the example has. */
export function manifestWith(example: string, subject: 'tool' | 'manifest'): Patch {
  const patch = patchOf(example);
  if (subject === 'manifest') return patched(FAULTLESS_MANIFEST, patch);
  const tool = toolWith(patch);
  const { capabilities } = tool as { capabilities: readonly string[] };
  return { ...FAULTLESS_MANIFEST, tools: [tool], capabilities: [...new Set(capabilities)].sort() };
}

/** The fields that an example names, as JSON; those after "without" are removed. */
function patchOf(example: string): Patch {
  const [, left = ''] = /\/\/ …, without (.*)$/m.exec(example) ?? [];
  const removed = Object.fromEntries(
    left
      .split(/ and |`/)
      .filter(Boolean)
      .map((field) => [field, undefined]),
  );
  if (example.startsWith('{'))
    return { ...(JSON.parse(example.replace(/^\/\/.*/m, '')) as Patch), ...removed };
  const body = example
    .replace(/\/\*\* (.*) \*\/\nexport const (\w+) = defineTool\(\{/, "$&\n  description: '$1',")
    .replace(/export const (\w+) = defineTool\(\{/, "return ({\n  name: '$1',");
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval, typescript/no-unsafe-call -- our own pages
  const fields: unknown = new Function('Type', body)(Type);
  return { ...(JSON.parse(JSON.stringify(withEnums(fields))) as Patch), ...removed };
}

// A build writes the union of literals that TypeBox has as an `enum`.
function withEnums(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withEnums);
  const { anyOf, ...others } = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withEnums(each)]),
  ) as { anyOf?: unknown };
  if (!Array.isArray(anyOf)) return others;
  const choices = (anyOf as { const?: unknown }[]).map((each) => each.const);
  return choices.includes(undefined) ? { ...others, anyOf } : { ...others, type: 'string', enum: choices };
}

function patched(base: Patch, patch: Patch): Patch {
  const all = { ...base, ...patch };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
