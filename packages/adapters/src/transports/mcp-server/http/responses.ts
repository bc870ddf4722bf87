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

/** Bytes of a stream of events that wait for a client that does not read them. */
const MOST_WAITING = 4 * 2 ** 20;

/** A stream that reads another one ahead, whose writer does not wait; it fails when more than that is left unread. */
function bounded(body: ReadableStream<Uint8Array>, report: (error: Error) => void): typeof body {
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const keep = async (to: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    for (let each = await reader.read(); !each.done; each = await reader.read()) {
      if ((to.desiredSize ?? 0) <= 0) throw new Error(UNREAD);
      to.enqueue(each.value);
    }
    to.close();
  };
  const fail = (to: ReadableStreamDefaultController<Uint8Array>, error: unknown): Promise<void> => {
    if (error instanceof Error && error.message === UNREAD) report(error);
    to.error(error);
    return reader.cancel(error);
  };
  // What failed already cannot be cancelled.
  const start = (to: ReadableStreamDefaultController<Uint8Array>): void =>
    void keep(to)
      .catch((error: unknown) => fail(to, error))
      .catch(() => undefined);
  return new ReadableStream(
    { start, cancel: (reason) => reader.cancel(reason) },
    { highWaterMark: MOST_WAITING, size: bytesOf },
  );
}

const bytesOf = ({ byteLength }: Uint8Array): number => byteLength;

const UNREAD = 'A client left more than 4 MiB of a stream unread, so the stream was ended.';

/**
 * A response that reports its end: its body was read, its reader has gone, or reading failed. A stream of events begins
 * at once.
 *
 * @param end - Called once.
 * @param report - Is told of a client that does not read its stream.
 */
export function whenEnded(
  response: Response,
  signal: AbortSignal,
  end: () => void,
  report: (error: Error) => void,
): Response {
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
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  const reader: ReadableStreamDefaultReader<Uint8Array> = (
    isStream ? bounded(body, report) : body
  ).getReader();
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
