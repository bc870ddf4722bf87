import type { ToolCaller } from '@btcp/client';
import { BTCPError } from '@btcp/core';
import { type Outcome, type Surface, textOf } from '../conform-case.ts';

/** The client itself. */
export function directSurface(client: ToolCaller): Surface {
  return { name: 'client', call: (tool, input) => outcomeOf(client.callTool(tool, input)) };
}

/** The outcome of a call that rejects with a `BTCPError`. */
export async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: true, output: textOf(await call) };
  } catch (thrown) {
    const { code, issues = [] } = BTCPError.from(thrown);
    return { ok: false, code, paths: issues.map(({ path }) => path) };
  }
}
