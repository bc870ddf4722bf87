import type { CliIo, ExitCode } from './io.ts';
import type { Option } from './option.ts';

/** A command's options, by name. */
export type Options = Readonly<Record<string, Option<unknown>>>;

type Read<O> = O extends Option<infer T> ? T : never;
type Optional<O extends Options> = {
  [K in keyof O]: undefined extends Read<O[K]> ? K : never;
}[keyof O];

/** The parsed values of a command's options. */
export type Values<O extends Options> = {
  readonly [K in Exclude<keyof O, Optional<O>>]: Read<O[K]>;
} & {
  readonly [K in Optional<O>]?: Exclude<Read<O[K]>, undefined>;
};

/** A command's positional arguments. */
export interface Operands {
  /** Their form in the usage line. */
  readonly usage: string;
  /** Operand → its description. */
  readonly help: Readonly<Record<string, string>>;
  /** Their possible values, where they are few. */
  readonly words?: readonly string[];
  /** The error where there is none. Default: none is needed. */
  readonly missing?: string;
  /** The maximum number, and the error for one more. Default: any number. */
  readonly most?: readonly [count: number, surplus: (extra: string) => string];
}

/** A command without its implementation. */
export interface CommandFacts {
  readonly name: string;
  readonly summary: string;
  /** Default: none. */
  readonly operands?: Operands;
  readonly options: Options;
}

/** One command of `btcp`. */
export interface Command extends CommandFacts {
  /** @throws UsageError before anything is loaded, if the arguments themselves are wrong. */
  run(args: readonly string[], io: CliIo): Promise<ExitCode>;
}

/** Runs a parsed command. */
export type Run<O extends Options> = (
  values: Values<O>,
  operands: readonly string[],
  io: CliIo,
) => ExitCode | Promise<ExitCode>;
