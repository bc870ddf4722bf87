import type { AskReply, AskRequest, BTCPError, HostAbortSignal } from '@btcp/core';
import type { ClientState } from '../client-state.ts';
import { askDialog, confirmDialog } from '../consent-dialog/ask-dialog.ts';
import { checkAnswer, readForm } from '../forms/check-form.ts';
import type { RunningCall } from '../running-call.ts';
import type { RegisteredTool, Runner } from '../tool-entry.ts';

/** How many questions of a call are open. */
const questions = new WeakMap<object, number>();
/** How often an answer that is not valid is asked for. */
const MOST_TRIES = 3;
/** How many questions a call may ask: a user could not get out of more. */
const MOST_QUESTIONS = 20;
/** Characters of an input, as JSON, that a user is asked to confirm: nobody reads more, and none of it may be left out. */
const MOST_CONFIRMED = 20_000;
/** Milliseconds for an isolated tool to make its sentence. */
const SAY_TIMEOUT = 5000;
/** The keys that a call has asked by. */
const asked = new WeakMap<HostAbortSignal, Set<string>>();

/** Whether this is a page that a user can act in; documents of tests have no `userActivation`. */
const hasDialogs = (): boolean => !!globalThis.document && !!globalThis.navigator?.userActivation;

/** What is waited for, unless the call ends before. */
function untilEnd<T>(signal: HostAbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', end);
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/**
 * Asks the user of a call what its tool asks, with the arguments of `ctx.ask`.
 *
 * @throws BTCPError
 */
export async function ask(call: RunningCall, args: readonly unknown[]): Promise<AskReply> {
  const { signal, state } = call;
  if (signal.aborted) throw signal.reason;
  // The user would answer nobody. In the words of isolated tools, whose `ctx` ends with their call.
  if (call.at === Infinity)
    throw new state.parts.BTCPError('CALL_CANCELLED', {
      message: '`ctx.ask` was used after its call had ended.',
      suggestion: 'Wait for it before the tool returns.',
    });
  // Users take their time: the deadline is counted anew from the last answer. Infinity once the call has ended.
  const before = questions.get(call) ?? 0;
  if (call.at < Infinity) call.at = Number.MAX_VALUE;
  questions.set(call, before + 1);
  let reply: AskReply;
  try {
    reply = await untilEnd(signal, askUser(call, args));
  } finally {
    const left = (questions.get(call) ?? 1) - 1;
    questions.set(call, left);
    if (left === 0 && call.at < Infinity) call.at = 0;
  }
  if (signal.aborted) throw signal.reason;
  return reply;
}

/**
 * Asks the user of a call whether it may run, as long as its tool is there.
 *
 * @throws BTCPError `CONFIRMATION_DECLINED`; or what it is refused with where nobody can be asked.
 */
export async function confirm(call: RunningCall, refusal: BTCPError): Promise<void> {
  const { state, name, entry } = call;
  const gone = new AbortController();
  const ended = new Promise<void>((resolve) => gone.signal.addEventListener('abort', () => resolve()));
  const stop = state.events.on('toolsChanged', () => {
    if (state.registry.tools.get(name) !== entry) gone.abort();
  });
  try {
    const asked = confirmCall(call, refusal, AbortSignal.any([call.signal, gone.signal]));
    await untilEnd(call.signal, Promise.race([asked, ended]));
  } finally {
    stop();
  }
  call.recheck();
}

async function confirmCall(
  { state, entry, options, input }: RunningCall,
  refusal: BTCPError,
  signal: HostAbortSignal,
): Promise<void> {
  const { tool, runner } = entry;
  const { name, confirm: sentence } = tool;
  const { BTCPError } = state.parts;
  const handler =
    options.onConfirm ?? state.options.onConfirm ?? (hasDialogs() ? confirmDialog() : undefined);
  if (!handler) throw refusal;
  if (JSON.stringify(input).length > MOST_CONFIRMED)
    throw new BTCPError('CONFIRMATION_REQUIRED', {
      message: `The input of "${name}" is longer than the ${MOST_CONFIRMED} characters that a user can confirm.`,
      suggestion: 'Send less in one call.',
    });
  let message = typeof sentence === 'string' ? sentence : undefined;
  if (message === undefined) {
    const say = runner.confirm ?? (await findSentence(state, tool));
    if (typeof say === 'function') message = textOf(await say(input, { signal: limited(signal) }));
  }
  message ??= `Run "${textOf(tool.mcp?.title) ?? name}"?`;
  const isConfirmed: unknown = await handler({ tool, message, input, signal });
  if (isConfirmed !== true)
    throw new BTCPError('CONFIRMATION_DECLINED', {
      message: `The user has declined the call of "${name}".`,
      suggestion: 'Do without it, and do not call it again unless the user asks for it.',
    });
}

/** A tool's question, by `ctx.ask`: the arguments may be anything. */
async function askUser(call: RunningCall, args: readonly unknown[]): Promise<AskReply> {
  const { state, options } = call;
  const request = readRequest(call, args);
  const handler = options.onAsk ?? state.options.onAsk ?? (hasDialogs() ? askDialog() : undefined);
  if (!handler) return { action: 'unavailable' };
  let problem: string | undefined;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    // Plain JavaScript may return anything.
    const reply = (await handler({ ...request, ...(problem !== undefined && { problem }) })) as
      Partial<AskReply & { readonly content: unknown }> | undefined;
    if (reply?.action !== 'accepted')
      return { action: reply?.action === 'declined' ? 'declined' : 'unavailable' };
    if (!request.schema) return { action: 'accepted' };
    const checked = checkAnswer(request.schema, reply.content);
    if ('content' in checked) return { action: 'accepted', content: checked.content };
    ({ problem } = checked);
  }
  throw new state.parts.BTCPError('INVALID_INPUT', {
    message: `The user's answer to "${request.key}" is not valid: ${problem}.`,
    suggestion: 'Ask the user to answer as the form says, then call again.',
  });
}

