import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/** Messages of a session that a client which lost its connection can still get. */
const KEPT = 100;
/** Characters of all of them: a session must not keep 100 pictures. */
const KEPT_LENGTH = 4 * 2 ** 20;

interface Kept {
  readonly id: number;
  readonly stream: string;
  /** Empty for the event that opens a stream. */
  readonly message: JSONRPCMessage;
  readonly length: number;
}

/** The last messages of one session. */
export class EventLog implements EventStore {
  #last = 0;
  #kept: readonly Kept[] = [];

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = ++this.#last;
    const { length } = JSON.stringify(message);
    const kept = [...this.#kept.slice(1 - KEPT), { id, stream, message, length }];
    let left = KEPT_LENGTH;
    // The last ones, as far as they fit.
    this.#kept = kept.slice(kept.findLastIndex((each) => (left -= each.length) < 0) + 1);
    return String(id);
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#kept.find((each) => String(each.id) === id)?.stream;
  }

  async replayEventsAfter(
    lastId: string,
    { send }: { readonly send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const last = this.#kept.find(({ id }) => String(id) === lastId);
    if (!last) throw new Error('The event is not kept any more.');
    const missed = this.#kept.filter(({ id, stream }) => stream === last.stream && id > last.id);
    for (const { id, message } of missed)
      if (Object.keys(message).length > 0) await send(String(id), message);
    return last.stream;
  }
}
