import type { BTCPError, IsolatedFiles, ToolContext } from '@btcp/core';
import type { HostMessage, RealmMessage } from '@btcp/core/isolated';
import { answerRequest, refuseLate, RequestQueue } from './requests.ts';
import { readMessage } from './read-message.ts';
import type { ClientParts, Realm, StartRealm } from './realm.ts';

/** Milliseconds until a realm that does not say it is ready counts as failed. */
const START_TIMEOUT = 10_000;
/** Milliseconds that a realm is kept for a next call. */
const IDLE_TIMEOUT = 10_000;
/** How many messages, or of what length, are read before the realm gets credit for them. */
const CREDIT_STEP = [1000, 2 ** 20] as const;
/** Members of `ctx` that wait for more than the thread, and how many of them do at the same time. */
const WAITING = /^(fetch|clipboard|ask)/;
const MAX_WAITING = 100;
/** Characters of answers that may wait for a realm to read them. */
const MAX_UNREAD = 16 * 2 ** 20;

interface PendingCall {
  readonly context: ToolContext;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: BTCPError) => void;
}

/** Runs the isolated tools of one manifest in a realm, which is started anew after it was ended. */
export class Environment {
  readonly #name: string;
  readonly #startRealm: StartRealm;
  readonly #parts: ClientParts;
  readonly #files: IsolatedFiles;
  readonly #calls = new Map<number, PendingCall>();
  #started: Promise<Realm> | undefined;
  #realm: Realm | undefined;
  /** Settles the start, while there is one. */
  #onStarted: ((result: Realm | BTCPError) => void) | undefined;
  /** Counts realms, so that what an earlier one reports is ignored. */
  #generation = 0;
  #last = 0;
  #queues = createQueues();
  #read: [count: number, length: number] = [0, 0];
  /** Characters of answers that the realm has not read. */
  #unread = 0;
  #untilRead: (() => void)[] = [];
  #idle: ReturnType<typeof setTimeout> | undefined;
  #isRetired = false;

  constructor(name: string, startRealm: StartRealm, parts: ClientParts, files: IsolatedFiles) {
    this.#name = name;
    this.#startRealm = startRealm;
    this.#parts = parts;
    this.#files = files;
  }

