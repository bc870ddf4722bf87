import type { CallTarget, Target } from '@btcp/adapters';
import { getAtPointer, isObject } from '@btcp/schema';
import { InputError } from '../errors.ts';
import { loadPeers } from '../system/load-peers.ts';
import { type ModelSpec, PROVIDERS } from './parse-model.ts';

/** What a model answered. */
export interface Answer {
  /** Its calls, as the provider's API gave them. */
  readonly calls: readonly unknown[];
  /** What it said beside or instead of them. */
  readonly text: string;
  /** As the provider counted them. */
  readonly tokens: Tokens;
}

/** What a request and its answer take. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Asks a model once. */
export type AskModel = (tools: unknown, ask: string) => Promise<Answer>;

interface NativeFormat {
  /** The format of the tools that are sent, and of the calls that come back. */
  readonly target: CallTarget & Target;
  /** A pointer to the parts of an answer. */
  readonly parts: string;
  readonly isCall: (part: Readonly<Record<string, unknown>>) => boolean;
}

/** The providers whose format tools are exported to. */
export const NATIVE: Readonly<Record<string, NativeFormat>> = {
  anthropic: { target: 'anthropic', parts: '/content', isCall: ({ type }) => type === 'tool_use' },
  openai: { target: 'openai-responses', parts: '/output', isCall: ({ type }) => type === 'function_call' },
  google: {
    target: 'gemini',
    parts: '/candidates/0/content/parts',
    isCall: ({ functionCall }) => functionCall !== undefined,
  },
};

/** The parts of the AI SDK that are used: its own declarations need the types of a browser. */
interface AiSdk {
  generateText(options: {
    readonly model: unknown;
    readonly prompt: string;
    readonly tools?: unknown;
    readonly maxOutputTokens: number;
    readonly abortSignal: AbortSignal;
  }): Promise<{
    readonly text: string;
    readonly toolCalls: readonly { readonly toolName: string; readonly input: unknown }[];
    readonly usage: { readonly inputTokens?: number; readonly outputTokens?: number };
    readonly response: { readonly body?: unknown };
  }>;
}
type Create = (settings: object) => (model: string) => unknown;

/** Tokens of an answer at most: enough to think, and to call. */
const MAX_OUTPUT = 8192;
/** Milliseconds for an answer, with the AI SDK's retries. */
const TIMEOUT = 120_000;

/**
 * Loads what asks a model.
 *
 * @param baseURL - Where the provider's API is. Default: as its package says.
 * @throws InputError where it is not installed; where there is no key, when it is asked.
 */
export async function openModel(spec: ModelSpec, baseURL: string | undefined): Promise<AskModel> {
  const { provider, model, isAiSdk } = spec;
  const [create = ''] = PROVIDERS[provider] ?? [];
  const [ai, own] = await loadPeers(
    async () => [await load<AiSdk>('ai'), await load<Record<string, Create>>(`@ai-sdk/${provider}`)] as const,
    `Asking ${spec.name}`,
    'ai@6',
    `@ai-sdk/${provider}@3`,
  );
  // It writes them to standard output.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const native = isAiSdk ? undefined : NATIVE[provider];
  return async (tools, ask) => {
    // In place of the AI SDK's own form of tools, the request gets the export, unchanged.
    const sendExport = (url: string, init: { readonly body: string }): Promise<Response> =>
      fetch(url, { ...init, body: JSON.stringify({ ...JSON.parse(init.body), tools }) });
    const settings = { ...(baseURL !== undefined && { baseURL }), ...(native && { fetch: sendExport }) };
    try {
      const { toolCalls, text, usage, response } = await ai.generateText({
        model: own[create]?.(settings)(model),
        prompt: ask,
        maxOutputTokens: MAX_OUTPUT,
        abortSignal: AbortSignal.timeout(TIMEOUT),
        ...(!native && { tools }),
      });
      const parts = native && getAtPointer(response.body, native.parts);
      return {
        calls: native
          ? (Array.isArray(parts) ? parts : []).filter((part) => isObject(part) && native.isCall(part))
          : // The fields of a call of Responses, as which they are decoded.
            toolCalls.map(({ toolName, input }) => ({ name: toolName, arguments: input })),
        text,
        tokens: { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 },
      };
    } catch (error) {
      const { name, message } = error as Error;
      const key = name === 'AI_LoadAPIKeyError' ? /\b[A-Z]\w*_KEY\b/.exec(message)?.[0] : undefined;
      if (key !== undefined)
        throw new InputError(
          `${spec.name} is asked with a key, and ${key} is not set.`,
          'Set it in the environment; or take recorded answers by --replay, which needs none.',
        );
      throw new InputError(
        `${spec.name} did not answer ${JSON.stringify(ask)}: ${message}`,
        'Correct that, such as the key in the environment, and run it again; --record keeps the answers that came.',
      );
    }
  };
}

// Not resolved when this is compiled; see `AiSdk`.
const load = async <Module>(name: string): Promise<Module> => (await import(name)) as Module;
