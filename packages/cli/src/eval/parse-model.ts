import type { CallTarget, Target } from '@btcp/adapters';
import { didYouMean, UsageError } from '../errors.ts';

/** A model, and how it gets tools. */
export interface ModelSpec {
  /** As given, with the model's id even where it was left out. */
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  /** What makes it, of `@ai-sdk/<provider>`. */
  readonly create: string;
  /** How it gets tools as `btcp export` writes them; undefined where it gets them as the AI SDK does. */
  readonly native: NativeFormat | undefined;
}

/** How a provider with an export of tools is asked. */
export interface NativeFormat {
  /** The model by default. */
  readonly model: string;
  /** The format of the tools that are sent, and of the calls that come back. */
  readonly target: CallTarget & Target;
  /** A pointer to the parts of an answer. */
  readonly parts: string;
  readonly isCall: (part: Readonly<Record<string, unknown>>) => boolean;
}

/** Providers of the AI SDK: what `@ai-sdk/<name>` exports, and, where there is an export of tools, its format. */
const PROVIDERS: Readonly<Record<string, readonly [create: string, native?: NativeFormat]>> = {
  anthropic: [
    'createAnthropic',
    {
      model: 'claude-sonnet-5-5',
      target: 'anthropic',
      parts: '/content',
      isCall: ({ type }) => type === 'tool_use',
    },
  ],
  openai: [
    'createOpenAI',
    {
      model: 'gpt-5.4-mini',
      target: 'openai-responses',
      parts: '/output',
      isCall: ({ type }) => type === 'function_call',
    },
  ],
  google: [
    'createGoogleGenerativeAI',
    {
      model: 'gemini-3.6-flash',
      target: 'gemini',
      parts: '/candidates/0/content/parts',
      isCall: ({ functionCall }) => functionCall !== undefined,
    },
  ],
  'amazon-bedrock': ['createAmazonBedrock'],
  azure: ['createAzure'],
  cohere: ['createCohere'],
  deepseek: ['createDeepSeek'],
  'google-vertex': ['createVertex'],
  groq: ['createGroq'],
  mistral: ['createMistral'],
  xai: ['createXai'],
};

const PREFIX = 'ai-sdk/';

/**
 * Parses `--model`: `<provider>[:<model id>]`.
 *
 * @throws UsageError that suggests a provider, or asks for the model's id.
 */
export function parseModel(given: string): ModelSpec {
  const [written = '', id = ''] = given.split(/:(.*)/s);
  const provider = written.startsWith(PREFIX) ? written.slice(PREFIX.length) : written;
  if (!Object.hasOwn(PROVIDERS, provider)) {
    const names = Object.keys(PROVIDERS);
    const hint = didYouMean(provider, names, `; there are ${names.join(', ')}.`);
    throw new UsageError(`There is no provider "${provider}"${hint}`);
  }
  const [create = '', usual] = PROVIDERS[provider] ?? [];
  const model = id || usual?.model;
  if (model === undefined)
    throw new UsageError(`--model ${written} needs the id of a model, too: ${written}:<model id>.`);
  return {
    name: `${written}:${model}`,
    provider,
    model,
    create,
    native: provider === written ? usual : undefined,
  };
}
