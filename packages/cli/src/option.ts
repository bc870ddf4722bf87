import { UsageError } from './errors.ts';

/** The parsed value of an option; `undefined` where it is absent. */
export type Given = string | boolean | readonly (string | boolean)[] | undefined;

/** An option of a command: how it is parsed, and its help and completion. */
export interface Option<T> {
  readonly type: 'boolean' | 'string';
  readonly multiple?: boolean;
  /** The placeholder of its value in help, such as `<file>`; flags have none. */
  readonly value?: string;
  /** Its possible values, where they are few. */
  readonly words?: readonly string[];
  /** Whether usage shows it as required. */
  readonly isNeeded?: boolean;
  readonly help: string;
  /**
   * The value that the command gets.
   *
   * @param name - For messages.
   * @throws UsageError where the value is invalid.
   */
  read(given: Given, name: string): T;
}

export function flag(help: string): Option<boolean> {
  return { type: 'boolean', help, read: (given) => given === true };
}

/** An option with a value that is not empty. */
export function text(value: string, help: string): Option<string | undefined> {
  return { type: 'string', value, help, read: textOf };
}

/** `--config`, which several commands share. */
export const CONFIG: Option<string | undefined> = text(
  '<file>',
  'The config file. Default: btcp.config.ts in the current folder.',
);

export function list(value: string, help: string): Option<readonly string[] | undefined> {
  return { type: 'string', multiple: true, value, help, read: listOf };
}

const listOf = (given: Given): readonly string[] | undefined =>
  typeof given === 'object' ? given.map(String) : undefined;

export function origins(help: string, isAnyTaken: boolean): Option<readonly string[] | undefined> {
  return {
    ...list('<origin>', help),
    read(given, name) {
      const all = listOf(given);
      const wrong = all?.find((origin) => !isOrigin(origin) && !(isAnyTaken && origin === '*'));
      if (wrong === undefined) return all;
      throw new UsageError(
        `--${name} takes an origin, such as https://api.example.com${isAnyTaken ? ", or '*'" : ''}; got "${wrong}".`,
      );
    },
  };
}

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

/** An option with a few possible values, by default the first. */
export function oneOf<const W extends string>(words: readonly [W, ...W[]], help: string): Option<W> {
  return {
    type: 'string',
    value: words.join('|'),
    words,
    help: `${help} Default: ${words[0]}.`,
    read: (given, name) => wordOf(name, textOf(given, name), words),
  };
}

/** An option with a few possible values, and none by default. */
export function maybeOneOf<const W extends string>(
  words: readonly [W, ...W[]],
  help: string,
  value: string = words.join('|'),
): Option<W | undefined> {
  return {
    type: 'string',
    value,
    words,
    help,
    read: (given, name) => (given === undefined ? undefined : wordOf(name, textOf(given, name), words)),
  };
}

export function number(
  value: string,
  takes: string,
  help: string,
  isTaken: (text: string) => boolean,
): Option<number | undefined> {
  return {
    type: 'string',
    value,
    help,
    read(given, name) {
      if (given === undefined) return undefined;
      if (isTaken(String(given))) return Number(given);
      throw new UsageError(`--${name} takes ${takes}; got "${String(given)}".`);
    },
  };
}

export const milliseconds = (help: string): Option<number | undefined> =>
  // A longer timer would end at once.
  number('<ms>', 'milliseconds', help, (text) => Number(text) > 0 && Number(text) < 2 ** 31);

/** An option with a whole number of at least 0. */
export const integer = (help: string): Option<number | undefined> =>
  number('<number>', 'a whole number', help, (text) => /^\d{1,9}$/.test(text));

/** What a host gives to tools: options of each command that runs them. */
export const HOST: {
  readonly grant: Option<readonly string[] | undefined>;
  readonly html: Option<string | undefined>;
  readonly context: Option<string | undefined>;
  readonly 'fetch-origin': Option<readonly string[] | undefined>;
  readonly 'max-input': Option<number | undefined>;
  readonly 'max-output': Option<number | undefined>;
} = {
  grant: list(
    '<capabilities>',
    'Grant these capabilities, separated by commas; may be given more than once. Default: none.',
  ),
  html: text('<file>', 'Give tools the document in this HTML file.'),
  context: text(
    '<file>',
    'Give tools the default export of this module as their context: an object, or a function that makes one.',
  ),
  'fetch-origin': origins(
    "Let `ctx.fetch` ask this origin, such as https://api.example.com ('*' for all), where its capability is granted; may be given more than once.",
    true,
  ),
  'max-input': integer(
    'The maximum size of an input, in characters of its strings and names. Default: 1048576.',
  ),
  'max-output': integer('The maximum size of a result, counted in the same way. Default: 1048576.'),
};

/** The value of an option, which must not be empty. */
export function textOf(given: Given, name: string): string | undefined {
  if (given === '') throw new UsageError(`--${name} needs a value; got an empty one.`);
  return typeof given === 'string' ? given : undefined;
}

/** One of a few values, or a `UsageError` that lists them. */
export function wordOf<const W extends string>(
  option: string,
  value: string | undefined,
  words: readonly [W, ...W[]],
): W {
  if (value === undefined) return words[0];
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new UsageError(`--${option} must be ${words.join(' or ')}; got "${value}".`);
  return word;
}

export const FORMATS = ['pretty', 'json', 'github', 'sarif'] as const;

export type Format = (typeof FORMATS)[number];

/** The file of a project's budget, beside the config. */
export const BUDGET_FILE = 'btcp.budget.json';
