import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { exportTools, TARGETS, type Target } from '@btcp/adapters';
import type { ManifestTool } from '@btcp/core';
import { answer } from '../support/answer.ts';

/** The parent's question: who converts how many tools. */
export interface ExportQuestion {
  readonly way: ExportWay;
  readonly tools: number;
}

/** Everything that we export to; or the three providers alone, by us or by the AI SDK's own providers. */
export type ExportWay = 'all targets' | 'three providers' | 'AI SDK, three providers';

/** The targets that the AI SDK's providers make, too. */
const PROVIDERS: readonly Target[] = ['openai-chat', 'anthropic', 'gemini-openapi'];

/** Seconds: on the clock, and of processor time, which counts what V8 does in threads of its own. */
export interface ExportTimes {
  readonly elapsed: number;
  readonly processor: number;
}

await answer(async ({ way, tools: count }: ExportQuestion): Promise<ExportTimes> => {
  const tools = Array.from({ length: count }, (_, index) => makeTool(index));
  const start = process.cpuUsage();
  const clock = performance.now();
  if (way === 'AI SDK, three providers') await convertWithAiSdk(tools);
  else
    for (const target of way === 'all targets' ? TARGETS : PROVIDERS)
      JSON.stringify(exportTools(tools, { target }));
  const elapsed = (performance.now() - clock) / 1000;
  const { user, system } = process.cpuUsage(start);
  return { elapsed, processor: (user + system) / 1e6 };
});

/** Tools of everyday sizes; no two alike. */
function makeTool(index: number): ManifestTool {
  return {
    name: `readOrders${index}`,
    description: `Reads the orders of shop ${index} that are in a state, newest first.`,
    inputSchema: {
      type: 'object',
      properties: {
        state: {
          type: 'string',
          enum: ['open', 'paid', 'sent'],
          default: 'open',
          description: 'Their state.',
        },
        email: { type: 'string', format: 'email', maxLength: 100 + index, description: 'Whose they are.' },
        ids: { type: 'array', items: { type: 'string', pattern: '^[A-Z]+[0-9]+$' }, maxItems: 20 },
        range: {
          type: 'object',
          properties: { from: { type: 'integer', minimum: 0 }, to: { type: 'integer', exclusiveMinimum: 0 } },
          required: ['from'],
          additionalProperties: false,
        },
        sort: { oneOf: [{ type: 'string' }, { type: 'number' }], description: 'By what.' },
      },
      required: ['state'],
      additionalProperties: false,
    },
    outputSchema: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
    capabilities: ['dom:read'],
    examples: [{ input: { state: 'open' } }],
  };
}

/** The AI SDK converts tools when it sends a request; the response does not matter here. */
async function convertWithAiSdk(manifestTools: readonly ManifestTool[]): Promise<void> {
  const tools = manifestTools.map(({ name, description, inputSchema }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema,
  }));
  let sent = 0;
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    sent += typeof init?.body === 'string' && init.body.includes(`readOrders${tools.length - 1}`) ? 1 : 0;
    return new Response('{}', { status: 400 });
  };
  const settings = { apiKey: 'none', fetch };
  const models = [
    createOpenAI(settings).chat('some-model'),
    createAnthropic(settings)('some-model'),
    createGoogleGenerativeAI(settings)('some-model'),
  ];
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }];
  for (const model of models) {
    await Promise.resolve(model.doGenerate({ prompt, tools })).catch(() => undefined);
  }
  if (sent !== models.length) throw new Error(`Only ${sent} of ${models.length} requests had the tools.`);
}
