import { bindWebMcp } from '@btcp/adapters/webmcp';
import type { BTCPClient } from '@btcp/client';
import { mentionsContent } from '@btcp/core/content';
import { type Outcome, type Surface, textOf } from '../find-differences.ts';

/** A tool as the binding registers it. */
interface BrowserTool {
  readonly name: string;
  readonly execute: (input: unknown) => Promise<unknown>;
}

/** WebMCP, bound to a stand-in for the browser's `document.modelContext`. */
export async function webMcpSurface(client: BTCPClient): Promise<Surface> {
  const tools = new Map<string, BrowserTool>();
  const modelContext = {
    registerTool: async (tool: BrowserTool): Promise<void> => void tools.set(tool.name, tool),
  };
  await withDocument({ modelContext }, () => bindWebMcp(client));
  return {
    name: 'webmcp',
    // Of media it has notes, which an export reports.
    carries: (_, name) => !mentionsContent(client.getTool(name)?.outputSchema),
    async call(name, input) {
      const tool = tools.get(name);
      if (!tool) return { ok: false, code: 'TOOL_NOT_FOUND', paths: [] };
      const result = await tool.execute(input);
      const isText = client.getTool(name)?.outputSchema?.['type'] === 'string';
      return outcomeOf(
        isText && typeof result === 'string' && result !== EMPTY ? JSON.stringify(result) : result,
      );
    },
  };
}

/** Installs a document while something runs: the binding looks for it once. */
async function withDocument(document: object, run: () => Promise<unknown>): Promise<void> {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'document');
  Object.defineProperty(globalThis, 'document', { value: document, configurable: true });
  try {
    await run();
  } finally {
    if (before) Object.defineProperty(globalThis, 'document', before);
    else Reflect.deleteProperty(globalThis, 'document');
  }
}

/** What the binding sends for an empty text, of which the browser would say "Operation succeeded". */
const EMPTY = '""';

interface Failure {
  readonly isError?: unknown;
  readonly error?: { readonly code: string; readonly issues?: readonly { readonly path: string }[] };
}

function outcomeOf(result: unknown): Outcome {
  // As the browser: strings are passed on, all else becomes JSON.
  const value: unknown = JSON.parse(textOf(result));
  const { isError, error } = Object(value) as Failure;
  if (isError !== true || !error) return { ok: true, output: textOf(value) };
  return { ok: false, code: error.code, paths: (error.issues ?? []).map(({ path }) => path) };
}
