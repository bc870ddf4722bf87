import type { Command, CommandFacts, Options, Run, Values } from './command.ts';
import { parseCommand } from './parse-command.ts';

interface CommandSource<O extends Options> extends CommandFacts {
  readonly options: O;
  /** Throws a `UsageError` for what no single option can check. */
  readonly check?: (values: Values<O>, operands: readonly string[]) => void;
  /** Imports the implementation, which help and wrong usage do without. */
  readonly load: () => Promise<Run<O>>;
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
