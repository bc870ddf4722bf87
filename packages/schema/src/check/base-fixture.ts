import type { Patch, Rule } from './define-rule.ts';

/** A tool without diagnostics; the `bad` and `good` of each rule replace some of its fields. */
export const FAULTLESS_TOOL: Patch = {
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

/**
 * Builds the manifest for a rule's `bad` or `good` example.
 *
 * @returns `undefined` for a rule about code.
 */
export function manifestOf(rule: Rule, kind: 'bad' | 'good'): Patch | undefined {
  if (rule.subject === 'code') return undefined;
  if (rule.subject === 'manifest') return patched(FAULTLESS_MANIFEST, rule[kind]);
  const tool = patched(FAULTLESS_TOOL, rule[kind]);
  return { ...FAULTLESS_MANIFEST, tools: [tool], capabilities: sortedUnion([tool]), ...rule.around };
}

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

/** Source fragments that replace those of a tool without diagnostics. */
export interface ToolSource {
  /** The properties of its input. */
  readonly input?: string;
  /** The properties of its output. */
  readonly output?: string;
  /** Instead of `output`. */
  readonly outputSchema?: string;
  readonly capabilities?: string;
  readonly exampleInput?: string;
  readonly exampleOutput?: string;
  /** The `execute` member, with its comma. */
  readonly execute: string;
  /** Code after the tool. */
  readonly after?: string;
}

/** The source of a module with one tool, which has no diagnostics but for the fragments given. */
export function toolSource({
  input = `
      /** Address of the cell in A1 notation, for example "B5". */
      cell: Type.String({ pattern: '^[A-Z]+[0-9]+$' }),`,
  output = `
    /** What the cell shows. */
    value: Type.Number(),`,
  outputSchema = `Type.Object(
    {${output}
    },
    { additionalProperties: false },
  )`,
  capabilities = `['dom:read']`,
  exampleInput = `{ cell: 'B5' }`,
  exampleOutput = `{ value: 42 }`,
  execute,
  after = '',
}: ToolSource): string {
  return `/** Retrieves the value of a spreadsheet cell by its address in A1 notation. */
export const getCellValue = defineTool({
  inputSchema: Type.Object(
    {${input}
    },
    { additionalProperties: false },
  ),
  outputSchema: ${outputSchema},
  capabilities: ${capabilities},
  examples: [{ description: 'A number', input: ${exampleInput}, output: ${exampleOutput} }],
  ${execute}
});
${after === '' ? '' : `\n${after}\n`}`;
}

/** The source of a tool that throws a value where it finds no cell. */
export function throwingSource(value: string): string {
  return toolSource({
    execute: `execute({ cell }, { dom }) {
    const found = dom.querySelector(\`[data-cell="\${cell}"]\`);
    if (!found) {
      throw ${value};
    }
    return { value: Number(found.textContent) };
  },`,
  });
}

function patched(base: Patch, patch: Patch): Patch {
  const all = { ...base, ...patch };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function sortedUnion(tools: readonly Patch[]): readonly unknown[] {
  const all = tools.flatMap(({ capabilities }) =>
    Array.isArray(capabilities) ? (capabilities as unknown[]) : [],
  );
  return [...new Set(all.map(String))].sort((a, b) => (a < b ? -1 : 1));
}
