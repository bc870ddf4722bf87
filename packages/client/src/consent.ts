import { BTCPError, IMPLIED_CAPABILITIES } from '@btcp/core';
import type { Asking, ConsentState, Question } from './ask-consent.ts';
import type { CallOptions } from './tool-caller.ts';
import type { RegisteredTool } from './tool-entry.ts';

/** How many denials are remembered. */
const MAX_DENIED = 1000;

/** Asks a host's user for capabilities, and remembers what was denied. What asks is loaded with the first question. */
export class Consent {
  readonly #state: ConsentState = { last: Promise.resolve(), denied: new Set() };
  readonly #asking: Asking;
  readonly #most: number;
  #waiting = 0;

  /** @param most - How many calls may wait for an answer. */
  constructor(host: Omit<Asking, 'state' | 'implied' | 'deny'>, most: number) {
    this.#asking = {
      ...host,
      state: this.#state,
      implied: IMPLIED_CAPABILITIES,
      deny: (manifest, id) => this.deny(manifest, id),
    };
    this.#most = most;
  }

  /** Remembers a denial: calls ask for it no more. */
  deny(manifest: string | undefined, id: string): void {
    const { denied } = this.#state;
    denied.add(`${manifest} ${id}`);
    // Manifests come and go: the oldest are forgotten.
    if (denied.size > MAX_DENIED) denied.delete(denied.values().next().value ?? '');
  }

  async ask(question: Question): Promise<void> {
    const { askConsent } = await import('./ask-consent.ts');
    await askConsent(this.#asking, question);
  }

  /**
   * Asks for what a call lacks. Does not fail where nobody can be asked: the capabilities are then still missing.
   *
   * @throws BTCPError `TOO_MANY_CALLS`
   */
  async askForCall(tool: RegisteredTool, options: CallOptions): Promise<void> {
    if (this.#waiting >= this.#most)
      throw new BTCPError('TOO_MANY_CALLS', `${this.#most} calls are waiting already.`);
    this.#waiting++;
    const { capabilities, manifest } = tool;
    await this.ask({ capabilities, manifest, tool, options }).catch(() => undefined);
    this.#waiting--;
  }
}
