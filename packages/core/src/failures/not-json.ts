/** Why something is no JSON. */
export class NotJson extends Error {
  /** The path to it, from its end. */
  readonly keys: (string | number)[] = [];
  readonly reason: 'value' | 'depth' | 'size' | 'unreadable';

  constructor(reason: NotJson['reason'], text?: string) {
    super(text);
    this.reason = reason;
  }
}
