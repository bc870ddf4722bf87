import type { HostAbortSignal } from '@btcp/core';

/** A tool as a page registers it (WebMCP draft, June 2026). */
export interface ModelContextTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: { readonly readOnlyHint: boolean; readonly untrustedContentHint: boolean };
  readonly execute: (input: unknown, options?: { readonly signal?: HostAbortSignal }) => Promise<unknown>;
}

/** The part of `document.modelContext` that is used. */
export interface ModelContext {
  /** Rejects invalid tools; the tool stays until the signal is aborted. */
  registerTool(tool: ModelContextTool, options: { readonly signal: HostAbortSignal }): Promise<unknown>;
}

/** The page's own, where the browser has WebMCP. */
export function findModelContext(): ModelContext | undefined {
  // No library has its types yet, and this need not run in a page.
  const { document } = globalThis as { readonly document?: { readonly modelContext?: ModelContext } };
  const found = document?.modelContext;
  return typeof found?.registerTool === 'function' ? found : undefined;
}
