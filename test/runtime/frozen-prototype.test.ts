import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Nothing can thaw it, so that it needs a process of its own. */
const PROGRAM = `
import { BTCPClient } from '@btcp/client';
import { compileSchema } from '@btcp/schema/compile';

const inputSchema = {
  type: 'object',
  properties: { toString: { type: 'string' }, valueOf: { type: 'integer', default: 7 }, list: { type: 'array', items: {} } },
  additionalProperties: false,
};
const tool = { name: 'echo', description: 'Returns what it gets.', inputSchema, outputSchema: inputSchema, capabilities: [] };
const client = new BTCPClient({ compile: compileSchema });
await client.registerManifest({
  manifest: { btcp: '1.0', name: 'names', version: '1.0.0', tools: [tool], capabilities: [] },
  implementations: { echo: (input) => ({ ...input, constructor: 'left out' }) },
});
// Validators are compiled by a build, before.
Object.freeze(Object.prototype);
const input = JSON.parse('{"toString":"a","list":[{"constructor":1,"hasOwnProperty":{"__proto__":2}}]}');
console.log(JSON.stringify(await client.callTool('echo', input)));
`;

it('takes names of the prototype as data where a page has frozen it', async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['@btcp/source'],
  });
  const running = run(process.execPath, ['--input-type=module']);
  running.child.stdin?.end(outputFiles[0]?.text);
  const { stdout } = await running;
  expect(stdout).toBe(
    '{"toString":"a","list":[{"constructor":1,"hasOwnProperty":{"__proto__":2}}],"valueOf":7}\n',
  );
});
