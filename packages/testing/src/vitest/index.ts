import { expect } from 'vitest';
import { toBeValidTool, toRejectWithCode, toReturnValidOutput } from './matchers.ts';
import type { ExampleFixture } from '../run-examples.ts';

expect.extend({ toBeValidTool, toRejectWithCode, toReturnValidOutput });

// Vitest's assertions extend Chai's, which is the same for Vitest 4 and 5; the type parameters of Vitest's own are not.
declare global {
  namespace Chai {
    interface Assertion {
      /**
       * Whether a tool, or `{ registration, tool: 'name' }` of a build, has no error that can be seen without its source:
       * schemas, examples, capabilities, names.
       */
      toBeValidTool(): void;
      /**
       * Whether a call fails with a code.
       *
       * @param code - For example `INVALID_INPUT`.
       * @param path - JSON pointer to the place of one of its issues.
       */
      toRejectWithCode(code: string, path?: string): Promise<void>;
      /**
       * Whether a tool, or `{ registration, tool: 'name' }` of a build, returns what its `outputSchema` describes, under
       * its own capabilities.
       *
       * @param input - Default: `{}`.
       * @param fixture - The page's HTML, or what `runExamples` takes. Default: an empty page; none for a tool without
       * capabilities.
       */
      toReturnValidOutput(input?: unknown, fixture?: ExampleFixture): Promise<void>;
    }
  }
}
