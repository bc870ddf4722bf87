import type { HostAbortSignal } from './host-types.ts';

/** What a field of a form may hold. */
export type AskedValue = string | number | boolean | string[];

/**
 * The JSON Schema of a form, as MCP restricts it: an object without nesting, of strings, numbers, booleans, and choices
 * of strings (`enum`, `oneOf` of `const` and `title`; an array of them for more than one).
 */
export interface AskSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** The type of the answer to a form: of a TypeBox schema its own, else as its JSON Schema says, where that is a literal. */
export type AnswerTo<S> = S extends { static: infer T }
  ? T
  : S extends { properties: infer P; required: readonly (infer R)[] }
    ? { -readonly [K in keyof P & R]: FieldOf<P[K]> } & {
        -readonly [K in Exclude<keyof P, R>]?: FieldOf<P[K]>;
      }
    : S extends { properties: infer P }
      ? { -readonly [K in keyof P]?: FieldOf<P[K]> }
      : Record<string, AskedValue>;

type FieldOf<F> = F extends { enum: readonly (infer V)[] }
  ? V
  : F extends { oneOf: readonly { const: infer V }[] } | { anyOf: readonly { const: infer V }[] }
    ? V
    : F extends { type: 'array'; items: infer I }
      ? FieldOf<I>[]
      : F extends { type: infer T extends keyof Primitives }
        ? Primitives[T]
        : AskedValue;

interface Primitives {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
}

/** What a user answered: `declined` also where the question was dismissed, `unavailable` where nobody can be asked. */
export type Answer<T> =
  { readonly action: 'accepted'; readonly content: T } | { readonly action: 'declined' | 'unavailable' };

/** Asks the user of a call. */
export interface AskUser {
  /**
   * Asks for values. Where the call is repeated with the answer (MCP 2026-07-28), all before the question runs again, and
   * earlier answers are given again by their keys: do what has side effects after the last question.
   *
   * @param key - Names the question in its call: letters, digits, `_` and `-`.
   * @returns The answer, valid against the schema.
   * @throws BTCPError `INVALID_ARGUMENT` for a schema beyond MCP's forms; `INVALID_INPUT` if the answers stay invalid.
   */
  <const S extends AskSchema>(
    key: string,
    question: { readonly message: string; readonly schema: S },
  ): Promise<Answer<AnswerTo<S>>>;
  /**
   * Sends the user to a page of the web, for what no agent may see, such as a payment. Accepted means that the user
   * agreed to go there, not what was done there.
   */
  (key: string, question: { readonly message: string; readonly url: string }): Promise<Answer<undefined>>;
}

/** A call that waits for a user's confirmation. */
export interface ConfirmRequest {
  readonly tool: {
    readonly name: string;
    readonly description: string;
    readonly manifest: string;
    readonly mcp?: { readonly title?: string };
  };
  /** What the user is asked, in the words of the tool's author. */
  readonly message: string;
  /** Validated, with defaults. */
  readonly input: unknown;
  /** Aborted when the call has ended. */
  readonly signal: HostAbortSignal;
}

/** A question of a tool's. */
export interface AskRequest {
  readonly tool: ConfirmRequest['tool'];
  readonly key: string;
  readonly message: string;
  /** The form, in MCP's notation; absent where a user is sent to `url`. */
  readonly schema?: AskSchema;
  readonly url?: string;
  /** Why an earlier answer to it was not valid. */
  readonly problem?: string;
  /** Aborted when the call has ended. */
  readonly signal: HostAbortSignal;
}

/** Asks a user whether a call may run. An error counts as no. */
export type ConfirmHandler = (request: ConfirmRequest) => boolean | Promise<boolean>;

/** Asks a user a tool's question. */
export type AskHandler = (request: AskRequest) => AskReply | Promise<AskReply>;

/** A reply to a question, whose content is not checked yet. */
export type AskReply =
  | { readonly action: 'accepted'; readonly content?: Readonly<Record<string, unknown>> | undefined }
  | { readonly action: 'declined' | 'unavailable' };
