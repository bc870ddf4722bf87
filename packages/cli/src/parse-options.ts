import { parseArgs, type ParseArgsConfig } from 'node:util';
import { closestName } from '@btcp/schema/runtime';
import { UsageError } from './usage-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses a command's arguments; what is wrong with them is a `UsageError`. */
export function parseOptions<const O extends Options>(
  args: readonly string[],
  options: O,
): ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Node's message goes on with advice about `--`, which is of no use here.
    const message = (error as Error).message.replace(/\. To specify.*$/s, '.');
    const unknown = /^Unknown option '--?([^']+)'/.exec(message)?.[1];
    const close = unknown === undefined ? undefined : closestName(unknown, Object.keys(options));
    if (close !== undefined)
      throw new UsageError(`There is no option --${unknown}; did you mean --${close}?`);
    const ambiguous = /^Option '(?:-\w, )?(--[\w-]+).*ambiguous/s.exec(message)?.[1];
    throw new UsageError(
      ambiguous === undefined ? message : `${ambiguous} needs a value that does not begin with "-".`,
    );
  }
}

/** One of a few words, or a `UsageError` that names them. */
export function oneOf<const W extends string>(
  option: string,
  value: string | undefined,
  words: readonly [W, ...W[]],
): W {
  if (value === undefined) return words[0];
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new UsageError(`--${option} must be ${words.join(' or ')}; got "${value}".`);
  return word;
}

/** A number of milliseconds above 0, or a `UsageError`. */
export function milliseconds(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0)
    throw new UsageError(`--${option} takes milliseconds; got "${text}".`);
  return value;
}
