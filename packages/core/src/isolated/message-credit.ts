import { MAX_MESSAGE } from './messages.ts';

/** How many messages may wait for their host; a realm that sends more is ended. */
const MAX_WAITING = 10_000;
/** The maximum length of all messages that wait, in UTF-16 code units. */
const MAX_WAITING_LENGTH = 4 * MAX_MESSAGE;

/** Why a realm ends that sends more. */
export const TOO_MUCH = 'sent too many messages, or too long a one';

/** What a host has read: how many messages, and their length. */
export type Credit = readonly [count: number, length: number];

/** Counts the messages that wait for a host, so that no realm can fill its queue. */
export class MessageCredit {
  #waiting = 0;
  #length = 0;

  /** @returns Whether the message may be sent on. */
  take(message: unknown): message is string {
    if (typeof message !== 'string' || message.length > MAX_MESSAGE) return false;
    this.#length += message.length;
    return ++this.#waiting <= MAX_WAITING && this.#length <= MAX_WAITING_LENGTH;
  }

  give([count, length]: Credit): void {
    this.#waiting -= count;
    this.#length -= length;
  }
}
