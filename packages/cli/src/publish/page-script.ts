import { bindWebMcp } from '@btcp/adapters/webmcp';
import { BTCPClient } from '@btcp/client';
import type { Registration } from '@btcp/core';

/** What is read of the page's `<script>`. */
interface Script {
  readonly src: string;
  getAttribute(name: string): string | null;
}

/**
 * The entry of `webmcp.js`: offers the tools to the browser's agent, under a client's gate and validators. The
 * attribute `data-grant` of its `<script>` lists the capabilities that the page grants, between spaces or commas.
 *
 * @param script - Absent where the page runs it as a module.
 * @param leftOut - Tools that no page can run.
 */
export function runPageScript(
  script: Script | null,
  registration: Registration,
  leftOut: readonly string[],
): void {
  const granted = script?.getAttribute('data-grant') ?? '';
  // Beside this script, where the tools need it.
  const engine = script && new URL('./quickjs-engine.mjs', script.src).href;
  const client = new BTCPClient(engine ? { isolation: { engine } } : {});
  void offerTools(client, registration, granted.split(/[\s,]+/).filter(Boolean), leftOut);
}

async function offerTools(
  client: BTCPClient,
  registration: Registration,
  granted: readonly string[],
  leftOut: readonly string[],
): Promise<void> {
  await client.registerManifest(registration);
  await client.grantCapabilities(granted);
  const host: Parameters<typeof bindWebMcp>[0] = {
    listTools: () => client.listTools().filter(({ name }) => !leftOut.includes(name)),
    callTool: (name, input, options) => client.callTool(name, input, options),
    on: (event, listener) => client.on(event, listener),
  };
  await bindWebMcp(host, {
    onProblem: ({ tool, code, message }) => console.warn(`webmcp.js: ${tool}: ${code}: ${message}`),
  });
}
