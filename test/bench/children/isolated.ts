import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { BTCPClient } from '@btcp/client';
import { compileSchema } from '@btcp/schema/compile';
import { answer } from '../support/answer.ts';

/** The parent's question: absolute paths of the script and of the module with `createRealm`. */
export interface IsolatedQuestion {
  readonly script: string;
  readonly engine: string;
  readonly rounds: number;
}

/** Of each round. */
export interface IsolatedTimes {
  /** Microseconds of one call within QuickJS. */
  readonly quickjs: readonly number[];
  /** Milliseconds until a process is ready, and of one call to it. */
  readonly cold: readonly number[];
  readonly warm: readonly number[];
}

type CreateRealm = (
  start: { readonly script: string; readonly timeout: number },
  post: (message: string) => void,
) => Promise<(message: string) => void>;

const TEXT = 'x'.repeat(1000);
const SCHEMA = { type: 'object', properties: { text: { type: 'string' } } } as const;
const CALLS = 200;

await answer(async ({ script, engine, rounds }: IsolatedQuestion): Promise<IsolatedTimes> => {
  const { createRealm } = (await import(pathToFileURL(engine).href)) as { readonly createRealm: CreateRealm };
  let results = 0;
  const deliver = await createRealm(
    { script: await readFile(script, 'utf8'), timeout: 5000 },
    () => results++,
  );
  const message = JSON.stringify({
    type: 'call',
    call: 1,
    tool: 'echoText',
    input: { text: TEXT },
    progress: false,
  });
  const times = { quickjs: [] as number[], cold: [] as number[], warm: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    for (let at = 0; at < CALLS; at++) deliver(message);
    times.quickjs.push(((performance.now() - started) * 1000) / CALLS);
    await timeProcess(script, times);
  }
  // `ready`, and a result of each call.
  if (results !== rounds * CALLS + 1) throw new Error(`${results} messages came.`);
  return times;
});

async function timeProcess(
  script: string,
  times: { readonly cold: number[]; readonly warm: number[] },
): Promise<void> {
  const client = new BTCPClient({ sandbox: 'wasm', compile: compileSchema });
  const started = performance.now();
  await client.registerManifest({
    manifest: {
      btcp: '1.0',
      name: 'echo',
      version: '1.0.0',
      tools: [{ name: 'echoText', description: 'Returns a text.', inputSchema: SCHEMA, capabilities: [] }],
      capabilities: [],
    },
    implementations: { echoText: () => '' },
    isolated: { script: pathToFileURL(script).href },
  });
  const ready = performance.now();
  times.cold.push(ready - started);
  for (let at = 0; at < CALLS; at++) await client.callTool('echoText', { text: TEXT });
  times.warm.push((performance.now() - ready) / CALLS);
}
