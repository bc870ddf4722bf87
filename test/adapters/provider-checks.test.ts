import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { exportTools, type Target } from '@btcp/adapters';
import { normalizeSchema } from '@btcp/schema';
import { getOwn, isObject, withoutUnusedDefinitions } from '@btcp/schema/internal';
import { ToolSchema as McpTool2 } from '@modelcontextprotocol/core';
import { ToolSchema as McpTool1 } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { toStrictJsonSchema as toStrict7 } from 'openai-7/lib/transform';
import { toStrictJsonSchema as toStrict6 } from 'openai/lib/transform';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/runs.ts';
import { inputSchemas, type AnySchema } from './schema-arbitrary.ts';

// The providers' own code decides whether exports are valid.

const RUNS = { seed: 3, numRuns: runs(400) };

const usable = inputSchemas.filter((schema) => normalizeSchema(schema).issues.length === 0);

/** The one tool with a schema, exported; `undefined` where it was refused. */
function exportOne(
  inputSchema: AnySchema,
  target: Target,
  strict: boolean,
): Record<string, unknown> | undefined {
  const tool = { name: 'tryThis', description: 'Does something.', inputSchema, capabilities: [] };
  const [exported] = exportTools([tool], { target, strict }).tools;
  // Read as any target's, as only some have these fields.
  return exported as Record<string, unknown> | undefined;
}

describe('openai', () => {
  it.each([
    ['6.49', toStrict6],
    ['7.57', toStrict7],
  ])('strict schemas are left as they are by toStrictJsonSchema of %s', (_, toStrict) => {
    let strict = 0;
    fc.assert(
      fc.property(usable, (schema) => {
        const tool = exportOne(schema, 'openai-responses', true);
        if (tool?.['strict'] !== true) return;
        strict++;
        // The package's own type of JSON Schema is narrower than ours.
        expect(toStrict(tool['parameters'] as never)).toEqual(tool['parameters']);
      }),
      RUNS,
    );
    expect(strict).toBeGreaterThan(runs(100));
  });
});

describe('anthropic', () => {
  it('strict schemas are what transformJSONSchema makes of the normal form', () => {
    let strict = 0;
    fc.assert(
      fc.property(usable, (schema) => {
        const tool = exportOne(schema, 'anthropic', true);
        if (tool?.['strict'] !== true) return;
        const normal = withoutUnusedDefinitions(normalizeSchema(schema).schema);
        // Anthropic would leave the root without a type.
        if (Object.hasOwn(Object(normal), '$ref')) return;
        // Anthropic would close the parts one by one, so that nothing fits; the export merges them.
        if (JSON.stringify(normal).includes('"allOf"')) return;
        strict++;
        expect(tool['input_schema']).toEqual(transformJSONSchema(normal as never));
      }),
      RUNS,
    );
    expect(strict).toBeGreaterThan(runs(50));
  });
});

describe('mcp', () => {
  // Zod, which both use to parse, loses a key with this name.
  const readable = usable.filter((schema) => !JSON.stringify(schema).includes('__proto__'));

  it.each([
    ['1.32', McpTool1],
    ['2.4', McpTool2],
  ])('tools are what ToolSchema of %s reads, without a loss', (_, schema) => {
    for (const target of ['mcp-2025-06-18', 'mcp-2025-11-25'] as const) {
      fc.assert(
        fc.property(readable, (inputSchema) => {
          const tool = exportOne(inputSchema, target, false);
          expect(schema.parse(tool)).toEqual(tool);
        }),
        { ...RUNS, numRuns: runs(100) },
      );
    }
  });
});

it('sends Gemini only fields of its own schema', () => {
  const FIELDS =
    'anyOf default description enum format items maxItems maxLength maxProperties maximum minItems minLength minProperties minimum nullable pattern properties required title type'.split(
      ' ',
    );
  const check = (schema: unknown): void => {
    if (!isObject(schema)) return;
    expect(FIELDS).toEqual(expect.arrayContaining(Object.keys(schema)));
    // "When using any_of, it must be the only field set."
    expect(Object.hasOwn(schema, 'anyOf') ? Object.keys(schema) : ['anyOf']).toEqual(['anyOf']);
    Object.values(getOwn(schema, 'properties') ?? {}).forEach(check);
    [getOwn(schema, 'items'), getOwn(schema, 'anyOf') ?? []].flat().forEach(check);
  };
  fc.assert(
    fc.property(usable, (schema) => {
      const wrapped = exportOne(schema, 'gemini-openapi', false)?.['functionDeclarations'];
      for (const tool of Array.isArray(wrapped) ? wrapped : []) check((tool as AnySchema)['parameters']);
    }),
    RUNS,
  );
});

it('prints only what the rules of ikigai allow', () => {
  const check = (schema: unknown): void => {
    if (!isObject(schema)) return;
    expect(['type', 'description', 'enum', 'items', 'properties', 'required']).toEqual(
      expect.arrayContaining(Object.keys(schema)),
    );
    expect(['string', 'integer', 'number', 'boolean', 'array', 'object']).toContain(schema['type']);
    Object.values(getOwn(schema, 'properties') ?? {}).forEach(check);
    check(getOwn(schema, 'items'));
  };
  fc.assert(
    fc.property(usable, (schema) => {
      check(exportOne(schema, 'ikigai', false)?.['parameters']);
    }),
    RUNS,
  );
});
