import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { copyStory } from './copy-story.ts';

// What `npm run demo` runs, without npm and its shell. Rejects for any exit code but 0.
const runDemo = (cwd: string): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'demo.ts'], { cwd });

const CALLS = `
 ✔ a good call; \`limit\` gets its default, 2
     {"orders":[{"id":"o3","text":"3 lamps"},{"id":"o2","text":"1 chair"}]}
 ✘ a wrong type: INVALID_INPUT
     Invalid input of "listOrders": \`limit\` must be an integer; got "all"
     → Correct the input, then call again.
 ✘ an unknown property: INVALID_INPUT
     Invalid input of "listOrders": \`limt\` is not a known property; did you mean \`limit\`? Known are \`state\`, \`limit\`
     → Correct the input, then call again.
 ✘ a missing capability: CAPABILITY_DENIED
     The tool "payOrder" needs capabilities that are not granted: dom:write.
     → Ask the host to grant them (\`requestCapabilities\`), then call again.
 ✔ the same, granted
     {"order":"o1","state":"paid"}
 ✘ a tool that throws: ORDER_NOT_FOUND
     There is no order o9.
     → Use listOrders to get the ids of open orders.
 ✘ a slow tool: EXECUTION_TIMEOUT
     The call of "awaitConfirmation" took longer than 100 ms.
     → Ask for less in one call, or for more time.

Done. `;

it('the demo shows tools becoming files, and calls going through or failing for a reason', async () => {
  const { stdout, stderr } = await runDemo(await copyStory('quickstart'));
  expect(stderr).toBe('');
  expect(stdout.split('\n').filter((line) => line.startsWith('── '))).toEqual([
    '── 1. A tool is a typed function: src/tools/list-orders.ts',
    '── 2. `btcp build` finds it, reads its schemas, and writes',
    '── 3. A page registers what was built, and grants what it likes',
    '── 4. Calls',
  ]);
  expect(stdout.match(/ generated\/\S+/g)).toEqual([
    ' generated/manifest.json',
    ' generated/client.ts',
    ' generated/registration.ts',
    ' generated/validators.js',
    ' generated/validators.d.ts',
  ]);
  expect(stdout).toContain(CALLS);
});
