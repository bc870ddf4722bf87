/** Why a case is tried: where its input comes from, or what its tool does. */
export type CaseKind =
  'example' | 'valid' | 'invalid' | 'boundary' | 'hostile' | 'denied' | 'output' | 'error';

/** A call to make on every surface. */
export interface ConformCase {
  readonly tool: string;
  readonly kind: CaseKind;
  /** JSON. */
  readonly input: unknown;
  /** What the tool returns once its input is accepted; it throws an error with the code, if there is one. */
  readonly output: unknown;
  readonly throws?: string;
}

/** What a caller gets: the result as text, or the code and the places of an error. */
export type Outcome = (
  | { readonly ok: true; readonly output: string }
  | {
      readonly ok: false;
      readonly code: string;
      /** JSON pointers. */
      readonly paths: readonly string[];
      /** Of an error that has no code of the toolkit's. */
      readonly message?: string;
    }
) & {
  /** The input with which the tool was run, where that is not the one of the call. */
  readonly received?: unknown;
};

/** A way to call tools. */
export interface Surface {
  readonly name: string;
  /** Whether a caller can send an input at all, and get the whole result. Default: any JSON. */
  readonly carries?: (input: unknown, tool: string) => boolean;
  readonly call: (tool: string, input: unknown) => Promise<Outcome>;
}

/** A result as every surface can tell it: some pass strings on as they are. */
export const textOf = (output: unknown): string =>
  typeof output === 'string' ? output : JSON.stringify(output ?? null);
