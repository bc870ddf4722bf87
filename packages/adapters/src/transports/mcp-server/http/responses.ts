export interface HttpRefusal {
  readonly status: number;
  /** A code of JSON-RPC. */
  readonly code: number;
  readonly message: string;
  /** The id to answer, if one is known. */
  readonly id?: string | number | null | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export function jsonRpcError({ status, code, message, id = null, headers = {} }: HttpRefusal): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status, headers });
}

/** A comment, because servers and proxies hold back the head of a response until its first byte. */
const OPENING = new TextEncoder().encode(': open\n\n');

/**
 * A response that reports its end: its body was read, its reader has gone, or reading failed. A stream of events begins
 * at once.
 *
 * @param end - Called once.
 */
export function whenEnded(response: Response, signal: AbortSignal, end: () => void): Response {
  const { body } = response;
  let hasEnded = false;
  const endOnce = (): void => {
    if (!hasEnded) end();
    hasEnded = true;
    signal.removeEventListener('abort', endOnce);
  };
  if (!body || signal.aborted) {
    endOnce();
    return response;
  }
  signal.addEventListener('abort', endOnce);
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  const watched = new ReadableStream<Uint8Array>({
    start(controller) {
      if (isStream) controller.enqueue(OPENING);
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        endOnce();
        controller.close();
      } catch (error) {
        endOnce();
        controller.error(error);
      }
    },
    async cancel(reason) {
      endOnce();
      await reader.cancel(reason);
    },
  });
  return new Response(watched, response);
}