  /** @throws BTCPError `ISOLATION_UNAVAILABLE` */
  start(): Promise<Realm> {
    return (this.#started ??= this.#open());
  }

  /** Ends the realm as soon as no call runs in it: its manifest is no longer registered. */
  retire(): void {
    this.#isRetired = true;
    this.#endWhenIdle();
  }

  /** Runs a tool. When its signal is aborted, everything in the realm ends. */
  call(tool: string, input: unknown, context: ToolContext, confirm?: true): Promise<unknown> {
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      const call = ++this.#last;
      const pending = { context, resolve, reject };
      this.#calls.set(call, pending);
      const onAbort = (): void => {
        // Aborted also after its end.
        if (this.#calls.delete(call)) this.#end(`the call of "${tool}" was stopped`);
      };
      // Never removed, because the signal is the platform's own and of this call alone.
      context.signal.addEventListener('abort', onAbort);
      const progress = !!context.progress;
      const message: HostMessage = { type: 'call', call, tool, input, progress, ...(confirm && { confirm }) };
      this.start().then(
        ({ send }) => {
          if (this.#calls.has(call)) send(JSON.stringify(message));
        },
        () => undefined, // it has ended all calls
      );
    });
  }

  #open(): Promise<Realm> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          this.#failToStart(
            'they were not ready in time (is its page, or the engine, refused by `frame-ancestors`, `X-Frame-Options`, `Cross-Origin-Embedder-Policy` or a policy?)',
          ),
        START_TIMEOUT,
      );
      this.#onStarted = (result) => {
        clearTimeout(timer);
        this.#onStarted = undefined;
        if ('send' in result) resolve(result);
        else reject(result);
      };
      this.#launch().catch((error: unknown) => this.#failToStart(String(error)));
    });
  }

  async #launch(): Promise<void> {
    const generation = ++this.#generation;
    const isCurrent = (): boolean => generation === this.#generation;
    const end = (reason: string): void => {
      if (!isCurrent()) return;
      if (this.#onStarted) this.#failToStart(reason);
      else this.#end(`the realm ${reason}`);
    };
    const receive = (message: unknown): void => {
      // Sent by what counts messages.
      const control: unknown = Array.isArray(message) ? message[0] : undefined;
      if (typeof control === 'string') end(control);
      else if (!isCurrent()) return;
      else if (typeof control === 'number') this.#noteRead(control);
      else this.#queues.read.add(async () => this.#receive(message));
    };
    const realm = await this.#startRealm({ receive, end });
    if (isCurrent()) this.#realm = realm;
    else realm.close();
  }

  #failToStart(reason: string): void {
    this.#end('', isolationUnavailable(this.#parts, this.#name, reason));
  }

  /** Frees the memory. The next call starts it anew. */
  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    if (this.#calls.size > 0) return;
    if (this.#isRetired) return this.#end('their manifest was removed');
    this.#idle = setTimeout(() => this.#end('nobody called them'), IDLE_TIMEOUT);
    // Node would wait for it.
    if (typeof this.#idle === 'object') this.#idle.unref();
  }

  /** Ends the realm, and every call in it. */
  #end(why: string, error = this.#endedBecause(why)): void {
    clearTimeout(this.#idle);
    this.#generation++;
    this.#realm?.close();
    const calls = [...this.#calls.values()];
    this.#realm = this.#started = undefined;
    this.#calls.clear();
    for (const queue of Object.values(this.#queues)) queue.clear();
    // New ones, because a request of the ended realm may never be answered.
    this.#queues = createQueues();
    this.#read = [0, 0];
    this.#noteRead(this.#unread);
    this.#onStarted?.(error);
    for (const { reject } of calls) reject(error);
  }

  #endedBecause(why: string): BTCPError {
    const message = `The isolated tools of "${this.#name}" were ended, because ${why}.`;
    return new this.#parts.BTCPError('EXECUTION_ERROR', message);
  }

  #receive(text: unknown): void {
    const message = readMessage(text);
    if (!message) return this.#end('the realm sent what is no message, or one of too many parts');
    const { length } = String(text);
    // Credited when it is answered, so that the bound of messages is also that of waiting requests.
    if (message.type === 'request') {
      const { waiting, other } = this.#queues;
      return (WAITING.test(message.member) ? waiting : other).add(() => this.#answer(message, length));
    }
    this.#giveCredit(length);
    if (message.type === 'ready') return this.#becomeReady(message.build);
    const pending = this.#calls.get(message.call);
    // The call has ended.
    if (!pending) return;
    if (message.type === 'progress') return this.#report(message, pending);
    this.#calls.delete(message.call);
    const { BTCPError } = this.#parts;
    if (message.type === 'result') pending.resolve(message.value);
    else pending.reject(new BTCPError(message.error.code, message.error));
    this.#endWhenIdle();
  }

  #report({ call, update }: RealmMessage & { readonly type: 'progress' }, pending: PendingCall): void {
    try {
      if (update) pending.context.progress?.(update);
    } catch (error) {
      // Thrown by the caller's listener; nothing above would catch it.
      this.#calls.delete(call);
      pending.reject(this.#parts.BTCPError.from(error));
    }
  }

  #becomeReady(build: unknown): void {
    // A realm may say so more than once.
    if (!this.#realm || !this.#onStarted) return;
    const { script, build: wanted } = this.#files;
    if (wanted !== undefined && build !== wanted)
      return this.#failToStart(`${script} is of another manifest, or of another build of this one`);
    this.#onStarted(this.#realm);
    this.#endWhenIdle();
  }

  #giveCredit(length: number): void {
    const read = this.#read;
    read[0]++;
    read[1] += length;
    if (read[0] < CREDIT_STEP[0] && read[1] < CREDIT_STEP[1]) return;
    this.#realm?.send(read);
    this.#read = [0, 0];
  }

  async #answer(message: RealmMessage & { readonly type: 'request' }, length: number): Promise<void> {
    const realm = this.#realm;
    const pending = this.#calls.get(message.call);
    let answer = pending && (await answerRequest(message, pending.context, this.#parts));
    // The call may have ended meanwhile, and its capability may have been revoked.
    if (!answer || this.#calls.get(message.call) !== pending) answer = refuseLate(message, this.#parts);
    // Another realm may have taken its place, whose requests have the same numbers.
    if (this.#realm !== realm) return;
    const text = JSON.stringify(answer);
    realm?.send(text);
    this.#giveCredit(length);
    this.#unread += text.length;
    // It reads nothing while it computes: what it asked for before would fill the host's memory.
    if (realm?.saysWhatIsRead && this.#unread > MAX_UNREAD)
      await new Promise<void>((resolve) => this.#untilRead.push(resolve));
  }

  #noteRead(length: number): void {
    this.#unread -= length;
    if (this.#unread > MAX_UNREAD) return;
    for (const resolve of this.#untilRead.splice(0)) resolve();
  }
}

/** @param why - Without a full stop, which some browsers' errors have. */
export function isolationUnavailable({ BTCPError }: ClientParts, manifest: string, why: string): BTCPError {
  return new BTCPError('ISOLATION_UNAVAILABLE', {
    message: `The tools of "${manifest}" cannot run isolated: ${why.replace(/\.$/, '')}.`,
    suggestion: 'Provide what is missing, or choose another level with `sandbox`, then register it again.',
  });
}

const createQueues = (): Readonly<Record<'read' | 'waiting' | 'other', RequestQueue>> => ({
  // Of messages: reading a long one takes up to half a second.
  read: new RequestQueue(1),
  waiting: new RequestQueue(MAX_WAITING),
  // One by one: otherwise all would begin within one slice.
  other: new RequestQueue(1),
});
