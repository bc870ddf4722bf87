import { parseArgs } from 'node:util';
import { closestName } from '@btcp/schema/runtime';
import type { CommandFacts, Options, Values } from './command.ts';
import type { Given } from './option.ts';
import { UsageError } from './errors.ts';

/** The parsed arguments of a command. */
interface Parsed<O extends Options> {
  readonly values: Values<O>;
  readonly operands: readonly string[];
}

/** Parses a command's arguments; throws a `UsageError` where they are wrong. */
export function parseCommand<O extends Options>(
  command: CommandFacts & { readonly options: O },
  args: readonly string[],
): Parsed<O> {
  const { values: given, positionals: operands } = parse(args, command.options);
  checkOperands(command, operands);
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(command.options)) {
    const value = option.read(given[name], name);
    if (value !== undefined) values[name] = value;
  }
  // Each option returns its own type, and absent ones are optional.
  return { values: values as Values<O>, operands };
}

function parse(
  args: readonly string[],
  options: Options,
): { readonly values: Readonly<Record<string, Given>>; readonly positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Node's message continues with advice about `--`, which does not help here.
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

function checkOperands({ name, operands }: CommandFacts, given: readonly string[]): void {
  if (!operands && given.length > 0) throw new UsageError(`${name} takes options only; got "${given[0]}".`);
  const { missing, most: [count, surplus] = [Infinity, String] } = operands ?? {};
  if (missing !== undefined && given.length === 0) throw new UsageError(missing);
  const extra = given[count];
  if (extra !== undefined) throw new UsageError(surplus(extra));
  const unknown = operands?.words && given.find((word) => operands.words?.includes(word) === false);
  if (unknown !== undefined)
    throw new UsageError(`${name} takes ${operands?.words?.join(' or ')}; got "${unknown}".`);
}
