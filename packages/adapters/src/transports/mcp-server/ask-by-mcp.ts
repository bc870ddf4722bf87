import type { AskReply, CallOptions, ManifestTool } from '@btcp/core';
import {
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type InputRequest,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import {
  ANSWER_TIME,
  askByRequests,
  canAsk,
  confirmForm,
  type Elicit,
  type Elicitation,
  formOf,
  hasForm,
  toReply,
  visible,
} from '../ask-by-requests.ts';
import { declaredIn } from './call-context.ts';
import { sha256 } from './ui-resources.ts';

/** The key of the confirmation, which no question of a tool can have. */
const CONFIRM = 'btcp.confirm';
/** How often a question is asked: as often as the client asks for an answer that is not valid. */
const MOST_TRIES = 3;

/** What an unfinished call has come to: sealed, as it comes back from the client. */
interface Round {
  readonly id: string;
  /** Of the tool and the input: another call asks anew. */
  readonly digest: string;
  readonly answers: Readonly<Record<string, AskReply>>;
  readonly asked: Readonly<Record<string, number>>;
}

type NamedTool = Pick<ManifestTool, 'name' | 'description'>;

/** Who asks: a seal is of one client. */
const bind = ({ http }: ServerContext): string => http?.authInfo?.clientId ?? '';

/** Seals what is asked, and takes each seal once: shared by the servers of one host. */
export class Rounds {
  readonly codec: RequestStateCodec<Round>;
  readonly #used = new Map<string, number>();

  /** @param key - At least 32 bytes. Default: of this process alone. */
  constructor(key: Uint8Array | string = crypto.getRandomValues(new Uint8Array(32))) {
    this.codec = createRequestStateCodec({ key, ttlSeconds: ANSWER_TIME, bind });
  }

  /** @returns Whether it was not used before. */
  use({ id }: Round): boolean {
    const now = Date.now();
    // In the order of their use.
    for (const [old, end] of this.#used) {
      if (end > now) break;
      this.#used.delete(old);
    }
    if (this.#used.has(id)) return false;
    this.#used.set(id, now + ANSWER_TIME * 1000);
    return true;
  }
}

/** The call of an MCP client, which asks its user. */
export interface AskingCall {
  /** With the input, what the answers belong to. */
  readonly tool: NamedTool;
  readonly input: unknown;
  readonly context: ServerContext;
  readonly elicitation: Elicitation | undefined;
  /** Whether a question ends the request, and the answer comes with the next one: since 2026-07-28. */
  readonly isRepeated: boolean;
  readonly rounds: Rounds;
}

/**
 * Runs a call that may ask its client's user: by requests of the server before 2026-07-28, since then by a result that
 * says what is asked; the client then repeats the call with the answers.
 *
 * @param run - Runs the call with these options; never rejects.
 */
export async function askByMcp<T>(
  call: AskingCall,
  run: (options: CallOptions) => Promise<T>,
): Promise<T | InputRequiredResult> {
  const { elicitation, context, isRepeated } = call;
  if (!elicitation) return run({ signal: context.mcpReq.signal });
  if (isRepeated) return askByResult(call, elicitation, run, context.mcpReq.requestState<Round>());
  // Not by `elicitInput`, which throws for an answer that is not valid: it is asked for again.
  const send: Elicit = (params, options) =>
    context.mcpReq.send({ method: 'elicitation/create', params }, options);
  return run({ signal: context.mcpReq.signal, ...askByRequests(elicitation, send) });
}

/** What a client of 2026-07-28 is asked by, on a server of one's own: for `mcpHandler`. */
export type AskByResults = <T>(
  call: { readonly tool: NamedTool; readonly input: unknown; readonly context: ServerContext },
  run: (options: CallOptions) => Promise<T>,
) => Promise<T | InputRequiredResult>;

/**
 * Lets `mcpHandler` ask clients since 2026-07-28, too: by a result that says what is asked; the client then repeats the
 * call with the answers. Make one for all servers of a process, none of which has a `requestState.verify` of its own.
 *
 * @param options - `stateKey` as of `createMcpServer`.
 * @example
 * const asking = askByResults();
 * server.registerTool(tool.name, tool, mcpHandler(tool, server, asking));
 */
export function askByResults({
  stateKey,
}: { readonly stateKey?: Uint8Array | string | undefined } = {}): AskByResults {
  const rounds = new Rounds(stateKey);
  return async (call, run) => {
    const { context } = call;
    const elicitation = declaredIn(context)?.elicitation;
    if (!elicitation) return run({ signal: context.mcpReq.signal });
    const given = await unseal(rounds, context);
    return askByResult({ ...call, elicitation, isRepeated: true, rounds }, elicitation, run, given);
  };
}

/** @throws ProtocolError where the state is none of these rounds, as a server with `requestState.verify` does. */
async function unseal(rounds: Rounds, context: ServerContext): Promise<Round | undefined> {
  const state: unknown = context.mcpReq.requestState();
  if (state === undefined) return undefined;
  try {
    return await rounds.codec.verify(state as string, context); // anything else is refused
  } catch {
    const reason = { reason: 'invalid_request_state' };
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', reason);
  }
}

/** @param given - What has come back from the client: unsealed. */
async function askByResult<T>(
  { tool, input, context, rounds }: AskingCall,
  elicitation: Elicitation,
  run: (options: CallOptions) => Promise<T>,
  given: Round | undefined,
): Promise<T | InputRequiredResult> {
  const { mcpReq } = context;
  const digest = await digestOf({ tool, input });
  const round = given && given.digest === digest && rounds.use(given) ? given : undefined;
  // Answers to questions that were asked of another call answer none of this one.
  const responses = given && !round ? {} : (mcpReq.inputResponses ?? {});
  const answers = new Map(Object.entries(round?.answers ?? {}));
  // Without prototypes: a key may be any word.
  const asked = Object.create(null) as Record<string, InputRequest>;
  const timesAsked = Object.assign(Object.create(null), round?.asked) as Record<string, number>;
  const enough = new AbortController();
  const answerOf = (key: string): AskReply | undefined => {
    const view = inputResponse(responses, key);
    if (view.kind === 'elicit' && !answers.has(key)) answers.set(key, toReply(view));
    return answers.get(key);
  };
  const wait = (key: string, request: InputRequest): Promise<never> => {
    answers.delete(key);
    asked[key] = request;
    timesAsked[key] = (timesAsked[key] ?? 0) + 1;
    // What the tool asks at the same time goes with it.
    setTimeout(() => enough.abort());
    return new Promise(() => undefined);
  };
  const result = await run({
    signal: AbortSignal.any([mcpReq.signal, enough.signal]),
    ...(hasForm(elicitation) && {
      onConfirm: async (request) => {
        // Only what this server has asked counts.
        const reply = round && answerOf(CONFIRM);
        return reply
          ? reply.action === 'accepted'
          : wait(CONFIRM, inputRequired.elicit(confirmForm(request)));
      },
    }),
    onAsk: async (request) => {
      if (!canAsk(request, elicitation)) return { action: 'unavailable' };
      const { key, url, problem } = request;
      const message = visible(request.message);
      // The client refuses the last answer as often as it asks.
      const isLast = (timesAsked[key] ?? 0) >= MOST_TRIES;
      const reply = problem === undefined || isLast ? answerOf(key) : undefined;
      const question =
        url === undefined ? inputRequired.elicit(formOf(request)) : inputRequired.elicitUrl({ message, url });
      return reply ?? wait(key, question);
    },
  });
  if (Object.keys(asked).length === 0) return result;
  return inputRequired({
    inputRequests: asked,
    requestState: await rounds.codec.mint(
      { id: crypto.randomUUID(), digest, answers: Object.fromEntries(answers), asked: timesAsked },
      context,
    ),
  });
}

/** The same for the same JSON, in whatever order its properties are. */
function digestOf(value: unknown): Promise<string> {
  const text = JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
  return sha256(text);
}
