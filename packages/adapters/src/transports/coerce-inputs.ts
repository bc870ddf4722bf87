import type { CoercedValue, JsonSchemaObject } from '@btcp/core';
import { isObject, joinPointer } from '@btcp/schema/internal';
import { readInput } from '../profile/input-reader.ts';
import type { ToolHost } from './tool-host.ts';

/** A call whose input had strings in place of other values. */
export interface CoercedCall {
  /** The tool's name. */
  readonly tool: string;
  /** JSON pointers of the strings, and what the tool got instead. */
  readonly changes: readonly CoercedValue[];
}

/** How inputs are coerced. */
export interface CoerceOptions {
  /** Told of each such call before it runs: it did not have the input that the model sent. */
  readonly onCoerced?: ((call: CoercedCall) => void) | undefined;
}

/**
 * A host that reads numbers, arrays and objects that a model has sent as strings: only where the tool's schema takes no
 * string, and the string is such JSON. What it has read is validated as any input, and stands in the client's events of
 * the call, as `coerced`.
 *
 * @param host - A `BTCPClient`.
 */
export function coerceInputs(host: ToolHost, coercion: CoerceOptions = {}): ToolHost {
  const { behind } = host;
  return {
    ...(behind && {
      behind: { ...behind, limit: (limited) => coerceInputs(behind.limit(limited), coercion) },
    }),
    listManifests: () => host.listManifests?.() ?? [],
    listTools: () => host.listTools(),
    on: (event, listener) => host.on(event, listener),
    callTool: async (name, input, options) => {
      const tool = host.listTools().find((each) => each.name === name);
      const { coerced, changes } = coerce(input, tool?.inputSchema);
      if (changes.length === 0) return host.callTool(name, input, options);
      coercion.onCoerced?.({ tool: name, changes });
      return host.callTool(name, coerced, { ...options, coerced: changes });
    },
  };
}

function coerce(
  input: unknown,
  schema: JsonSchemaObject | undefined,
): { readonly coerced?: unknown; readonly changes: readonly CoercedValue[] } {
  if (schema === undefined || !isObject(input)) return { changes: [] };
  try {
    const coerced = readInput(input, schema, { strings: ['number', 'array', 'object'] });
    return { coerced, changes: changesBetween(input, coerced, '') };
  } catch {
    // A cycle, or a getter that throws: the host says what is wrong with it.
    return { changes: [] };
  }
}

/** Reading a string is the only difference; what stands in the string is part of it. */
function changesBetween(from: unknown, to: unknown, path: string): readonly CoercedValue[] {
  if (typeof from === 'string') return from === to ? [] : [{ path, from, to }];
  if (typeof from !== 'object' || from === null) return [];
  const read = Object(to) as Readonly<Record<string, unknown>>;
  return Object.entries(from).flatMap(([key, value]) =>
    changesBetween(value, read[key], joinPointer(path, key)),
  );
}