/** What makes the sentence, in the tool's module. */
async function findSentence(
  { registry }: ClientState,
  { manifest, name }: RegisteredTool,
): Promise<Runner['confirm']> {
  const { implementations = {} } = registry.manifests.get(manifest)?.registration ?? {};
  const given: unknown = Object.hasOwn(implementations, name) ? implementations[name] : undefined;
  const { load } = Object(given) as { readonly load?: unknown };
  const tool: unknown = typeof load === 'function' ? await load.call(given) : given;
  return (Object(tool) as Runner).confirm;
}

/** A signal that ends a realm whose function for the sentence does not. */
const limited = (signal: HostAbortSignal): HostAbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(SAY_TIMEOUT)]);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function readRequest(
  { state, entry: { tool }, signal }: RunningCall,
  [key, question]: readonly unknown[],
): AskRequest {
  const { message, schema, url } = Object(question) as Readonly<Record<string, unknown>>;
  const refuse = (why: string): never => {
    throw new state.parts.BTCPError('INVALID_ARGUMENT', {
      message: `\`ctx.ask\` of "${tool.name}": ${why}.`,
      suggestion: "Report it to the tool's provider.",
    });
  };
  if (typeof key !== 'string' || !/^(?!__proto__$)[\w-]{1,64}$/.test(key))
    return refuse('the key must be of letters, digits, `_` and `-`, at most 64, and not `__proto__`');
  const keys = asked.get(signal) ?? new Set();
  if (keys.has(key))
    return refuse(`"${key}" was asked before in this call; each question needs a key of its own`);
  if (keys.size === MOST_QUESTIONS)
    return refuse(`it asked ${MOST_QUESTIONS} questions in this call already`);
  asked.set(signal, keys.add(key));
  const text = textOf(message) ?? refuse(`"${key}" needs a \`message\` for the user`);
  if ((schema === undefined) === (url === undefined))
    return refuse(`"${key}" needs either \`schema\` or \`url\``);
  const request = { tool, key, message: text, signal };
  if (schema === undefined) {
    // As a browser reads it: as it is written, it may look like that of another site.
    const { href } = URL.canParse(String(url)) ? new URL(String(url)) : { href: '' };
    // Before an `@` the name of another site may stand.
    if (!/^https?:\/\/[^/@]+\//.test(href))
      return refuse(`the \`url\` of "${key}" must be one of the web, without a user's name`);
    return { ...request, url: href };
  }
  try {
    return { ...request, schema: readForm(schema) };
  } catch (error) {
    return refuse(`the schema of "${key}" ${(error as Error).message}`);
  }
}
