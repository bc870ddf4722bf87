import { BTCPError, type JsonSchemaObject, type ManifestTool, type Registration } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { closestName } from '@btcp/schema/runtime';
import { describeTools, isTool } from './describe-tools.ts';

/** A tool with its registration. */
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
