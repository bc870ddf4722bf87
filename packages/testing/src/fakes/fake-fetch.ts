import type { CapabilityGuard } from './capability-guard.ts';

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
export function fakeFetch(
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
