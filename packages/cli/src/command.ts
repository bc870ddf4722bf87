import { parseArgs } from 'node:util';
import { closestName } from '@btcp/schema/runtime';
import { UsageError } from './errors.ts';
import type { CliIo, ExitCode, Run } from './io.ts';
import type { Given, Option } from './option.ts';

type Options = Readonly<Record<string, Option<unknown>>>;

type Read<O> = O extends Option<infer T> ? T : never;
type Optional<O extends Options> = {
  [K in keyof O]: undefined extends Read<O[K]> ? K : never;
}[keyof O];

export type Values<O extends Options> = {
  readonly [K in Exclude<keyof O, Optional<O>>]: Read<O[K]>;
} & {
  readonly [K in Optional<O>]?: Exclude<Read<O[K]>, undefined>;
};

interface Operands {
  /** Their form in the usage line. */
  readonly usage: string;
  /** Operand → its description. */
  readonly help: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  /** The error where there is none. Default: none is needed. */
  readonly missing?: string;
  /** The maximum number, and the error for one more. Default: any number. */
  readonly most?: readonly [count: number, surplus: (extra: string) => string];
}

export const ONE_MANIFEST: Operands = {
  usage: '[<manifest.json>]',
  help: {
    '<manifest.json>': 'A manifest. Default: the one that `btcp build` wrote for the project in this folder.',
  },
  most: [1, (extra) => `One manifest is enough; got "${extra}" too.`],
};

export interface CommandFacts {
  readonly name: string;
  readonly summary: string;
  /** Default: none. */
  readonly operands?: Operands;
  readonly options: Options;
}

export interface Command extends CommandFacts {
  /** @throws UsageError before anything is loaded, if the arguments themselves are wrong. */
  run(args: readonly string[], io: CliIo): Promise<ExitCode>;
}

interface CommandSource<O extends Options> extends CommandFacts {
  readonly options: O;
  /** Options that mean nothing without another one. */
  readonly goesWith?: { readonly [K in keyof O]?: keyof O & string };
  /** Options that cannot be given beside some others. */
  readonly excludes?: { readonly [K in keyof O]?: readonly (keyof O & string)[] };
  /** Throws a `UsageError` for what these tables cannot say. */
  readonly check?: (values: Values<O>, operands: readonly string[]) => void;
  /** Imports the implementation, which help and wrong usage do without. */
  readonly load: () => Promise<Run<Values<O>>>;
}

/** Makes a command from its table, and loads its implementation when it is called. */
export function defineCommand<const O extends Options>(source: CommandSource<O>): Command {
  const { check, load, ...facts } = source;
  return {
    ...facts,
    async run(args, io) {
      const { values, operands } = parseCommand(source, args);
      check?.(values, operands);
      return (await load())(values, operands, io);
    },
  };
}

interface Parsed<O extends Options> {
  readonly values: Values<O>;
  readonly operands: readonly string[];
}

/** Parses a command's arguments; throws a `UsageError` where they are wrong. */
function parseCommand<O extends Options>(command: CommandSource<O>, args: readonly string[]): Parsed<O> {
  const { values: given, positionals: operands } = parse(args, command.options);
  checkOperands(command, operands);
  checkTogether(command, given);
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

function checkTogether<O extends Options>(
  { goesWith = {}, excludes = {} }: CommandSource<O>,
  given: Readonly<Record<string, Given>>,
): void {
  for (const name of Object.keys(given)) {
    const other = goesWith[name];
    if (other !== undefined && given[other] === undefined)
      throw new UsageError(`--${name} goes with --${other}.`);
    const excluded = excludes[name]?.find((each) => given[each] !== undefined);
    if (excluded !== undefined) throw new UsageError(`--${name} cannot be used with --${excluded}.`);
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
