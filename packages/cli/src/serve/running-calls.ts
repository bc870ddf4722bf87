import type { createMcpFetch } from '@btcp/adapters/mcp-http';

type Host = Parameters<typeof createMcpFetch>[0];

/** A host that knows which calls are running. */
export class RunningCalls implements Host {
  readonly #host: Host;
  readonly #running = new Set<Promise<unknown>>();

  constructor(host: Host) {
    this.#host = host;
  }

  get behind(): Host['behind'] {
    return this.#host.behind;
  }

  listTools(): ReturnType<Host['listTools']> {
    return this.#host.listTools();
  }

  on(...listener: Parameters<Host['on']>): () => void {
    return this.#host.on(...listener);
  }

  callTool(...call: Parameters<Host['callTool']>): Promise<unknown> {
    const result = this.#host.callTool(...call);
    const end = (): unknown => this.#running.delete(result);
    result.then(end, end);
    this.#running.add(result);
    return result;
  }

  /** Resolves when no call is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
