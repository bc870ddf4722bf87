import type { HostAbortSignal } from '@btcp/core';
import type { WebMcpFields } from '../../profile/mcp-fields/mcp-fields.ts';

/** A tool as a page registers it (WebMCP draft of 2026-09-15). */
export interface ModelContextTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: WebMcpFields['annotations'];
  readonly execute: (input: unknown, options?: { readonly signal?: HostAbortSignal }) => Promise<unknown>;
}

/** The part of `document.modelContext` that is used. */
export interface ModelContext {
  /** Rejects invalid tools; the tool stays until the signal is aborted. */
  registerTool(tool: ModelContextTool, options: RegisterOptions): Promise<unknown>;
  /** `toolactivated`, when an agent runs a tool or has filled in a form. */
  addEventListener?(type: 'toolactivated', listener: (event: { readonly toolName?: unknown }) => void): void;
  removeEventListener?(
    type: 'toolactivated',
    listener: (event: { readonly toolName?: unknown }) => void,
  ): void;
}

/** How a tool is registered. */
export interface RegisterOptions {
  readonly signal: HostAbortSignal;
  /** Origins of other documents that may use the tool. */
  readonly exposedTo?: readonly string[];
}

/** The page's own, where the browser has WebMCP. */
export function findModelContext(): ModelContext | undefined {
  // No library has its types yet, and this need not run in a page.
  const { document } = globalThis as { readonly document?: { readonly modelContext?: ModelContext } };
  const found = document?.modelContext;
  return typeof found?.registerTool === 'function' ? found : undefined;
}
