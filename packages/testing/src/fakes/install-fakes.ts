import { type HostDocument, BTCPError, withImplied } from '@btcp/core';
import { provideGlobals, replaceMembers } from './provide-globals.ts';
import { createMockDOM } from '../mock-dom.ts';
import type { BTCPTestClient } from '../test-client.ts';
import type { BTCPClient, RegisteredTool } from '@btcp/client';

/** What the fakes hold at first. */
export interface FakesOptions {
  readonly localStorage?: Readonly<Record<string, string>>;
  readonly sessionStorage?: Readonly<Record<string, string>>;
  /** The text in the clipboard. */
  readonly clipboard?: string;
  /** The answers to requests; a request without one fails, as no network is reached. */
  readonly fetch?: FakeAnswers;
}

/** The methods of a `Storage`, also for projects without the DOM library. */
export interface FakeStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
}

/** The methods of a `Clipboard` for text. */
export interface FakeClipboard {
  readText(): Promise<string>;
  writeText(text: string): Promise<void>;
}

/** What a test looks at after its calls. These uses need no capability. */
export interface Fakes {
  readonly localStorage: FakeStorage;
  readonly sessionStorage: FakeStorage;
  readonly clipboard: FakeClipboard;
  /** The requests that were allowed, in order. */
  readonly requests: readonly Request[];
  /** Restores the globals. */
  readonly restore: () => void;
}

const PAGE = 'http://localhost/';

/**
 * Installs a page's globals for the tools of a client: its document and window, and fakes of `localStorage`,
 * `sessionStorage`, `navigator.clipboard` and `fetch`. A use of a fake fails with `CAPABILITY_DENIED`, as in a host that
 * is asked for each use, unless its capability is granted to the client and declared by the tool that is running.
 *
 * @example
 * const fakes = installFakes(client, { localStorage: { theme: 'dark' }, fetch: { '/api/orders': [{ id: 7 }] } });
 * onTestFinished(fakes.restore);
 */
export function installFakes(client: BTCPTestClient, options: FakesOptions = {}): Fakes {
  const guard = guardCapabilities(client);
  const { dom } = client as { readonly dom: Page };
  const url = URL.canParse(dom.URL ?? '') && dom.URL?.startsWith('http') === true ? dom.URL : PAGE;
  // A window of their own: that of the page keeps its storage, and may have no clipboard.
  const { localStorage, sessionStorage, clipboard } = partsOf(url);
  fill(localStorage, options.localStorage);
  fill(sessionStorage, options.sessionStorage);
  if (options.clipboard !== undefined) void clipboard.writeText(options.clipboard);
  const requests: Request[] = [];
  const members = {
    localStorage: guardStorage(localStorage, 'localStorage', guard),
    sessionStorage: guardStorage(sessionStorage, 'sessionStorage', guard),
    fetch: fakeFetch(options.fetch ?? {}, url, requests, guard),
  };
  const undo = [provideGlobals(client.dom)];
  const views = new Set<object>([globalThis, dom.defaultView ?? globalThis]);
  for (const view of views) {
    undo.push(replaceMembers(view, members));
    const { navigator } = view as { readonly navigator?: object };
    if (navigator) undo.push(replaceMembers(navigator, { clipboard: guardClipboard(clipboard, guard) }));
  }
  return {
    localStorage,
    sessionStorage,
    clipboard,
    requests,
    restore: () => {
      for (const each of undo.toReversed()) each();
      guard.stop();
    },
  };
}

/** The parts of a document that are used; a project without the DOM library has no type of it. */
interface Page {
  readonly URL?: string;
  readonly defaultView?: object | null;
}

function partsOf(
  url: string,
): Pick<Window, 'localStorage' | 'sessionStorage'> & Pick<Navigator, 'clipboard'> {
  const { defaultView } = createMockDOM('', { url }) as HostDocument & { readonly defaultView: Window };
  const { localStorage, sessionStorage, navigator } = defaultView;
  return { localStorage, sessionStorage, clipboard: navigator.clipboard };
}

function fill(storage: Storage, items: Readonly<Record<string, string>> = {}): void {
  for (const [key, value] of Object.entries(items)) storage.setItem(key, value);
}

const METHODS = { read: 'read', readText: 'read', write: 'write', writeText: 'write' } as const;

function guardClipboard(clipboard: Clipboard, { demand }: CapabilityGuard): object {
  const methods = Object.entries(METHODS).map(([name, action]) => {
    const run = clipboard[name as keyof typeof METHODS].bind(clipboard) as (value?: unknown) => unknown;
    const guarded = async (value?: unknown): Promise<unknown> => {
      demand(`clipboard:${action}`, `navigator.clipboard.${name}`);
      return run(value);
    };
    return [name, guarded];
  });
  return Object.fromEntries(methods) as object;
}

const WRITING: ReadonlySet<PropertyKey> = new Set(['setItem', 'removeItem', 'clear']);

