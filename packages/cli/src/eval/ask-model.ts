import { createHash } from 'node:crypto';
import { appendFileSync, truncateSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ModelFormat } from '@btcp/adapters/formats';
import type { JsonSchemaObject } from '@btcp/core';
import { getAtPointer, isObject } from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';
import { fileError, InputError } from '../errors.ts';
import type { ModelSpec } from './parse-model.ts';
import type { Surface } from './surface.ts';
import { tryJson } from '@btcp/core/internal';
import { counted, readTextOf } from '../io.ts';
import { loadPeers } from '../system/load-peers.ts';
import { refuseLinkOut } from '../system/write-files.ts';

export interface Answer {
  /** Its calls, as the provider's API gave them. */
  readonly calls: readonly unknown[];
  /** What it said beside or instead of them. */
  readonly text: string;
  /** As the provider counted them. */
  readonly tokens: Tokens;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Asks a model once. @returns Its answer, or why there is none. */
type AskModel = (tools: unknown, ask: string) => Promise<Answer | InputError>;

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
  }>;
}
type Create = (settings: object) => (model: string) => unknown;

/** Tokens of an answer at most: enough to think, and to call. */
const MAX_OUTPUT = 8192;
/** Milliseconds for an answer, with the AI SDK's retries. */
const TIMEOUT = 120_000;

/** Loads what asks a model, at a URL or where its package says; an `InputError` says if it is not installed. */
async function openModel(spec: ModelSpec, baseURL: string | undefined): Promise<AskModel> {
  const { provider, model, create, native } = spec;
  const [ai, own] = await loadPeers(
    async () => [await load<AiSdk>('ai'), await load<Record<string, Create>>(`@ai-sdk/${provider}`)] as const,
    `Asking ${spec.name}`,
    'ai',
    `@ai-sdk/${provider}`,
  );
  // It writes them to standard output.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return async (tools, ask) => {
    let body: unknown;
    // In place of the AI SDK's own form of tools, the request gets the export, unchanged; its version 7 keeps no answer.
    const sendExport = async (url: string, init: { readonly body: string }): Promise<Response> => {
      const sent = { ...(JSON.parse(init.body) as object), tools };
      const response = await fetch(url, { ...init, body: JSON.stringify(sent) });
      body = await response
        .clone()
        .json()
        .catch(() => undefined);
      return response;
    };
    const settings = { ...(baseURL !== undefined && { baseURL }), ...(native && { fetch: sendExport }) };
    try {
      const { toolCalls, text, usage } = await ai.generateText({
        model: own[create]?.(settings)(model),
        prompt: ask,
        maxOutputTokens: MAX_OUTPUT,
        abortSignal: AbortSignal.timeout(TIMEOUT),
        ...(!native && { tools }),
      });
      const parts = native && getAtPointer(body, native.parts);
      return {
        calls: native
          ? (Array.isArray(parts) ? parts : []).filter((part) => isCall(part, native))
          : // The fields of a call of Responses, as which they are decoded.
            toolCalls.map(({ toolName, input }) => ({ name: toolName, arguments: input })),
        text,
        tokens: { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 },
      };
    } catch (error) {
      const { name, message } = error as Error;
      const key = name === 'AI_LoadAPIKeyError' ? /\b[A-Z]\w*_KEY\b/.exec(message)?.[0] : undefined;
      if (key !== undefined)
        return new InputError(
          `${spec.name} is asked with a key, and ${key} is not set.`,
          'Set it in the environment; or take recorded answers by --replay, which needs none.',
        );
      return new InputError(
        `${spec.name} did not answer ${JSON.stringify(ask)}: ${message}`,
        'Correct that, such as the key in the environment, and run it again; --record keeps the answers that came.',
      );
    }
  };
}

function isCall(part: unknown, { call: [field, value] }: ModelFormat): boolean {
  const given = isObject(part) ? part[field] : undefined;
  return value === undefined ? given !== undefined : given === value;
}

// Not resolved when this is compiled; see `AiSdk`.
const load = async <Module>(name: string): Promise<Module> => (await import(name)) as Module;

/** Whether and where models are asked. */
export interface AskOptions {
  /** The file that must have every answer. Default: models are asked. */
  readonly replay?: string;
  readonly 'max-calls'?: number;
  /** Where the provider's API is. */
  readonly 'base-url'?: string;
}

/** Answers that are asked for at once. */
const WIDTH = 4;

/**
 * Asks for every answer that a recording lacks, and adds them. A model that fails is asked nothing more.
 *
 * @returns Why models failed, by their names; answers that came until then are added.
 * @throws InputError where that would exceed a limit, or a package or a file fails.
 */
