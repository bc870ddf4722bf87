import { BTCPClient } from '@btcp/client';
import { BTCPError, type Manifest, type Validator } from '@btcp/core';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';

// Run with --expose-gc: prints how much larger the heap is after a client's long life, in bytes.

const CALLS = 1_000_000;
const ROUNDS = 10_000;

const inputSchema = { type: 'object' } as const;
const input: Validator = Object.assign((value: unknown) => ({ ok: true as const, value }), {
  schema: schemaFingerprint(inputSchema),
});
const { gc } = globalThis as unknown as { gc: () => void };

const manifestOf = (name: string): Manifest => ({
  btcp: '1.0',
  name,
  version: '1.0.0',
  capabilities: ['dom:read'],
  tools: [{ name: 'run', description: 'Runs, for a test.', inputSchema, capabilities: ['dom:read'] }],
});
const registrationOf = (name: string, run: (input: { number: number }) => unknown) => ({
  manifest: manifestOf(name),
  implementations: { run },
  validators: { run: { input } },
});

const client = new BTCPClient({ onConsent: () => true });
const controller = new AbortController();

/** Calls of every outcome, under a signal that lives as long as the client. */
async function callOften(calls: number): Promise<void> {
  await client.registerManifest(
    registrationOf('calls', ({ number }) => {
      if (number % 100 === 0) throw new BTCPError('HUNDREDTH');
      return number % 10 === 1 ? Promise.resolve({ number }) : { number };
    }),
  );
  await client.requestCapabilities(['dom:read'], { manifest: 'calls' });
  const options = { signal: controller.signal };
  // Five at once: two of them wait.
  for (let number = 0; number < calls; number += 5) {
    const five = [0, 1, 2, 3, 4].map((more) =>
      client.callTool('run', { number: number + more }, number % 1000 === 0 ? options : undefined),
    );
    await Promise.allSettled(five);
  }
  await client.clearManifests();
}

/** Pages that register, ask, call and clear, each under a name of its own. */
async function registerOften(rounds: number, prefix: string): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const name = `${prefix}-${round}`;
    await client.registerManifest(registrationOf(name, () => round));
    await client.grantCapabilities(['dom:read'], { manifest: name });
    await client.callTool('run');
    await client.revokeCapabilities(['dom:read'], { manifest: name });
    await client.clearManifests();
  }
}

async function heapSize(): Promise<number> {
  // What has just ended is let go a turn later.
  await new Promise((resolve) => setTimeout(resolve, 100));
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}

await callOften(CALLS / 20);
await registerOften(ROUNDS / 20, 'warm');
const before = await heapSize();
await callOften(CALLS);
await registerOften(ROUNDS, 'page');
console.log((await heapSize()) - before);
