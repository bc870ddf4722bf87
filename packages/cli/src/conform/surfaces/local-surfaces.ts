import { standardTools } from '@btcp/adapters/standard-schema';
import type { ToolCaller } from '@btcp/client';
import { BTCPError, type Registration } from '@btcp/core';
import { joinPointer } from '@btcp/schema';
import { type Outcome, type Surface, textOf } from '../find-differences.ts';

/** The client itself. */
export function directSurface(client: ToolCaller): Surface {
  return { name: 'client', call: (tool, input) => outcomeOf(client.callTool(tool, input)) };
}

/** The outcome of a call that rejects with a `BTCPError`. */
async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: true, output: textOf(await call) };
  } catch (thrown) {
    const { code, issues = [] } = BTCPError.from(thrown);
    return { ok: false, code, paths: issues.map(({ path }) => path) };
  }
}

/** Standard Schema, as libraries use it: they validate the input, then execute what validation gave. */
export function standardSurface(client: ToolCaller, registration: Registration): Surface {
  const tools = standardTools(client, registration);
  return {
    name: 'standard-schema',
    async call(name, input) {
      const tool = tools[name];
      if (!tool) return { ok: false, code: 'TOOL_NOT_FOUND', paths: [] };
      const result = await tool.inputSchema['~standard'].validate(input);
      if (!result.issues) return outcomeOf(tool.execute(result.value));
      const paths = result.issues.map(({ path = [] }) => joinPointer('', ...path.map(keyOf)));
      return { ok: false, code: 'INVALID_INPUT', paths };
    },
  };
}

/** The standard has keys, and segments with a key. */
function keyOf(segment: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof segment === 'object' ? segment.key : segment);
}
