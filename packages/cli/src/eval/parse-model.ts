import { MODEL_FORMATS, type ModelFormat } from '@btcp/adapters/formats';
import { didYouMean, UsageError } from '../errors.ts';

export interface ModelSpec {
  /** As given, with the model's id even where it was left out. */
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  /** What makes it, of `@ai-sdk/<provider>`. */
  readonly create: string;
  /** How it gets tools as `btcp export` writes them; undefined where it gets them as the AI SDK does. */
  readonly native: ModelFormat | undefined;
}

/** Providers of the AI SDK: the name of `@ai-sdk/<name>`, and what it exports. */
const PROVIDERS = new Map<string, Pick<ModelSpec, 'create' | 'native'>>([
  ...MODEL_FORMATS.map((native) => [native.provider, { create: native.create, native }] as const),
  ...Object.entries({
    'amazon-bedrock': 'createAmazonBedrock',
    azure: 'createAzure',
    cohere: 'createCohere',
    deepseek: 'createDeepSeek',
    'google-vertex': 'createVertex',
    groq: 'createGroq',
    mistral: 'createMistral',
    xai: 'createXai',
  }).map(([provider, create]) => [provider, { create, native: undefined }] as const),
]);

const PREFIX = 'ai-sdk/';

/**
 * Parses `--model`: `<provider>[:<model id>]`.
 *
 * @throws UsageError that suggests a provider, or asks for the model's id.
 */
export function parseModel(given: string): ModelSpec {
  const [written = '', id = ''] = given.split(/:(.*)/s);
  const provider = written.startsWith(PREFIX) ? written.slice(PREFIX.length) : written;
  const known = PROVIDERS.get(provider);
  if (!known) {
    const names = [...PROVIDERS.keys()];
    const hint = didYouMean(provider, names, `; there are ${names.join(', ')}.`);
    throw new UsageError(`There is no provider "${provider}"${hint}`);
  }
  const { create, native } = known;
  const model = id || native?.model;
  if (model === undefined)
    throw new UsageError(`--model ${written} needs the id of a model, too: ${written}:<model id>.`);
  return {
    name: `${written}:${model}`,
    provider,
    model,
    create,
    native: provider === written ? native : undefined,
  };
}
