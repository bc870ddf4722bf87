import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An npm registry on this machine. */
export interface Registry {
  /** Ends with a slash. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts an empty registry on 127.0.0.1 that knows no other, and lets everybody publish; it ends with the test. */
export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-'));
  const { runServer } = (await import('verdaccio')) as unknown as {
    runServer(config: object): Promise<Server>;
  };
  const everybody = { access: '$all', publish: '$all', unpublish: '$all' };
  const server = await runServer({
    storage: join(folder, 'storage'),
    configPath: join(folder, 'config.yaml'),
    self_path: join(folder, 'config.yaml'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: {},
    packages: { '@*/*': everybody, '**': everybody },
    log: { type: 'stdout', format: 'json', level: 'fatal' },
    server: { keepAliveTimeout: 1 },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A server on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }));
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { url: `http://127.0.0.1:${port}/`, stop };
}
