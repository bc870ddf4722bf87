import { fileURLToPath } from 'node:url';

export interface StackFrame {
  /** Absolute. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

// A path may itself have spaces, brackets and colons, so that it begins where V8 says so: `at a (/b/c.ts:1:2)`, `at /b/c.ts:1:2`.
const FRAME = /(?:\(|\bat (?:async )?)((?:file:\/\/|\/|[A-Za-z]:\\).*?):(\d+):(\d+)\)?$/;

/** The frames of a stack that are in files, the innermost first. */
export function stackFrames(stack: string): readonly StackFrame[] {
  return stack.split('\n').flatMap((text) => {
    const [, written, line, column] = FRAME.exec(text.trim()) ?? [];
    if (written === undefined) return [];
    const path = written.startsWith('file:') ? fileURLToPath(written) : written;
    return [{ path, line: Number(line), column: Number(column) }];
  });
}
