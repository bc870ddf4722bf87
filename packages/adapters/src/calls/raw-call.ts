/** A provider's call, taken apart. */
export interface RawCall {
  readonly exportedName: string;
  /** An object, or its JSON as a string; nothing where a tool is called without. */
  readonly input: unknown;
  /** What the result is to be sent back under. */
  readonly id?: string;
}