/** A storage that demands the capability of every use. */
function guardStorage(
  storage: Storage,
  name: 'localStorage' | 'sessionStorage',
  { demand }: CapabilityGuard,
): Storage {
  const kind = name.replace('Storage', '');
  const use = (action: 'read' | 'write', member?: PropertyKey): void =>
    demand(`storage:${kind}:${action}`, member === undefined ? name : `${name}.${String(member)}`);
  return new Proxy(storage, {
    get(target, member) {
      use(WRITING.has(member) ? 'write' : 'read', member);
      const value: unknown = Reflect.get(target, member);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set(target, member, value) {
      use('write', member);
      return Reflect.set(target, member, value);
    },
    deleteProperty(target, member) {
      use('write', member);
      return Reflect.deleteProperty(target, member);
    },
    has(target, member) {
      use('read', member);
      return Reflect.has(target, member);
    },
    ownKeys(target) {
      use('read');
      return Reflect.ownKeys(target);
    },
  });
}

/** Throws for what a host would refuse, as a host does that is asked for each use. */
export interface CapabilityGuard {
  /**
   * @param capability - That the use needs.
   * @param use - For the message, for example `localStorage.getItem`.
   * @throws BTCPError `CAPABILITY_DENIED`, unless it is granted, and declared by a tool that is running, if one is.
   */
  readonly demand: (capability: string, use: string) => void;
  /** Stops following the client's calls. */
  readonly stop: () => void;
}

/** Guards by the grants of a client, and by the declarations of the tools that it runs. */
function guardCapabilities(client: BTCPClient): CapabilityGuard {
  const running = new Map<number, string>();
  const stops = [
    client.on('callStarted', ({ id, tool }) => void running.set(id, tool)),
    client.on('callSucceeded', ({ id }) => void running.delete(id)),
    client.on('callFailed', ({ id }) => void running.delete(id)),
  ];
  const isGranted = (capability: string, manifest?: string): boolean =>
    client.preflightCapabilities([capability], { manifest }).missing.length === 0;
  return {
    demand(capability, use) {
      const tools = [...running.values()].flatMap((name) => client.getTool(name) ?? []);
      const [first] = tools;
      const declares = ({ capabilities }: RegisteredTool): boolean =>
        capabilities.some((id) => withImplied(id).includes(capability));
      if (!isGranted(capability) && !tools.some(({ manifest }) => isGranted(capability, manifest)))
        throw denied(capability, `\`${use}\` needs ${capability}, which is not granted.`);
      if (first && !tools.some(declares))
        throw denied(capability, `\`${use}\` needs ${capability}, which "${first.name}" does not declare.`);
    },
    stop: () => stops.forEach((stop) => stop()),
  };
}

const denied = (capability: string, message: string): BTCPError =>
  new BTCPError('CAPABILITY_DENIED', { message, data: { missing: [capability] } });

/**
 * An answer of a fake server: a `Response`, a text, or anything else as JSON; or a function that makes one of a request,
 * or throws, as a network does that fails.
 */
// `unknown` alone, as all JSON is allowed.
export type FakeAnswer = unknown;

/** Answers by address, relative to the page's or absolute, with or without a method: `/api/orders`, `POST /api/orders`. */
export type FakeAnswers = Readonly<Record<string, FakeAnswer>>;

/**
 * Returns a `fetch` that answers from a table, demands the capability of every request, and reaches no network.
 *
 * @param page - The URL of the page, to which addresses are relative.
 * @param requests - Receives every request that is allowed.
 */
function fakeFetch(
  answers: FakeAnswers,
  page: string,
  requests: Request[],
  { demand }: CapabilityGuard,
): typeof fetch {
  const table = new Map(Object.entries(answers).map(([key, answer]) => [normalKey(key, page), answer]));
  return async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, page), init);
    const { origin } = new URL(request.url);
    demand(`network:fetch:${origin === new URL(page).origin ? 'same' : 'cross'}-origin`, 'fetch');
    requests.push(request.clone());
    request.signal.throwIfAborted();
    const key = keysOf(request).find((each) => table.has(each));
    if (key === undefined)
      throw new TypeError(`There is no fake answer for ${request.method} ${request.url}.`);
    return Promise.race([responseOf(table.get(key), request), aborted(request.signal)]);
  };
}

function normalKey(key: string, page: string): string {
  const [, method = '', address = ''] = /^([A-Z]+ )?(.*)$/s.exec(key) ?? [];
  return `${method}${new URL(address, page).href}`;
}

/** The keys that answer a request, the most specific first. */
function keysOf({ method, url }: Request): readonly string[] {
  const whole = url.replace(/#.*/s, '');
  const addresses = [whole, whole.replace(/\?.*/s, '')];
  return addresses.flatMap((address) => [`${method} ${address}`, address]);
}

async function responseOf(answer: FakeAnswer, request: Request): Promise<Response> {
  const value: unknown =
    typeof answer === 'function' ? await (answer as (request: Request) => unknown)(request) : answer;
  // One answer may serve many requests.
  if (value instanceof Response) return value.clone();
  return typeof value === 'string' ? new Response(value) : Response.json(value ?? null);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
}
