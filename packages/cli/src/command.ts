import type { CliIo, ExitCode } from './io.ts';
import type { Option } from './option.ts';

/** A command's options, by name. */
export type Options = Readonly<Record<string, Option<unknown>>>;

type Read<O> = O extends Option<infer T> ? T : never;
type Optional<O extends Options> = {
  [K in keyof O]: undefined extends Read<O[K]> ? K : never;
}[keyof O];

/** What a command gets for its options. */
export type Values<O extends Options> = {
  readonly [K in Exclude<keyof O, Optional<O>>]: Read<O[K]>;
} & {
  readonly [K in Optional<O>]?: Exclude<Read<O[K]>, undefined>;
};

/** What a command takes beside its options. */
export interface Operands {
  /** As the usage line has them. */
  readonly usage: string;
  /** Operand → what it is. */
  readonly help: Readonly<Record<string, string>>;
  /** The words that stand there, where they are few. */
  readonly words?: readonly string[];
  /** Said where there is none. Default: none is needed. */
  readonly missing?: string;
  /** How many there may be, and what is said of one more. Default: any number. */
  readonly most?: readonly [count: number, surplus: (extra: string) => string];
}

/** What is known of a command without loading what it does. */
export interface CommandFacts {
  readonly name: string;
  readonly summary: string;
  /** Default: it takes none. */
  readonly operands?: Operands;
  readonly options: Options;
}

/** One command of `btcp`. */
export interface Command extends CommandFacts {
  /** @throws UsageError before anything is loaded, as far as the arguments themselves are wrong. */
  run(args: readonly string[], io: CliIo): Promise<ExitCode>;
}

/** Runs a command that was parsed. */
export type Run<O extends Options> = (
  values: Values<O>,
  operands: readonly string[],
  io: CliIo,
) => ExitCode | Promise<ExitCode>;
