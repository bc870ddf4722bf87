import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BTCPClient } from '@btcp/client';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { removeProject } from '../support/write-project.ts';
import { buildIsolatedProject } from './build-isolated-project.ts';

const FETCH = { capability: 'network:fetch:cross-origin' } as const;
const TOOLS = `
/** Evaluates an expression, as a hostile provider's tool would. */
export const evaluateText = defineTool({
  inputSchema: Type.Object({ text: Type.String() }, { additionalProperties: false }),
  outputSchema: Type.Unknown(),
  capabilities: ['network:fetch:cross-origin'],
  execute: async ({ text }, context): Promise<unknown> => {
    Object.assign(globalThis, { context });
    return (0, eval)(text);
  },
});
`;

type IsolatedProject = Awaited<ReturnType<typeof buildIsolatedProject>>;

let built: IsolatedProject;
let other: IsolatedProject;
let client: BTCPClient;

beforeAll(async () => {
  built = await buildIsolatedProject(TOOLS, { sandbox: 'wasm', timeout: 5000 });
  other = await buildIsolatedProject(TOOLS.replace('(0, eval)(text)', 'text'), {
    sandbox: 'wasm',
    timeout: 5000,
  });
  client = new BTCPClient({ grants: [FETCH], fetchOrigins: ['*'] });
  await client.registerManifest(built.registration);
});
afterAll(() => Promise.all([removeProject(built.root), removeProject(other.root)]));

const evaluate = (text: string, timeout?: number): Promise<unknown> =>
  client.callTool('evaluateText', { text }, { timeout });

it('refuses the script of another manifest, or of an earlier build', async () => {
  const { registration } = built;
  const others = {
    ...registration,
    isolated: { ...registration.isolated, script: other.registration.isolated?.script ?? '' },
  };
  await expect(new BTCPClient().registerManifest(others)).rejects.toMatchObject({
    code: 'ISOLATION_UNAVAILABLE',
    message: expect.stringMatching(
      /isolated\.js is of another manifest, or of another build of this one\.$/,
    ) as unknown,
  });
});

it('runs tools in QuickJS, in a process of its own', async () => {
  expect(await evaluate('[1, 2, 3].map((n) => n * 2)')).toEqual([2, 4, 6]);
  expect(await evaluate('typeof process + typeof require + typeof fetch + typeof setTimeout')).toBe(
    'undefinedundefinedundefinedundefined',
  );
});

it.each([
  ['a loop', 'for (;;);'],
  ['endless promises', 'const f = () => Promise.resolve().then(f); f()'],
])('ends %s at the deadline, and works after', async (_what, text) => {
  await expect(evaluate(text, 200)).rejects.toMatchObject({ code: 'EXECUTION_TIMEOUT' });
  expect(await evaluate('1 + 1')).toBe(2);
});

it.each<[string, string, string]>([
  ['a map', '({ a: [new Map()] })', '/a/0 is not JSON: [object Map]'],
  ['a number that is none', '({ a: NaN })', '/a is not JSON: NaN'],
  ['a function', '() => 1', 'the value is not JSON: () => 1'],
  ['a cycle', 'const all = []; all.push(all); all', 'Invalid output of'],
  ['a symbol', 'Symbol("x")', 'the value is not JSON: Symbol(x)'],
])('refuses %s as a result, and says where', async (_what, text, message) => {
  await expect(evaluate(text)).rejects.toMatchObject({
    code: 'INVALID_OUTPUT',
    message: expect.stringContaining(message) as unknown,
    issues: [{ keyword: 'json' }],
  });
});

it.each([
  ['memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(1))', 'out of memory'],
  ['the stack', 'const f = () => f() + 1; f()', 'Maximum call stack size exceeded'],
])('limits %s, and works after', async (_what, text, message) => {
  await expect(evaluate(text)).rejects.toMatchObject({ code: 'EXECUTION_ERROR', message });
  expect(await evaluate('1 + 1')).toBe(2);
});

it('checks each use of what the host itself adds to `ctx`', async () => {
  const get = async (key: string): Promise<string> => `the value of ${key}`;
  const storing = new BTCPClient({ grants: [FETCH], context: { storage: { local: { get } } } as never });
  await storing.registerManifest(built.registration);
  await storing.grantCapabilities(['storage:local:read']);
  const text = 'context.storage.local.get("token")';
  await expect(storing.callTool('evaluateText', { text })).rejects.toMatchObject({
    code: 'CAPABILITY_DENIED',
    message: '`ctx.storage.local.get` needs storage:local:read, which "evaluateText" does not declare.',
  });
});

it('ends requests that a call did not wait for', async () => {
  const arrived = new Map<string | undefined, ServerResponse>();
  const server = createServer(({ url }, response) => {
    arrived.set(url, response);
    if (arrived.size === 2) arrived.get('/first')?.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const from = `context.fetch('http://127.0.0.1:${port}`;
  expect(await evaluate(`${from}/endless'); ${from}/first').then(({ status }) => status)`)).toBe(200);
  const endless = arrived.get('/endless');
  await vi.waitFor(() => expect(endless?.closed).toBe(true), 60_000);
});
