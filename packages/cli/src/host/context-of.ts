import { InputError } from '../errors.ts';

/** A module that extends `ctx`. */
export interface ContextModule {
  /** An object, or a function that returns one. */
  readonly default?: unknown;
}

/**
 * Reads what a context module adds to `ctx`.
 *
 * @param origin - What named the module, for the message.
 * @throws InputError if its default export gives no object.
 */
export async function contextOf({ default: context }: ContextModule, origin: string): Promise<object> {
  const value: unknown = typeof context === 'function' ? await (context as () => unknown)() : context;
  if (typeof value !== 'object' || value === null)
    throw new InputError(
      `${origin} needs a module whose default export is an object.`,
      'Export an object, or a function that makes one.',
    );
  return value;
}