export async function askAll(
  requests: readonly Request[],
  recording: Recording,
  { replay, 'max-calls': most = 100, 'base-url': baseURL }: AskOptions,
): Promise<ReadonlyMap<string, InputError>> {
  const unanswered = requests.filter((request) => !recording.find(request));
  // Two versions of the tools may be the same to a model.
  const missing = [...new Map(unanswered.map((request) => [keyOf(request), request])).values()];
  const [first] = missing;
  if (first && replay !== undefined)
    throw new InputError(
      `${replay} lacks ${counted(missing.length, 'answer')}; the first is that of ${first.surface.spec.name} to ${JSON.stringify(first.ask)}, with the tools as they are now.`,
      `Record them: \`--record ${replay}\` in place of \`--replay\`, with a key in the environment.`,
    );
  if (missing.length > most)
    throw new InputError(
      `This takes ${missing.length} calls of models, and --max-calls allows ${most}.`,
      `Allow them by --max-calls ${missing.length}, or lower \`runs\` in the cases.`,
    );
  const models = new Map<string, AskModel>();
  for (const { spec } of missing.map(({ surface }) => surface))
    if (!models.has(spec.name)) models.set(spec.name, await openModel(spec, baseURL));
  const failures = new Map<string, InputError>();
  const queue = [...missing];
  const work = async (): Promise<void> => {
    for (let request = queue.shift(); request; request = queue.shift()) {
      const { spec, tools } = request.surface;
      if (failures.has(spec.name)) continue;
      const answer = await models.get(spec.name)?.(tools, request.ask);
      if (answer instanceof InputError) keepFirst(failures, spec.name, answer);
      else if (answer) recording.add(request, answer);
    }
  };
  // Where answers cannot be kept none is asked for, and those that had begun still end.
  const stop = (error: unknown): never => {
    queue.length = 0;
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: WIDTH }, () => work().catch(stop)));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return failures;
}

function keepFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}

interface Request {
  readonly surface: Surface;
  readonly ask: string;
  /** Which of several answers to the same it asks for, from 1. */
  readonly run: number;
}

/** A digest of the model, the tools as it reads them, and what it is asked; and which of its answers it is. */
function keyOf({ surface: { spec, text }, ask, run }: Request): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([spec.name, text, ask]))
    .digest('hex');
  return `${digest.slice(0, 32)}-${run}`;
}

/** Answers by key; in a file of JSON lines, which has nothing of an API's headers. */
export interface Recording {
  find(request: Request): Answer | undefined;
  add(request: Request, answer: Answer): void;
}

const COUNT: JsonSchemaObject = { type: 'integer' };

const LINE: JsonSchemaObject = {
  type: 'object',
  required: ['key', 'calls', 'text', 'tokens'],
  properties: {
    key: { type: 'string' },
    calls: { type: 'array' },
    text: { type: 'string' },
    tokens: { type: 'object', required: ['input', 'output'], properties: { input: COUNT, output: COUNT } },
  },
};

/** Whether a line is one whose end a killed run did not write. */
const isBegun = (text: string): boolean => text.startsWith('{"key":"') || '{"key":"'.startsWith(text);

/**
 * Reads the answers of a file.
 *
 * @param file - As the user gave it. Default: answers are kept in memory.
 * @param isWritten - Whether answers are added to it, also if there is no such file yet.
 */
export async function openRecording(
  file: string | undefined,
  isWritten: boolean,
  cwd: string,
): Promise<Recording> {
  const answers = new Map<string, Answer>();
  const append = (text: string): void => {
    try {
      if (file !== undefined && isWritten) appendFileSync(resolve(cwd, file), text);
    } catch (error) {
      throw fileError(`${file} cannot be written`, error);
    }
  };
  if (file !== undefined && isWritten) await refuseLinkOut(file, cwd);
  // Fails before anything is paid for.
  append('');
  const recorded = file === undefined ? '' : await readTextOf(file, cwd);
  const lines = recorded.replace(/^\uFEFF/, '').split('\n');
  const isLine = compileSchema(LINE);
  for (const [index, text] of lines.entries()) {
    if (text === '') continue;
    const entry = tryJson(text);
    const isLast = file !== undefined && isWritten && index === lines.length - 1;
    if (isLast && entry === undefined && isBegun(text)) {
      truncateSync(resolve(cwd, file), Buffer.byteLength(recorded) - Buffer.byteLength(text));
      break;
    }
    if (!isLine(entry).ok)
      throw new InputError(
        `${file}:${index + 1} is no recorded answer.`,
        'Name a file that `btcp eval --record` wrote, or take this line out.',
      );
    const { key, ...answer } = entry as Answer & { readonly key: string }; // as just checked
    answers.set(key, answer);
    if (isLast) append('\n');
  }
  return {
    find: (request) => answers.get(keyOf(request)),
    add(request, answer) {
      const { surface, ask } = request;
      const key = keyOf(request);
      answers.set(key, answer);
      append(`${JSON.stringify({ key, model: surface.spec.name, ask, ...answer })}\n`);
    },
  };
}
