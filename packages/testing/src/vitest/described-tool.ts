import type { ManifestTool, Registration } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { describeTools } from '../describe-tools.ts';

/** A tool with its registration. */
export interface DescribedTool {
  readonly tool: ManifestTool;
  readonly registration: Registration;
}

/**
 * Describes what `defineTool` returned. One without `name` is called `tool`, as its export is not known.
 *
 * @throws BTCPError for anything else.
 */
export function describedTool(received: unknown): DescribedTool {
  const registration = describeTools({ tool: received });
  // There is one tool.
  return { tool: registration.manifest.tools[0] as ManifestTool, registration };
}

const compiled = new WeakMap<object, DescribedTool>();

/** Describes a tool, with validators: once, as a property test asks for the same tool many times. */
export function compiledTool(received: unknown): DescribedTool {
  const key = Object(received) as object;
  const known = compiled.get(key);
  if (known) return known;
  const { tool, registration } = describedTool(received);
  const { name, inputSchema, outputSchema } = tool;
  const own = {
    input: compileSchema(inputSchema),
    ...(outputSchema && { output: compileSchema(outputSchema) }),
  };
  const described = { tool, registration: { ...registration, validators: { [name]: own } } };
  compiled.set(key, described);
  return described;
}
