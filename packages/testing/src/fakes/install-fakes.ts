import type { HostDocument } from '@btcp/core';
import { type CapabilityGuard, guardCapabilities } from './capability-guard.ts';
import { type FakeAnswers, fakeFetch } from './fake-fetch.ts';
import { provideGlobals, replaceMembers } from './provide-globals.ts';
import { createMockDOM } from '../mock-dom.ts';
import type { BTCPTestClient } from '../test-client.ts';

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
  readonly remove: () => void;
}

const PAGE = 'http://localhost/';

/**
 * Installs a page's globals for the tools of a client: its document and window, and fakes of `localStorage`,
 * `sessionStorage`, `navigator.clipboard` and `fetch`. A use of a fake fails with `CAPABILITY_DENIED`, as in a host that
 * is asked for each use, unless its capability is granted to the client and declared by the tool that is running.
 *
 * @example
 * const fakes = installFakes(client, { localStorage: { theme: 'dark' }, fetch: { '/api/orders': [{ id: 7 }] } });
 * onTestFinished(fakes.remove);
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
    remove: () => {
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

/**
 * Returns a storage that demands the capability of every use.
 *
 * @param name - `localStorage`, or `sessionStorage`.
 */
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
