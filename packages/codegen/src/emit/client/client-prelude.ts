/** The names that `CLIENT_PRELUDE` and the rest of the file take, beside the tools' own. */
export const CLIENT_PRELUDE_NAMES: readonly string[] = [
  'CallOptions',
  'CallSignal',
  'ToolCaller',
  'Tools',
  'createTools',
  'Promise',
];

/** The declarations that every `client.ts` begins with. They hold with or without DOM and Node types. */
export const CLIENT_PRELUDE = `/** \`AbortSignal\` where the project has it, else what is needed of one. */
export type CallSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal };
}
  ? Signal
  : {
      readonly aborted: boolean;
      readonly reason: unknown;
      throwIfAborted(): void;
      addEventListener(type: "abort", listener: () => void): void;
      removeEventListener(type: "abort", listener: () => void): void;
    };

/** How to run one call. */
export interface CallOptions {
  /** Milliseconds. */
  timeout?: number | undefined;
  /** Cancels the call when it is aborted. */
  signal?: CallSignal | undefined;
}

/** Anything that calls tools by name, such as a \`BTCPClient\`. */
export interface ToolCaller {
  callTool(
    name: string,
    input: unknown,
    options?: CallOptions,
  ): Promise<unknown>;
}`;
