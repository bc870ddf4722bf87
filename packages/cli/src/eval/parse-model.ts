import { closestName } from '@btcp/schema/runtime';
import { UsageError } from '../errors.ts';

/** A model, and how it gets tools. */
export interface ModelSpec {
  /** As given, with the model's id even where it was left out. */
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  /** Whether it gets the tools as the AI SDK writes them, and not as `btcp export` does. */
  readonly isAiSdk: boolean;
}

/** Providers of the AI SDK: what `@ai-sdk/<name>` exports, and, where there is an export of tools, the model by default. */
export const PROVIDERS: Readonly<Record<string, readonly [create: string, model?: string]>> = {
  anthropic: ['createAnthropic', 'claude-sonnet-5-5'],
  openai: ['createOpenAI', 'gpt-5.4-mini'],
  google: ['createGoogleGenerativeAI', 'gemini-3.6-flash'],
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
  if (!Object.hasOwn(PROVIDERS, provider)) throw new UsageError(unknownProvider(provider));
  const usual = PROVIDERS[provider]?.[1];
  const model = id || usual;
  if (model === undefined)
    throw new UsageError(`--model ${written} needs the id of a model, too: ${written}:<model id>.`);
  return {
    name: `${written}:${model}`,
    provider,
    model,
    isAiSdk: provider !== written || usual === undefined,
  };
}

function unknownProvider(provider: string): string {
  const names = Object.keys(PROVIDERS);
  const close = closestName(provider, names);
  const hint = close === undefined ? `there are ${names.join(', ')}.` : `did you mean "${close}"?`;
  return `There is no provider "${provider}"; ${hint}`;
}
