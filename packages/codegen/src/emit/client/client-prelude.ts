/** Names that every `client.ts` declares or uses. */
export const RESERVED_NAMES: readonly string[] = [
  'CallOptions',
  'CallProgress',
  'CallSignal',
  'MinimalSignal',
  'ToolCaller',
  'Tools',
  'createTools',
  'Promise',
];

/** Declarations at the start of every `client.ts`. They compile with and without the types of DOM and Node. */
export const CLIENT_PRELUDE = `/** What is needed of an \`AbortSignal\`. */
export interface MinimalSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** \`AbortSignal\` where the project has its type. */
export type CallSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal };
} ? Signal : MinimalSignal;

/** How far a call has come. */
export interface CallProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** How to run one call. */
export interface CallOptions {
  /** Milliseconds. */
  timeout?: number | undefined;
  /** Cancels the call when it is aborted. */
  signal?: CallSignal | undefined;
  /** Receives what the tool reports of its progress. */
  onProgress?: ((update: CallProgress) => void) | undefined;
}

/** Anything that calls tools by name, such as a \`BTCPClient\`. */
export interface ToolCaller {
  callTool(name: string, input: unknown, options?: CallOptions): Promise<unknown>;
}`;
