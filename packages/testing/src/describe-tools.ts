import { pathToFileURL } from 'node:url';
import {
  BTCPError,
  type AuthoredExample,
  type Example,
  type JsonSchemaObject,
  type Manifest,
  type ManifestTool,
  type Registration,
  type Tool,
} from '@btcp/core';
import { normalizeSchema } from '@btcp/schema';
import { findOptionalDefaults, relaxRequired } from '@btcp/schema/internal';
import { convertGuest } from '@btcp/schema/guests';
import { compileSchema } from '@btcp/schema/compile';
import { closestName } from '@btcp/schema/runtime';

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
      suggestion:
        'Pass what `defineTool` returned, by name, such as `{ getOrder }`, or a module that exports it.',
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

function isTool(value: unknown): value is Tool {
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

interface DescribedTool {
  readonly tool: ManifestTool;
  readonly registration: Registration;
}

/** A tool of a build, which has what the build derived. */
interface BuiltTool {
  readonly registration: Registration;
  /** Its name. */
  readonly tool: string;
}

/** What a tool without `name` is called, as its export is not known. */
export const UNNAMED = 'tool';

/** What messages call a tool: by its name, or by what it takes and returns, as the name of an export is not known. */
export function nameOf({ name, inputSchema, outputSchema }: ManifestTool): string {
  if (name !== UNNAMED) return `"${name}"`;
  const output = propertiesOf(outputSchema);
  return `the tool that takes ${propertiesOf(inputSchema) ?? '{}'}${output === undefined ? '' : ` and returns ${output}`}`;
}

function propertiesOf(schema: JsonSchemaObject | undefined): string | undefined {
  const names = Object.keys(Object(schema?.['properties']) as object);
  return names.length === 0 ? undefined : `{ ${names.join(', ')} }`;
}

const isBuilt = (received: unknown): received is BuiltTool =>
  typeof received === 'object' && received !== null && 'registration' in received && 'tool' in received;

/** Whether a value is a tool at all, valid or not. */
export const isDescribable = (received: unknown): boolean => isBuilt(received) || isTool(received);

/**
 * Describes what `defineTool` returned, or a tool of a build.
 *
 * @throws BTCPError for anything else.
 */
export function describedTool(received: unknown): DescribedTool {
  if (!isBuilt(received)) {
    const registration = describeTools({ [UNNAMED]: received });
    // There is one tool.
    return { tool: registration.manifest.tools[0] as ManifestTool, registration };
  }
  const { registration, tool: name } = received;
  const tool = registration.manifest.tools.find((each) => each.name === name);
  if (!tool) throw noTool(name, registration, 'in this registration');
  return { tool, registration };
}

const compiled = new WeakMap<object, DescribedTool>();

/** Describes a tool, with validators: once, as a property test asks for the same tool many times. */
export function compiledTool(received: unknown): DescribedTool {
  const key = Object(received) as object;
  const known = compiled.get(key);
  if (known) return known;
  const { tool, registration } = describedTool(received);
  if (registration.validators ?? registration.validatorsOnCall) return { tool, registration };
  const { name, inputSchema, outputSchema } = tool;
  const own = {
    input: compileSchema(inputSchema),
    ...(outputSchema && { output: compileSchema(outputSchema) }),
  };
  const described = { tool, registration: { ...registration, validators: { [name]: own } } };
  compiled.set(key, described);
  return described;
}

/** The error about a name that no tool of a registration has, with the one that was probably meant. */
export function noTool(name: string, { manifest }: Registration, where: string): BTCPError {
  const names = manifest.tools.map((tool) => tool.name);
  const close = closestName(name, names);
  return new BTCPError('INVALID_ARGUMENT', {
    message: `There is no tool "${name}" ${where}${close === undefined ? '.' : `; did you mean "${close}"?`}`,
    suggestion: `The tools are ${names.join(', ')}.`,
  });
}
