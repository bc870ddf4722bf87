/**
 * Types of the platform that a tool runs on, taken from its globals. A project without the DOM library (a Node program)
 * still compiles: the type is then `unknown`.
 */

/** `Document` where the project has the DOM library, else `unknown`. */
export type HostDocument = typeof globalThis extends { document: infer D } ? D : unknown;

/** `AbortSignal` where the project has it (DOM library or Node types), else a minimal type. */
export type HostAbortSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer S };
}
  ? S
  : {
      readonly aborted: boolean;
      readonly reason: unknown;
      throwIfAborted(): void;
      addEventListener(type: 'abort', listener: () => void): void;
      removeEventListener(type: 'abort', listener: () => void): void;
    };
