import { pathToFileURL } from 'node:url';
import { BTCPError } from '@btcp/core';
import { findOptionalDefaults, normalizeSchema, relaxRequired } from '@btcp/schema';
import { convertGuest } from '@btcp/schema/guests';
import type {
  AuthoredExample,
  Example,
  JsonSchemaObject,
  Manifest,
  ManifestTool,
  Registration,
  Tool,
} from '@btcp/core';

/**
 * Makes a registration from what `defineTool` returned, without a build and without validators: for tests. What the
 * build takes from JSDoc is missing: a tool without `description` gets a placeholder.
 *
 * @param tools - By name, for example a module that exports them; other values are left out.
 * @param more - Further fields of the manifest; its name is `test-tools` by default.
 */
export function describeTools(
  tools: Readonly<Record<string, unknown>>,
  more: Partial<Manifest> = {},
): Registration {
  const found = Object.entries(tools).flatMap(([key, tool]) =>
    isTool(tool) ? [{ tool, described: describeTool(key, tool) }] : [],
  );
  if (found.length === 0) {
    throw new BTCPError('INVALID_ARGUMENT', {
      message: 'There is no tool among these.',
      suggestion: 'Pass what `defineTool` returned, by name, or a module that exports it.',
    });
  }
  const described = found.map((one) => one.described);
  const capabilities = [...new Set(described.flatMap((tool) => tool.capabilities))].sort();
  return {
    manifest: {
      btcp: '1.0',
      name: 'test-tools',
      version: '0.0.0',
      tools: described,
      capabilities,
      ...more,
    },
    implementations: Object.fromEntries(found.map((one) => [one.described.name, one.tool])),
  };
}

/** Whether a value is what `defineTool` returned. */
export function isTool(value: unknown): value is Tool {
  return (
    typeof value === 'function' && Object.hasOwn(value, 'inputSchema') && Object.hasOwn(value, 'execute')
  );
}

function describeTool(key: string, tool: Tool): ManifestTool {
  // Spreading a function copies what its author defined, without the function's own `name`.
  const own = { ...tool } as Tool & { name?: string };
  // oxlint-disable-next-line no-unused-vars -- only left out: one is not JSON, the other is not built
  const { execute: _, ui, inputSchema, outputSchema, examples, confirm, ...metadata } = own;
  return {
    name: key,
    description: `The tool ${key}, described by its JSDoc.`,
    ...metadata,
    ...(confirm !== undefined && { confirm: typeof confirm === 'function' || confirm }),
    ...(examples && { examples: examples.map(withoutFixture) }),
    inputSchema: readInput(key, inputSchema),
    ...(outputSchema && { outputSchema: readSchema(key, 'outputSchema', outputSchema) }),
  };
}

// As in a build: callers need not pass a property with a default.
function readInput(tool: string, schema: object): JsonSchemaObject {
  const copy = readSchema(tool, 'inputSchema', schema);
  const kept = findOptionalDefaults(schema).filter(({ isRequired }) => isRequired);
  if (copy !== schema) relaxRequired(copy, new Set(kept.map(({ path }) => path)));
  return copy;
}

/** @throws BTCPError for a schema of another library that a build refuses, too. */
function readSchema(tool: string, key: string, schema: object): JsonSchemaObject {
  const guest = convertGuest(schema, { root: pathToFileURL('./').href });
  const [problem] = guest?.problems.filter(({ warning }) => warning === undefined) ?? [];
  if (problem)
    throw new BTCPError('INVALID_ARGUMENT', {
      message: `"${tool}" at /${key}${problem.path}: ${problem.message}`,
      suggestion: problem.help,
    });
  const { schema: found, issues } = guest ? { ...guest, issues: [] } : normalizeSchema(schema);
  // The client refuses a schema without a normal form, and says why.
  return (issues.length === 0 && typeof found === 'object' ? found : schema) as JsonSchemaObject;
}

// oxlint-disable-next-line no-unused-vars -- only left out: it is for checks, and is not published
const withoutFixture = ({ fixture: _, ...example }: AuthoredExample): Example => example;
