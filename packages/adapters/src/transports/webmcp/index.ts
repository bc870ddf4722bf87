import type { ToolHost } from '../tool-host.ts';
import type { ModelContext, WebMcpBinding, WebMcpOptions } from './web-mcp-binding.ts';

export type { WebMcpBinding, WebMcpOptions, WebMcpProblem } from './web-mcp-binding.ts';
export type { WebMcpError } from './execute-tool.ts';

/**
 * Registers every tool of a client on `document.modelContext`, and follows later registrations. The browser validates
 * nothing, has no deadline and hides errors; the client validates and has deadlines, and an error becomes a result with
 * its code, message and suggestion.
 *
 * @param host - A `BTCPClient`; tools without grants are registered, and refused when called.
 * @returns When the tools are registered; without WebMCP, `{ supported: false }`. Rejects only where its code, which only pages
 * with WebMCP load, cannot be fetched.
 */
export async function bindWebMcp(host: ToolHost, options: WebMcpOptions = {}): Promise<WebMcpBinding> {
  const context = findModelContext();
  if (!context) return { supported: false, tools: [], problems: [], dispose: () => undefined };
  const { Binding } = await import('./web-mcp-binding.ts');
  const binding = new Binding(host, context, options);
  await binding.follow();
  return binding;
}

/** The page's own, where the browser has WebMCP. */
function findModelContext(): ModelContext | undefined {
  // No library has its types yet, and this need not run in a page.
  const { document } = globalThis as { readonly document?: { readonly modelContext?: ModelContext } };
  const found = document?.modelContext;
  return typeof found?.registerTool === 'function' ? found : undefined;
}
